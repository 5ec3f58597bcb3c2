WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t."created" DESC, t.id DESC) AS n
  FROM "tilaus" t
  WHERE t."status" = 1
  ORDER BY t."created" DESC, t.id DESC
  LIMIT 50 OFFSET $1::bigint),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) = 0
  OR (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "tilaus" t
  WHERE t."status" = 1) ELSE $1::bigint + (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7, NULL AS c8, NULL AS c9
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."tilausnro"::text AS c1,
    r."tilauksen_tila" AS c2,
    r."hinta"::text AS c3,
    r."toivottu_toimitus"::text AS c4,
    r."asiakas_id"::text AS c5, NULL AS c6, NULL AS c7, NULL AS c8, NULL AS c9
  FROM page
  JOIN "tilaus" r ON r.id = page.id
  UNION ALL SELECT 1 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."nouto_postitmp" AS c1,
    r."toimitus_postitmp" AS c2,
    r."viite" AS c3,
    r."tila" AS c4,
    r."maara"::text AS c5,
    r."paino"::text AS c6,
    r."toivottu_toimitus"::text AS c7,
    r."kuljettaja_id"::text AS c8,
    r."tilaus_id"::text AS c9
  FROM "lahetys" r
  WHERE r."tilaus_id" IN (SELECT id
  FROM page)
  AND r.status = 1
  UNION ALL SELECT 2 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."name" AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7, NULL AS c8, NULL AS c9
  FROM "asiakas" r
  WHERE r.id IN (SELECT t2."asiakas_id"
  FROM "tilaus" t2
  JOIN page p ON p.id = t2.id)
