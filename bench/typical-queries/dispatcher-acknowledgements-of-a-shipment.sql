WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t.drupal_internal__id) AS n
  FROM "v_o_kuittaus" t
  WHERE (t.status = 1
  AND t."lahetykset_ids" && ARRAY(SELECT t1.id
  FROM "lahetys" t1
  WHERE t1."id" = $1::uuid))
  ORDER BY t.drupal_internal__id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "v_o_kuittaus" t
  WHERE (t.status = 1
  AND t."lahetykset_ids" && ARRAY(SELECT t1.id
  FROM "lahetys" t1
  WHERE t1."id" = $1::uuid))) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."nimenselvennys" AS c1,
    r."kuittaus_id"::text AS c2
  FROM page
  JOIN "v_o_kuittaus" r ON r.id = page.id
  UNION ALL SELECT 1 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."filename" AS c1, NULL AS c2
  FROM "file" r
  WHERE r.id IN (SELECT t2."kuittaus_id"
  FROM "v_o_kuittaus" t2
  JOIN page p ON p.id = t2.id)
