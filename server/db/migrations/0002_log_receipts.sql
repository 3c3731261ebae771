-- The log names a sum by its receipt: "sum SKL1AAAAA1" in place of "sum 5".
UPDATE "operator_log" SET "subject" = 'sum ' || "sums"."receipt" FROM "sums" WHERE "operator_log"."subject" = 'sum ' || "sums"."id";
