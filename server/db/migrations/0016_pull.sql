CREATE TABLE "pulls" (
	"shortcode" text PRIMARY KEY NOT NULL,
	"sure_until" timestamp with time zone NOT NULL,
	"asked_from" timestamp with time zone NOT NULL,
	"asked_until" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"trouble" text
);
