WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY NULLIF(t."toivottu_toimitus", 0), t.id) AS n
  FROM "tilaus" t
  WHERE ((t.status = 1
  AND t.id IN (SELECT t1."tilaus_id"
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IS NOT NULL
  AND t1.status = 1
  AND t1."kuljettaja_id" = $1)
  UNION ALL SELECT t2."tilaus_id"
  FROM "lahetys" t2
  WHERE (t2."tilaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."tyovuoro_id" = ANY(ARRAY(SELECT t3.id
  FROM "tyovuoro" t3
  WHERE (t3."kuljettaja_id" = $1
  AND t3."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t4."tilaus_id"
  FROM "tuntituote" t4
  WHERE (t4."tilaus_id" IS NOT NULL
  AND t4.status = 1
  AND t4."kuljettaja_id" = $1)
  UNION ALL SELECT t5."tilaus_id"
  FROM "tuntituote" t5
  WHERE (t5."tilaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."tyovuoro_id" = ANY(ARRAY(SELECT t6.id
  FROM "tyovuoro" t6
  WHERE (t6."kuljettaja_id" = $1
  AND t6."tila" IN ('PUBLISHED')))))))
  AND t."avoin" = true)
  ORDER BY NULLIF(t."toivottu_toimitus", 0), t.id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "tilaus" t
  WHERE ((t.status = 1
  AND t.id IN (SELECT t1."tilaus_id"
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IS NOT NULL
  AND t1.status = 1
  AND t1."kuljettaja_id" = $1)
  UNION ALL SELECT t2."tilaus_id"
  FROM "lahetys" t2
  WHERE (t2."tilaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."tyovuoro_id" = ANY(ARRAY(SELECT t3.id
  FROM "tyovuoro" t3
  WHERE (t3."kuljettaja_id" = $1
  AND t3."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t4."tilaus_id"
  FROM "tuntituote" t4
  WHERE (t4."tilaus_id" IS NOT NULL
  AND t4.status = 1
  AND t4."kuljettaja_id" = $1)
  UNION ALL SELECT t5."tilaus_id"
  FROM "tuntituote" t5
  WHERE (t5."tilaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."tyovuoro_id" = ANY(ARRAY(SELECT t6.id
  FROM "tyovuoro" t6
  WHERE (t6."kuljettaja_id" = $1
  AND t6."tila" IN ('PUBLISHED')))))))
  AND t."avoin" = true)) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2, NULL AS c3, NULL AS c4
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."tilausnro"::text AS c1,
    r."tilauksen_tila" AS c2, NULL AS c3, NULL AS c4
  FROM page
  JOIN "tilaus" r ON r.id = page.id
  UNION ALL SELECT 1 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."toimitus_postitmp" AS c1,
    r."tila" AS c2,
    r."tilaus_id"::text AS c3, NULL AS c4
  FROM "lahetys" r
  WHERE (r."tilaus_id" IN (SELECT id
  FROM page)
  AND r.status = 1
  AND (r.status = 1
  AND (r."kuljettaja_id" = $1
  OR r."tyovuoro_id" = ANY(ARRAY(SELECT t11.id
  FROM "tyovuoro" t11
  WHERE (t11."kuljettaja_id" = $1
  AND t11."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT 2 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."aika"::text AS c1,
    r."tila" AS c2,
    r."tilaus_id"::text AS c3, NULL AS c4
  FROM "tuntituote" r
  WHERE (r."tilaus_id" IN (SELECT id
  FROM page)
  AND r.status = 1
  AND (r.status = 1
  AND (r."kuljettaja_id" = $1
  OR r."tyovuoro_id" = ANY(ARRAY(SELECT t12.id
  FROM "tyovuoro" t12
  WHERE (t12."kuljettaja_id" = $1
  AND t12."tila" IN ('PUBLISHED')))))))
