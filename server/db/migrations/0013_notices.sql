CREATE TABLE "marks" (
	"name" text PRIMARY KEY NOT NULL,
	"good_at" timestamp with time zone,
	"bad_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"cause" text PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone,
	"is_open" boolean DEFAULT false NOT NULL,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "payments_prompted" ON "payments" USING btree ("prompted_at");