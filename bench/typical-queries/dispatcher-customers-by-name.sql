WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t."name", t.id) AS n
  FROM "asiakas" t
  WHERE t."status" = 1
  ORDER BY t."name", t.id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "asiakas" t
  WHERE t."status" = 1) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."name" AS c1,
    r."y_tunnus" AS c2
  FROM page
  JOIN "asiakas" r ON r.id = page.id
