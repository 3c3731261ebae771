CREATE TABLE "operators" (
	"name" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"rights" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operators_secret" UNIQUE("secret_hash")
);
