WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t.drupal_internal__id) AS n
  FROM "lahetys" t
  WHERE (t."kuljettaja_id" IN (SELECT t1.id
  FROM "user" t1
  WHERE t1."id" = $1::uuid)
  AND t."tila" = 'kuljetuksessa'
  AND t."status" = 1)
  ORDER BY t.drupal_internal__id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "lahetys" t
  WHERE (t."kuljettaja_id" IN (SELECT t1.id
  FROM "user" t1
  WHERE t1."id" = $1::uuid)
  AND t."tila" = 'kuljetuksessa'
  AND t."status" = 1)) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7, NULL AS c8
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."nouto_postitmp" AS c1,
    r."toimitus_postitmp" AS c2,
    r."viite" AS c3,
    r."tila" AS c4,
    r."maara"::text AS c5,
    r."paino"::text AS c6,
    r."toivottu_toimitus"::text AS c7,
    r."kuljettaja_id"::text AS c8
  FROM page
  JOIN "lahetys" r ON r.id = page.id
