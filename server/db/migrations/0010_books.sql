CREATE INDEX "accounts_id_number" ON "accounts" USING btree (upper("id_number"));--> statement-breakpoint
CREATE INDEX "payments_totals" ON "payments" USING btree ("state","amount","amount_received");--> statement-breakpoint
CREATE INDEX "payments_review" ON "payments" USING btree ("id") WHERE "payments"."review" is not null;--> statement-breakpoint
CREATE INDEX "payments_unnamed" ON "payments" USING btree ("id") WHERE "payments"."state" = 'paid' and "payments"."amount_received" is null;