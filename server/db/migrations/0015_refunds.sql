ALTER TABLE "payments" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "return_receipt" text;--> statement-breakpoint
ALTER TABLE "sums" ADD COLUMN "return_receipt" text;--> statement-breakpoint
UPDATE "payments" SET "returned_at" = coalesce("settled_at", "created_at") WHERE "reason" = 'Your money was sent back to you.';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_return_receipt" ON "payments" USING btree ("return_receipt");--> statement-breakpoint
CREATE INDEX "payments_returned" ON "payments" USING btree ("returned_at") WHERE "payments"."returned_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sums_return_receipt" ON "sums" USING btree ("return_receipt");