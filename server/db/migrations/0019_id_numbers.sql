DROP INDEX "accounts_id_number";--> statement-breakpoint
CREATE INDEX "accounts_id_number" ON "accounts" USING btree ("id_number");--> statement-breakpoint
-- ID numbers in the one form in which they are compared from now on: as `normaliseIdNumber`.
UPDATE "accounts" SET "id_number" = upper(regexp_replace(translate(normalize("id_number", NFKC), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'), '[\s./·\u00ad\u061c\u180e\u200b-\u200f\u2010-\u2015\u2028-\u202e\u2043\u2060-\u206f\u2212\ufeff-]', '', 'g'));--> statement-breakpoint
UPDATE "account_changes" SET "former" = upper(regexp_replace(translate(normalize("former", NFKC), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'), '[\s./·\u00ad\u061c\u180e\u200b-\u200f\u2010-\u2015\u2028-\u202e\u2043\u2060-\u206f\u2212\ufeff-]', '', 'g')) WHERE "field" = 'id_number';--> statement-breakpoint
INSERT INTO "trials" ("id_number_hash", "started_at")
SELECT encode(sha256(convert_to('trial:' || "id_number", 'UTF8')), 'hex'), min("created_at")
FROM "accounts" WHERE "trial_ends" IS NOT NULL GROUP BY "id_number" ON CONFLICT DO NOTHING;
