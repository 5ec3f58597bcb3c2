WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t.drupal_internal__id) AS n
  FROM "lahetys" t
  WHERE ((t.status = 1
  AND (t."kuljettaja_id" = $1
  OR t."tyovuoro_id" = ANY(ARRAY(SELECT t1.id
  FROM "tyovuoro" t1
  WHERE (t1."kuljettaja_id" = $1
  AND t1."tila" IN ('PUBLISHED'))))))
  AND t."tila" = 'kuljetuksessa')
  ORDER BY t.drupal_internal__id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "lahetys" t
  WHERE ((t.status = 1
  AND (t."kuljettaja_id" = $1
  OR t."tyovuoro_id" = ANY(ARRAY(SELECT t1.id
  FROM "tyovuoro" t1
  WHERE (t1."kuljettaja_id" = $1
  AND t1."tila" IN ('PUBLISHED'))))))
  AND t."tila" = 'kuljetuksessa')) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2
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
  WHERE (r.id IN (SELECT unnest(t2."kuvat_ids")
  FROM "lahetys" t2
  JOIN page p ON p.id = t2.id)
  AND (r.status = 1
  AND (r."lisaaja_id" = $1
  OR r.id IN (SELECT unnest(t3."kuvat_ids")
  FROM "huolto" t3
  WHERE (t3.status = 1
  AND true)
  UNION ALL SELECT unnest(t4."tiedostot_ids")
  FROM "dokumentti" t4
  WHERE (t4.status = 1
  AND (t4."roolit" && ARRAY['kuljettaja']::text[]
  OR t4."henkilot_ids" @> ARRAY[$1]::uuid[]))
  UNION ALL SELECT t5."kuittaus_id"
  FROM "dokumentti_kuittaus" t5
  WHERE (t5."kuittaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."kayttaja_id" = $1)
  UNION ALL SELECT unnest(t6."kuvat_ids")
  FROM "lahetys" t6
  WHERE (t6.status = 1
  AND t6."kuljettaja_id" = $1)
  UNION ALL SELECT unnest(t7."kuvat_ids")
  FROM "lahetys" t7
  WHERE (t7.status = 1
  AND t7."tyovuoro_id" = ANY(ARRAY(SELECT t8.id
  FROM "tyovuoro" t8
  WHERE (t8."kuljettaja_id" = $1
  AND t8."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t9."kuittaus_id"
  FROM "v_o_kuittaus" t9
  WHERE (t9."kuittaus_id" IS NOT NULL
  AND t9.status = 1
  AND t9."lahetykset_ids" && ARRAY(SELECT t10.id
  FROM "lahetys" t10
  WHERE (t10.status = 1
  AND t10."kuljettaja_id" = $1)))
  UNION ALL SELECT t11."kuittaus_id"
  FROM "v_o_kuittaus" t11
  WHERE (t11."kuittaus_id" IS NOT NULL
  AND t11.status = 1
  AND t11."lahetykset_ids" && ARRAY(SELECT t12.id
  FROM "lahetys" t12
  WHERE (t12.status = 1
  AND t12."tyovuoro_id" = ANY(ARRAY(SELECT t13.id
  FROM "tyovuoro" t13
  WHERE (t13."kuljettaja_id" = $1
  AND t13."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT unnest(t14."kuvat_ids")
  FROM "toimituspoikkeama" t14
  WHERE (t14.status = 1
  AND t14."lahetykset_ids" && ARRAY(SELECT t15.id
  FROM "lahetys" t15
  WHERE (t15.status = 1
  AND t15."kuljettaja_id" = $1)))
  UNION ALL SELECT unnest(t16."kuvat_ids")
  FROM "toimituspoikkeama" t16
  WHERE (t16.status = 1
  AND t16."lahetykset_ids" && ARRAY(SELECT t17.id
  FROM "lahetys" t17
  WHERE (t17.status = 1
  AND t17."tyovuoro_id" = ANY(ARRAY(SELECT t18.id
  FROM "tyovuoro" t18
  WHERE (t18."kuljettaja_id" = $1
  AND t18."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT unnest(t19."kuvat_ids")
  FROM "v_o_kuittaus" t19
  WHERE (t19.status = 1
  AND t19."lahetykset_ids" && ARRAY(SELECT t20.id
  FROM "lahetys" t20
  WHERE (t20.status = 1
  AND t20."kuljettaja_id" = $1)))
  UNION ALL SELECT unnest(t21."kuvat_ids")
  FROM "v_o_kuittaus" t21
  WHERE (t21.status = 1
  AND t21."lahetykset_ids" && ARRAY(SELECT t22.id
  FROM "lahetys" t22
  WHERE (t22.status = 1
  AND t22."tyovuoro_id" = ANY(ARRAY(SELECT t23.id
  FROM "tyovuoro" t23
  WHERE (t23."kuljettaja_id" = $1
  AND t23."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t24."rahtikirja_id"
  FROM "tilaus" t24
  WHERE (t24."rahtikirja_id" IS NOT NULL
  AND t24.status = 1
  AND t24.id IN (SELECT t25."tilaus_id"
  FROM "lahetys" t25
  WHERE (t25."tilaus_id" IS NOT NULL
  AND t25.status = 1
  AND t25."kuljettaja_id" = $1)))
  UNION ALL SELECT t26."rahtikirja_id"
  FROM "tilaus" t26
  WHERE (t26."rahtikirja_id" IS NOT NULL
  AND t26.status = 1
  AND t26.id IN (SELECT t27."tilaus_id"
  FROM "lahetys" t27
  WHERE (t27."tilaus_id" IS NOT NULL
  AND t27.status = 1
  AND t27."tyovuoro_id" = ANY(ARRAY(SELECT t28.id
  FROM "tyovuoro" t28
  WHERE (t28."kuljettaja_id" = $1
  AND t28."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t29."rahtikirja_koonti_id"
  FROM "tilaus" t29
  WHERE (t29."rahtikirja_koonti_id" IS NOT NULL
  AND t29.status = 1
  AND t29.id IN (SELECT t30."tilaus_id"
  FROM "lahetys" t30
  WHERE (t30."tilaus_id" IS NOT NULL
  AND t30.status = 1
  AND t30."kuljettaja_id" = $1)))
  UNION ALL SELECT t31."rahtikirja_koonti_id"
  FROM "tilaus" t31
  WHERE (t31."rahtikirja_koonti_id" IS NOT NULL
  AND t31.status = 1
  AND t31.id IN (SELECT t32."tilaus_id"
  FROM "lahetys" t32
  WHERE (t32."tilaus_id" IS NOT NULL
  AND t32.status = 1
  AND t32."tyovuoro_id" = ANY(ARRAY(SELECT t33.id
  FROM "tyovuoro" t33
  WHERE (t33."kuljettaja_id" = $1
  AND t33."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t34."rahtikirja_id"
  FROM "tilaus" t34
  WHERE (t34."rahtikirja_id" IS NOT NULL
  AND t34.status = 1
  AND t34.id IN (SELECT t35."tilaus_id"
  FROM "tuntituote" t35
  WHERE (t35."tilaus_id" IS NOT NULL
  AND t35.status = 1
  AND t35."kuljettaja_id" = $1)))
  UNION ALL SELECT t36."rahtikirja_id"
  FROM "tilaus" t36
  WHERE (t36."rahtikirja_id" IS NOT NULL
  AND t36.status = 1
  AND t36.id IN (SELECT t37."tilaus_id"
  FROM "tuntituote" t37
  WHERE (t37."tilaus_id" IS NOT NULL
  AND t37.status = 1
  AND t37."tyovuoro_id" = ANY(ARRAY(SELECT t38.id
  FROM "tyovuoro" t38
  WHERE (t38."kuljettaja_id" = $1
  AND t38."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t39."rahtikirja_koonti_id"
  FROM "tilaus" t39
  WHERE (t39."rahtikirja_koonti_id" IS NOT NULL
  AND t39.status = 1
  AND t39.id IN (SELECT t40."tilaus_id"
  FROM "tuntituote" t40
  WHERE (t40."tilaus_id" IS NOT NULL
  AND t40.status = 1
  AND t40."kuljettaja_id" = $1)))
  UNION ALL SELECT t41."rahtikirja_koonti_id"
  FROM "tilaus" t41
  WHERE (t41."rahtikirja_koonti_id" IS NOT NULL
  AND t41.status = 1
  AND t41.id IN (SELECT t42."tilaus_id"
  FROM "tuntituote" t42
  WHERE (t42."tilaus_id" IS NOT NULL
  AND t42.status = 1
  AND t42."tyovuoro_id" = ANY(ARRAY(SELECT t43.id
  FROM "tyovuoro" t43
  WHERE (t43."kuljettaja_id" = $1
  AND t43."tila" IN ('PUBLISHED')))))))))))
