CREATE TABLE "pictures" (
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"webp" "bytea" NOT NULL,
	CONSTRAINT "pictures_name_size_pk" PRIMARY KEY("name","size")
);
--> statement-breakpoint
ALTER TABLE "pictures" ALTER COLUMN "webp" SET STORAGE EXTERNAL;--> statement-breakpoint
DROP INDEX "ads_image";--> statement-breakpoint
ALTER TABLE "ads" ADD CONSTRAINT "ads_image_name" UNIQUE("image");--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_name_ads_image_fk" FOREIGN KEY ("name") REFERENCES "public"."ads"("image") ON DELETE cascade ON UPDATE no action;
