ALTER TABLE "ads" ADD COLUMN "taken_down" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "taken_down" text;