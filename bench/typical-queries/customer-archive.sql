WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t."created" DESC, t.id DESC) AS n
  FROM "tilaus" t
  WHERE ((t.status = 1
  AND t."asiakas_id" = $1)
  AND t."avoin" = false)
  ORDER BY t."created" DESC, t.id DESC
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "tilaus" t
  WHERE ((t.status = 1
  AND t."asiakas_id" = $1)
  AND t."avoin" = false)) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."tilausnro"::text AS c1,
    r."tilauksen_tila" AS c2,
    r."hinta"::text AS c3,
    r."toivottu_toimitus"::text AS c4,
    r."asiakas_id"::text AS c5, NULL AS c6
  FROM page
  JOIN "tilaus" r ON r.id = page.id
  UNION ALL SELECT 1 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."toimitus_postitmp" AS c1,
    r."viite" AS c2, CASE WHEN r."tila" IN ('odottaa_siirtoa', 'siirto', 'siirretty') THEN 'kuljetuksessa' ELSE r."tila" END AS c3,
    r."tilaus_id"::text AS c4, NULL AS c5, NULL AS c6
  FROM "lahetys" r
  WHERE (r."tilaus_id" IN (SELECT id
  FROM page)
  AND r.status = 1
  AND (r.status = 1
  AND r."asiakas_id" = $1))
