CREATE TYPE "public"."account_field" AS ENUM('phone_number', 'id_number', 'password');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('created', 'prompted', 'paid', 'cancelled', 'failed', 'expired', 'unknown', 'needs_review');--> statement-breakpoint
CREATE TYPE "public"."payment_purpose" AS ENUM('subscription', 'post_job', 'post_ad');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('fundi', 'client');--> statement-breakpoint
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
CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role" "role" NOT NULL,
	"name" text NOT NULL,
	"phone_number" text NOT NULL,
	"id_number" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone,
	"location" text,
	"skills" text,
	"rate_note" text,
	"is_available" boolean DEFAULT true NOT NULL,
	"show_contact" boolean DEFAULT true NOT NULL,
	"trial_ends" timestamp with time zone,
	"subscription_end" timestamp with time zone,
	"role_note" text,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "accounts_phone_role" UNIQUE("phone_number","role")
);
--> statement-breakpoint
CREATE TABLE "ads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"client_id" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"link" text,
	"image" text,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_down" text,
	CONSTRAINT "ads_image_name" UNIQUE("image")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"client_id" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_down" text
);
--> statement-breakpoint
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
CREATE TABLE "operator_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"name" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"rights" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operators_secret" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"from_state" "payment_state",
	"to_state" "payment_state",
	"raw" jsonb
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"public_id" text NOT NULL,
	"account_id" integer,
	"purpose" "payment_purpose" NOT NULL,
	"job_id" integer,
	"ad_id" integer,
	"payable" text NOT NULL,
	"amount" integer NOT NULL,
	"amount_received" double precision,
	"phone" text,
	"state" "payment_state" DEFAULT 'created' NOT NULL,
	"callback_hash" text NOT NULL,
	"merchant_request_id" text,
	"checkout_request_id" text,
	"receipt" text,
	"result_code" integer,
	"reason" text,
	"review" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"prompted_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"return_receipt" text,
	"next_query_at" timestamp with time zone,
	"queries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"webp" "bytea" NOT NULL,
	CONSTRAINT "pictures_name_size_pk" PRIMARY KEY("name","size")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reset_codes" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"payment_id" integer,
	"return_receipt" text,
	"returned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trials" (
	"id_number_hash" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ads" ADD CONSTRAINT "ads_client_id_accounts_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_client_id_accounts_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_name_ads_image_fk" FOREIGN KEY ("name") REFERENCES "public"."ads"("image") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_codes" ADD CONSTRAINT "reset_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sums" ADD CONSTRAINT "sums_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_changes_account" ON "account_changes" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "account_changes_former" ON "account_changes" USING btree ("field","former");--> statement-breakpoint
CREATE INDEX "accounts_listing" ON "accounts" USING btree ("role","created_at");--> statement-breakpoint
CREATE INDEX "accounts_blocked" ON "accounts" USING btree ("id") WHERE "accounts"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "accounts_id_number" ON "accounts" USING btree ("id_number");--> statement-breakpoint
CREATE INDEX "ads_client" ON "ads" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "ads_listing" ON "ads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ads_unpaid" ON "ads" USING btree ("created_at") WHERE "ads"."expires_at" is null;--> statement-breakpoint
CREATE INDEX "jobs_client" ON "jobs" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "jobs_listing" ON "jobs" USING btree ("is_active","created_at");--> statement-breakpoint
CREATE INDEX "jobs_unpaid" ON "jobs" USING btree ("created_at") WHERE "jobs"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "operator_log_subject" ON "operator_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_public" ON "payments" USING btree ("public_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_checkout" ON "payments" USING btree ("checkout_request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_receipt" ON "payments" USING btree ("receipt");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_return_receipt" ON "payments" USING btree ("return_receipt");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("payable") WHERE "payments"."state" in ('created', 'prompted', 'unknown');--> statement-breakpoint
CREATE INDEX "payments_payable" ON "payments" USING btree ("payable","created_at");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_query_at") WHERE "payments"."next_query_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payments_prompted" ON "payments" USING btree ("prompted_at");--> statement-breakpoint
CREATE INDEX "payments_account" ON "payments" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_phone" ON "payments" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "payments_totals" ON "payments" USING btree ("state","amount","amount_received");--> statement-breakpoint
CREATE INDEX "payments_review" ON "payments" USING btree ("id") WHERE "payments"."review" is not null;--> statement-breakpoint
CREATE INDEX "payments_returned" ON "payments" USING btree ("returned_at") WHERE "payments"."returned_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_unnamed" ON "payments" USING btree ("id") WHERE "payments"."state" = 'paid' and "payments"."amount_received" is null;--> statement-breakpoint
CREATE INDEX "rate_limits_ends" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sums_receipt" ON "sums" USING btree ("receipt");--> statement-breakpoint
CREATE UNIQUE INDEX "sums_return_receipt" ON "sums" USING btree ("return_receipt");--> statement-breakpoint
CREATE INDEX "sums_new" ON "sums" USING btree ("id") WHERE "sums"."state" = 'new';--> statement-breakpoint
CREATE INDEX "sums_unmatched" ON "sums" USING btree ("id") WHERE "sums"."state" = 'unmatched';--> statement-breakpoint
CREATE INDEX "sums_payable" ON "sums" USING btree ("payable");--> statement-breakpoint
CREATE INDEX "sums_payment" ON "sums" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "sums_received" ON "sums" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "sums_returned" ON "sums" USING btree ("returned_at");--> statement-breakpoint
-- A picture is compressed already: without the attempt it is stored and read faster.
ALTER TABLE "pictures" ALTER COLUMN "webp" SET STORAGE EXTERNAL;
