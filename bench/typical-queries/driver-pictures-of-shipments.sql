WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t.drupal_internal__id) AS n
  FROM "lahetys" t
  WHERE ((t.status = 1
  AND t."kuljettaja_id" = $1)
  AND t."tila" = 'kuljetuksessa')
  ORDER BY t.drupal_internal__id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "lahetys" t
  WHERE ((t.status = 1
  AND t."kuljettaja_id" = $1)
  AND t."tila" = 'kuljetuksessa')) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT b, c0, c1, c2
  FROM (SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."tila" AS c1, array_to_string(r."kuvat_ids", ',') AS c2
  FROM page
  JOIN "lahetys" r ON r.id = page.id
  UNION ALL SELECT 1 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."filename" AS c1, NULL AS c2
  FROM "file" r
  WHERE (r.id IN (SELECT unnest(t1."kuvat_ids")
  FROM "lahetys" t1
  JOIN page p ON p.id = t1.id)
  AND (r.status = 1
  AND (r."lisaaja_id" = $1
  OR r.id IN (SELECT unnest(t2."kuvat_ids")
  FROM "lahetys" t2
  WHERE (t2.status = 1
  AND t2."kuljettaja_id" = $1)
  UNION ALL SELECT t3."kuittaus_id"
  FROM "v_o_kuittaus" t3
  WHERE (t3."kuittaus_id" IS NOT NULL
  AND t3.status = 1
  AND t3."lahetykset_ids" && ARRAY(SELECT t4.id
  FROM "lahetys" t4
  WHERE t4."kuljettaja_id" = $1))
  UNION ALL SELECT t5."rahtikirja_id"
  FROM "tilaus" t5
  WHERE (t5."rahtikirja_id" IS NOT NULL
  AND t5.status = 1
  AND t5.id IN (SELECT t6."tilaus_id"
  FROM "lahetys" t6
  WHERE (t6."tilaus_id" IS NOT NULL
  AND t6.status = 1
  AND t6."kuljettaja_id" = $1)))
  UNION ALL SELECT t7."rahtikirja_koonti_id"
  FROM "tilaus" t7
  WHERE (t7."rahtikirja_koonti_id" IS NOT NULL
  AND t7.status = 1
  AND t7.id IN (SELECT t8."tilaus_id"
  FROM "lahetys" t8
  WHERE (t8."tilaus_id" IS NOT NULL
  AND t8.status = 1
  AND t8."kuljettaja_id" = $1)))
  UNION ALL SELECT t9."rahtikirja_id"
  FROM "tilaus" t9
  WHERE (t9."rahtikirja_id" IS NOT NULL
  AND t9.status = 1
  AND t9.id IN (SELECT t10."tilaus_id"
  FROM "tuntituote" t10
  WHERE (t10."tilaus_id" IS NOT NULL
  AND t10.status = 1
  AND t10."kuljettaja_id" = $1)))
  UNION ALL SELECT t11."rahtikirja_koonti_id"
  FROM "tilaus" t11
  WHERE (t11."rahtikirja_koonti_id" IS NOT NULL
  AND t11.status = 1
  AND t11.id IN (SELECT t12."tilaus_id"
  FROM "tuntituote" t12
  WHERE (t12."tilaus_id" IS NOT NULL
  AND t12.status = 1
  AND t12."kuljettaja_id" = $1)))))))) branches
  ORDER BY b, o
