CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"phrase" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "missed_searches_day_phrase_pk" PRIMARY KEY("day","phrase")
);
