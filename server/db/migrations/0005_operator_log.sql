CREATE TABLE "operator_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "operator_log_subject" ON "operator_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ("received_at");--> statement-breakpoint
UPDATE "payments" SET "received_at" = coalesce(
	(SELECT min("at") FROM "payment_events" WHERE "payment_id" = "payments"."id" AND "kind" IN ('callback_paid', 'query_paid')),
	"settled_at", "created_at")
WHERE "state" = 'paid' OR "amount_received" IS NOT NULL OR "review" IN ('amount', 'deleted', 'paid_twice');
