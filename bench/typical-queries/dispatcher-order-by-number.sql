WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t.drupal_internal__id) AS n
  FROM "tilaus" t
  WHERE (t.status = 1
  AND t."tilausnro" = $1::bigint)
  ORDER BY t.drupal_internal__id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "tilaus" t
  WHERE (t.status = 1
  AND t."tilausnro" = $1::bigint)) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."tilausnro"::text AS c1,
    r."tilauksen_tila" AS c2,
    r."hinta"::text AS c3,
    r."toivottu_toimitus"::text AS c4,
    r."asiakas_id"::text AS c5, (SELECT string_agg(l.item, ','
  ORDER BY l.k, l.o)
  FROM (SELECT t1.id::text AS item, 0 AS k, t1.drupal_internal__id AS o
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IN (r.id)
  AND t1.status = 1)) l) AS c6
  FROM page
  JOIN "tilaus" r ON r.id = page.id
