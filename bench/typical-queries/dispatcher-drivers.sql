WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t."field_fullname", t.id) AS n
  FROM "user" t
  WHERE (t."user_roles" @> ARRAY[$1::text]
  AND t."status" = 1)
  ORDER BY t."field_fullname", t.id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "user" t
  WHERE (t."user_roles" @> ARRAY[$1::text]
  AND t."status" = 1)) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."field_fullname" AS c1
  FROM page
  JOIN "user" r ON r.id = page.id
