WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t."name", t.id) AS n
  FROM "postiosoite" t
  WHERE ((t.status = 1
  AND t."asiakas_id" = $1)
  AND t."tyyppi" @> ARRAY[$2::text])
  ORDER BY t."name", t.id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "postiosoite" t
  WHERE ((t.status = 1
  AND t."asiakas_id" = $1)
  AND t."tyyppi" @> ARRAY[$2::text])) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."name" AS c1
  FROM page
  JOIN "postiosoite" r ON r.id = page.id
