ALTER TABLE "accounts" DROP CONSTRAINT "accounts_role_phone";--> statement-breakpoint
DROP INDEX "payments_due";--> statement-breakpoint
CREATE INDEX "ads_unpaid" ON "ads" USING btree ("created_at") WHERE "ads"."expires_at" is null;--> statement-breakpoint
CREATE INDEX "jobs_unpaid" ON "jobs" USING btree ("created_at") WHERE "jobs"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "rate_limits_ends" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_query_at") WHERE "payments"."next_query_at" is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_phone_role" UNIQUE("phone_number","role");