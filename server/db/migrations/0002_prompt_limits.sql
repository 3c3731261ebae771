CREATE INDEX "payments_account" ON "payments" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_phone" ON "payments" USING btree ("phone","created_at");--> statement-breakpoint
UPDATE "payments" SET "review" = 'deleted' WHERE "review" = 'thing_gone';
