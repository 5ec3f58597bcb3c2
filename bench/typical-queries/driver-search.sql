WITH hits AS MATERIALIZED (SELECT h.id, h.nro, CASE WHEN h.sanat || ' ' LIKE '% ' || $1::text || ' %' THEN 0 ELSE h.rank END AS rank
  FROM (SELECT h.id, h.nro, h.sanat, CASE WHEN (CASE WHEN h.sanat LIKE ANY($2::text[]) THEN CASE WHEN h.sanat LIKE ANY($3::text[]) THEN 1 ELSE 2 END END) IS NOT NULL THEN CASE WHEN (hakusanat(concat_ws(' ', t."laskutus_viesti"), ARRAY[]::text[]) LIKE ANY($2::text[])
  OR EXISTS (SELECT
  FROM "lahetys" t11
  WHERE t11."tilaus_id" = t.id
  AND t11.status = 1
  AND ((t11."kuljettaja_id" = $4
  OR t11."tyovuoro_id" = ANY(ARRAY(SELECT t12.id
  FROM "tyovuoro" t12
  WHERE (t12."kuljettaja_id" = $4
  AND t12."tila" IN ('PUBLISHED')))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "tuntituote" t13
  WHERE t13."tilaus_id" = t.id
  AND t13.status = 1
  AND ((t13."kuljettaja_id" = $4
  OR t13."tyovuoro_id" = ANY(ARRAY(SELECT t14.id
  FROM "tyovuoro" t14
  WHERE (t14."kuljettaja_id" = $4
  AND t14."tila" IN ('PUBLISHED')))))) IS NOT TRUE)) THEN (SELECT CASE WHEN o.sanat LIKE ANY($2::text[]) THEN CASE WHEN o.sanat LIKE ANY($3::text[]) THEN 1 ELSE 2 END END
  FROM (SELECT hakusanat(concat_ws(' ', t."name", haku_tunnus('T' || t."tilausnro"), t."tilausnro"::text, haku_tunnus(t."tilausnro"::text), (SELECT concat_ws(' ', t_asiakas."name")
  FROM "asiakas" t_asiakas
  WHERE (t_asiakas.id = t."asiakas_id"
  AND t_asiakas.status = 1
  AND (t_asiakas.status = 1
  AND t_asiakas.id IN (SELECT t15."asiakas_id"
  FROM "tilaus" t15
  WHERE (t15."asiakas_id" IS NOT NULL
  AND t15.status = 1
  AND t15.id IN (SELECT t16."tilaus_id"
  FROM "lahetys" t16
  WHERE (t16."tilaus_id" IS NOT NULL
  AND t16.status = 1
  AND t16."kuljettaja_id" = $4)))
  UNION ALL SELECT t17."asiakas_id"
  FROM "tilaus" t17
  WHERE (t17."asiakas_id" IS NOT NULL
  AND t17.status = 1
  AND t17.id IN (SELECT t18."tilaus_id"
  FROM "lahetys" t18
  WHERE (t18."tilaus_id" IS NOT NULL
  AND t18.status = 1
  AND t18."tyovuoro_id" = ANY(ARRAY(SELECT t19.id
  FROM "tyovuoro" t19
  WHERE (t19."kuljettaja_id" = $4
  AND t19."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t20."asiakas_id"
  FROM "tilaus" t20
  WHERE (t20."asiakas_id" IS NOT NULL
  AND t20.status = 1
  AND t20.id IN (SELECT t21."tilaus_id"
  FROM "tuntituote" t21
  WHERE (t21."tilaus_id" IS NOT NULL
  AND t21.status = 1
  AND t21."kuljettaja_id" = $4)))
  UNION ALL SELECT t22."asiakas_id"
  FROM "tilaus" t22
  WHERE (t22."asiakas_id" IS NOT NULL
  AND t22.status = 1
  AND t22.id IN (SELECT t23."tilaus_id"
  FROM "tuntituote" t23
  WHERE (t23."tilaus_id" IS NOT NULL
  AND t23.status = 1
  AND t23."tyovuoro_id" = ANY(ARRAY(SELECT t24.id
  FROM "tyovuoro" t24
  WHERE (t24."kuljettaja_id" = $4
  AND t24."tila" IN ('PUBLISHED'))))))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "lahetys" t_lahetykset, unnest(ARRAY[t_lahetykset."nouto_nimi", t_lahetykset."nouto_osoite1", t_lahetykset."nouto_osoite2", t_lahetykset."nouto_postinro", t_lahetykset."nouto_postitmp", t_lahetykset."nouto_yhteyshenkilo_etunimi", t_lahetykset."nouto_yhteyshenkilo_sukunimi", t_lahetykset."nouto_yhteyshenkilo_puhelin", t_lahetykset."nouto_yhteyshenkilo_email", t_lahetykset."toimitus_nimi", t_lahetykset."toimitus_osoite1", t_lahetykset."toimitus_osoite2", t_lahetykset."toimitus_postinro", t_lahetykset."toimitus_postitmp", t_lahetykset."toimitus_yhteyshenkilo_etunimi", t_lahetykset."toimitus_yhteyshenkilo_sukunimi", t_lahetykset."toimitus_yhteyshenkilo_puhelin", t_lahetykset."toimitus_yhteyshenkilo_email", t_lahetykset."name", t_lahetykset."viesti", t_lahetykset."kuvaus", t_lahetykset."viite", haku_tunnus(t_lahetykset."viite")]) AS v
  WHERE (t_lahetykset."tilaus_id" = t.id
  AND t_lahetykset.status = 1
  AND (t_lahetykset.status = 1
  AND (t_lahetykset."kuljettaja_id" = $4
  OR t_lahetykset."tyovuoro_id" = ANY(ARRAY(SELECT t25.id
  FROM "tyovuoro" t25
  WHERE (t25."kuljettaja_id" = $4
  AND t25."tila" IN ('PUBLISHED')))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "tuntituote" t_tuntituotteet, unnest(ARRAY[t_tuntituotteet."nouto_nimi", t_tuntituotteet."nouto_osoite1", t_tuntituotteet."nouto_osoite2", t_tuntituotteet."nouto_postinro", t_tuntituotteet."nouto_postitmp", t_tuntituotteet."nouto_yhteyshenkilo_etunimi", t_tuntituotteet."nouto_yhteyshenkilo_sukunimi", t_tuntituotteet."nouto_yhteyshenkilo_puhelin", t_tuntituotteet."nouto_yhteyshenkilo_email", t_tuntituotteet."viesti", t_tuntituotteet."selite", t_tuntituotteet."viite", haku_tunnus(t_tuntituotteet."viite")]) AS v
  WHERE (t_tuntituotteet."tilaus_id" = t.id
  AND t_tuntituotteet.status = 1
  AND (t_tuntituotteet.status = 1
  AND (t_tuntituotteet."kuljettaja_id" = $4
  OR t_tuntituotteet."tyovuoro_id" = ANY(ARRAY(SELECT t26.id
  FROM "tyovuoro" t26
  WHERE (t26."kuljettaja_id" = $4
  AND t26."tila" IN ('PUBLISHED'))))))))), ARRAY[haku_tunnus('T' || t."tilausnro"), haku_tunnus(t."tilausnro"::text)]::text[]) AS sanat OFFSET 0) o) ELSE CASE WHEN h.sanat LIKE ANY($2::text[]) THEN CASE WHEN h.sanat LIKE ANY($3::text[]) THEN 1 ELSE 2 END END END END AS rank
  FROM "tilaus_haku" h
  JOIN "tilaus" t ON t.id = h.id
  WHERE (t.status = 1
  AND t.id IN (SELECT t1."tilaus_id"
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IS NOT NULL
  AND t1.status = 1
  AND t1."kuljettaja_id" = $4)
  UNION ALL SELECT t2."tilaus_id"
  FROM "lahetys" t2
  WHERE (t2."tilaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."tyovuoro_id" = ANY(ARRAY(SELECT t3.id
  FROM "tyovuoro" t3
  WHERE (t3."kuljettaja_id" = $4
  AND t3."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t4."tilaus_id"
  FROM "tuntituote" t4
  WHERE (t4."tilaus_id" IS NOT NULL
  AND t4.status = 1
  AND t4."kuljettaja_id" = $4)
  UNION ALL SELECT t5."tilaus_id"
  FROM "tuntituote" t5
  WHERE (t5."tilaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."tyovuoro_id" = ANY(ARRAY(SELECT t6.id
  FROM "tyovuoro" t6
  WHERE (t6."kuljettaja_id" = $4
  AND t6."tila" IN ('PUBLISHED'))))))) OFFSET 0) h
  WHERE h.rank IS NOT NULL
  ORDER BY 3, h.nro DESC
  LIMIT 500),
page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY t.rank, t.nro DESC) AS n
  FROM hits t
  ORDER BY t.rank, t.nro DESC
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM hits t) ELSE (SELECT count(*)
  FROM page) END AS n) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."tilausnro"::text AS c1,
    r."tilauksen_tila" AS c2,
    r."toivottu_toimitus"::text AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7
  FROM page
  JOIN "tilaus" r ON r.id = page.id
  UNION ALL SELECT 1 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."nouto_postitmp" AS c1,
    r."toimitus_postitmp" AS c2,
    r."tila" AS c3,
    r."maara"::text AS c4,
    r."paino"::text AS c5,
    r."toivottu_toimitus"::text AS c6,
    r."tilaus_id"::text AS c7
  FROM "lahetys" r
  WHERE (r."tilaus_id" IN (SELECT id
  FROM page)
  AND r.status = 1
  AND (r.status = 1
  AND (r."kuljettaja_id" = $4
  OR r."tyovuoro_id" = ANY(ARRAY(SELECT t29.id
  FROM "tyovuoro" t29
  WHERE (t29."kuljettaja_id" = $4
  AND t29."tila" IN ('PUBLISHED')))))))
