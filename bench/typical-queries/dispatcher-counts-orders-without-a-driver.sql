WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t.drupal_internal__id) AS n
  FROM "tilaus" t
  WHERE (t."avoin" = true
  AND t."status" = 1
  AND NOT EXISTS (SELECT
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" = t.id
  AND t1.status = 1
  AND EXISTS (SELECT
  FROM "user" t2
  WHERE (t2.id = t1."kuljettaja_id"
  AND NOT (t2."id" IS NULL)))))
  AND NOT EXISTS (SELECT
  FROM "tuntituote" t3
  WHERE (t3."tilaus_id" = t.id
  AND t3.status = 1
  AND EXISTS (SELECT
  FROM "user" t4
  WHERE (t4.id = t3."kuljettaja_id"
  AND NOT (t4."id" IS NULL))))))
  ORDER BY t.drupal_internal__id
  LIMIT 1),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 1 THEN (SELECT count(*)
  FROM "tilaus" t
  WHERE (t."avoin" = true
  AND t."status" = 1
  AND NOT EXISTS (SELECT
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" = t.id
  AND t1.status = 1
  AND EXISTS (SELECT
  FROM "user" t2
  WHERE (t2.id = t1."kuljettaja_id"
  AND NOT (t2."id" IS NULL)))))
  AND NOT EXISTS (SELECT
  FROM "tuntituote" t3
  WHERE (t3."tilaus_id" = t.id
  AND t3.status = 1
  AND EXISTS (SELECT
  FROM "user" t4
  WHERE (t4.id = t3."kuljettaja_id"
  AND NOT (t4."id" IS NULL))))))) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0, NULL AS c1
  FROM page
  JOIN "tilaus" r ON r.id = page.id
