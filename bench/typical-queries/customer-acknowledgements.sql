WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t."created" DESC, t.id DESC) AS n
  FROM "v_o_kuittaus" t
  WHERE (t.status = 1
  AND t."asiakas_id" = $1)
  ORDER BY t."created" DESC, t.id DESC
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "v_o_kuittaus" t
  WHERE (t.status = 1
  AND t."asiakas_id" = $1)) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2, NULL AS c3
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."nimenselvennys" AS c1, array_to_string(r."lahetykset_ids", ',') AS c2,
    r."kuittaus_id"::text AS c3
  FROM page
  JOIN "v_o_kuittaus" r ON r.id = page.id
  UNION ALL SELECT 1 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."filename" AS c1, NULL AS c2, NULL AS c3
  FROM "file" r
  WHERE (r.id IN (SELECT t1."kuittaus_id"
  FROM "v_o_kuittaus" t1
  JOIN page p ON p.id = t1.id)
  AND (r.status = 1
  AND (r."asiakas_id" = $1
  OR r."lisaaja_id" = $2
  OR r.id IN (SELECT t2."kuittaus_id"
  FROM "v_o_kuittaus" t2
  WHERE (t2."kuittaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."asiakas_id" = $1)
  UNION ALL SELECT unnest(t3."kuvat_ids")
  FROM "lahetys" t3
  WHERE (t3.status = 1
  AND t3."asiakas_id" = $1)
  UNION ALL SELECT unnest(t4."kuvat_ids")
  FROM "toimituspoikkeama" t4
  WHERE (t4.status = 1
  AND t4."asiakas_id" = $1)
  UNION ALL SELECT unnest(t5."kuvat_ids")
  FROM "v_o_kuittaus" t5
  WHERE (t5.status = 1
  AND t5."asiakas_id" = $1)
  UNION ALL SELECT t6."rahtikirja_id"
  FROM "tilaus" t6
  WHERE (t6."rahtikirja_id" IS NOT NULL
  AND t6.status = 1
  AND t6."asiakas_id" = $1)
  UNION ALL SELECT t7."rahtikirja_koonti_id"
  FROM "tilaus" t7
  WHERE (t7."rahtikirja_koonti_id" IS NOT NULL
  AND t7.status = 1
  AND t7."asiakas_id" = $1)))))
  UNION ALL SELECT 2 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."viite" AS c1, CASE WHEN r."tila" IN ('odottaa_siirtoa', 'siirto', 'siirretty') THEN 'kuljetuksessa' ELSE r."tila" END AS c2, NULL AS c3
  FROM "lahetys" r
  WHERE (r.id IN (SELECT unnest(t8."lahetykset_ids")
  FROM "v_o_kuittaus" t8
  JOIN page p ON p.id = t8.id)
  AND (r.status = 1
  AND r."asiakas_id" = $1))
