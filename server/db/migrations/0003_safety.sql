CREATE TYPE "public"."account_field" AS ENUM('phone_number', 'id_number', 'password');--> statement-breakpoint
CREATE TABLE "account_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"field" "account_field" NOT NULL,
	"former" text,
	"session" text,
	"resets_until" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trials" (
	"id_number_hash" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_changes_account" ON "account_changes" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "account_changes_former" ON "account_changes" USING btree ("field","former");--> statement-breakpoint
CREATE INDEX "ads_image" ON "ads" USING btree ("image");--> statement-breakpoint
INSERT INTO "trials" ("id_number_hash", "started_at")
SELECT encode(sha256(convert_to('trial:' || upper(regexp_replace("id_number", '[\s./-]', '', 'g')), 'UTF8')), 'hex'), min("created_at")
FROM "accounts" WHERE "role" = 'fundi' GROUP BY 1;
