ALTER TABLE "sums" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sums_returned" ON "sums" USING btree ("returned_at");