WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t."name", t.id) AS n
  FROM "tuote" t
  WHERE (t.status = 1
  AND (t."asiakas_id" = $1
  OR t."asiakas_id" IS NULL))
  ORDER BY t."name", t.id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "tuote" t
  WHERE (t.status = 1
  AND (t."asiakas_id" = $1
  OR t."asiakas_id" IS NULL))) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."name" AS c1,
    r."tyyppi" AS c2
  FROM page
  JOIN "tuote" r ON r.id = page.id
