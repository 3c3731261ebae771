CREATE TABLE "sums" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sums_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"receipt" text NOT NULL,
	"amount" double precision,
	"typed" text NOT NULL,
	"sent_at" timestamp with time zone,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payer" text,
	"state" text DEFAULT 'new' NOT NULL,
	"payable" text,
	"cause" text,
	"payment_id" integer
);
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "phone" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sums" ADD CONSTRAINT "sums_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sums_receipt" ON "sums" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "sums_new" ON "sums" USING btree ("id") WHERE "sums"."state" = 'new';--> statement-breakpoint
CREATE INDEX "sums_unmatched" ON "sums" USING btree ("id") WHERE "sums"."state" = 'unmatched';--> statement-breakpoint
CREATE INDEX "sums_payable" ON "sums" USING btree ("payable");--> statement-breakpoint
CREATE INDEX "sums_payment" ON "sums" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "sums_received" ON "sums" USING btree ("received_at");