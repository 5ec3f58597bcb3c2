WITH codes AS MATERIALIZED (SELECT h.id, h.nro
  FROM (SELECT h.id, h.nro, h.sanat
  FROM "tilaus_haku" h
  WHERE array_to_tsvector(string_to_array(btrim(h.sanat), ' ')) @@ (SELECT ('''' || $1::text || '''')::tsquery)
  ORDER BY h.nro DESC OFFSET 0) h
  JOIN "tilaus" t ON t.id = h.id
  WHERE ((t.status = 1
  AND t.id IN (SELECT t1."tilaus_id"
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IS NOT NULL
  AND t1.status = 1
  AND t1."kuljettaja_id" = $2)
  UNION ALL SELECT t2."tilaus_id"
  FROM "lahetys" t2
  WHERE (t2."tilaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."tyovuoro_id" = ANY(ARRAY(SELECT t3.id
  FROM "tyovuoro" t3
  WHERE (t3."kuljettaja_id" = $2
  AND t3."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t4."tilaus_id"
  FROM "tuntituote" t4
  WHERE (t4."tilaus_id" IS NOT NULL
  AND t4.status = 1
  AND t4."kuljettaja_id" = $2)
  UNION ALL SELECT t5."tilaus_id"
  FROM "tuntituote" t5
  WHERE (t5."tilaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."tyovuoro_id" = ANY(ARRAY(SELECT t6.id
  FROM "tyovuoro" t6
  WHERE (t6."kuljettaja_id" = $2
  AND t6."tila" IN ('PUBLISHED')))))))
  AND (CASE WHEN (CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END) IS NOT NULL THEN CASE WHEN (EXISTS (SELECT
  FROM "asiakas" t22
  WHERE t22.id = t."asiakas_id"
  AND t22.status = 1
  AND (t22.id IN (SELECT t23."asiakas_id"
  FROM "tilaus" t23
  WHERE (t23."asiakas_id" IS NOT NULL
  AND t23.status = 1
  AND t23.id IN (SELECT t24."tilaus_id"
  FROM "lahetys" t24
  WHERE (t24."tilaus_id" IS NOT NULL
  AND t24.status = 1
  AND t24."kuljettaja_id" = $2)))
  UNION ALL SELECT t25."asiakas_id"
  FROM "tilaus" t25
  WHERE (t25."asiakas_id" IS NOT NULL
  AND t25.status = 1
  AND t25.id IN (SELECT t26."tilaus_id"
  FROM "lahetys" t26
  WHERE (t26."tilaus_id" IS NOT NULL
  AND t26.status = 1
  AND t26."tyovuoro_id" = ANY(ARRAY(SELECT t27.id
  FROM "tyovuoro" t27
  WHERE (t27."kuljettaja_id" = $2
  AND t27."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t28."asiakas_id"
  FROM "tilaus" t28
  WHERE (t28."asiakas_id" IS NOT NULL
  AND t28.status = 1
  AND t28.id IN (SELECT t29."tilaus_id"
  FROM "tuntituote" t29
  WHERE (t29."tilaus_id" IS NOT NULL
  AND t29.status = 1
  AND t29."kuljettaja_id" = $2)))
  UNION ALL SELECT t30."asiakas_id"
  FROM "tilaus" t30
  WHERE (t30."asiakas_id" IS NOT NULL
  AND t30.status = 1
  AND t30.id IN (SELECT t31."tilaus_id"
  FROM "tuntituote" t31
  WHERE (t31."tilaus_id" IS NOT NULL
  AND t31.status = 1
  AND t31."tyovuoro_id" = ANY(ARRAY(SELECT t32.id
  FROM "tyovuoro" t32
  WHERE (t32."kuljettaja_id" = $2
  AND t32."tila" IN ('PUBLISHED'))))))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "lahetys" t33
  WHERE t33."tilaus_id" = t.id
  AND t33.status = 1
  AND ((t33."kuljettaja_id" = $2
  OR t33."tyovuoro_id" = ANY(ARRAY(SELECT t34.id
  FROM "tyovuoro" t34
  WHERE (t34."kuljettaja_id" = $2
  AND t34."tila" IN ('PUBLISHED')))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "tuntituote" t35
  WHERE t35."tilaus_id" = t.id
  AND t35.status = 1
  AND ((t35."kuljettaja_id" = $2
  OR t35."tyovuoro_id" = ANY(ARRAY(SELECT t36.id
  FROM "tyovuoro" t36
  WHERE (t36."kuljettaja_id" = $2
  AND t36."tila" IN ('PUBLISHED')))))) IS NOT TRUE)) THEN (SELECT CASE WHEN o.sanat LIKE ANY($3::text[]) THEN CASE WHEN o.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END
  FROM (SELECT hakusanat(concat_ws(' ', t."name", t."laskutus_nimi", t."laskutus_viesti", haku_tunnus('T' || t."tilausnro"), t."tilausnro"::text, haku_tunnus(t."tilausnro"::text), (SELECT concat_ws(' ', t_asiakas."name")
  FROM "asiakas" t_asiakas
  WHERE (t_asiakas.id = t."asiakas_id"
  AND t_asiakas.status = 1
  AND (t_asiakas.status = 1
  AND t_asiakas.id IN (SELECT t37."asiakas_id"
  FROM "tilaus" t37
  WHERE (t37."asiakas_id" IS NOT NULL
  AND t37.status = 1
  AND t37.id IN (SELECT t38."tilaus_id"
  FROM "lahetys" t38
  WHERE (t38."tilaus_id" IS NOT NULL
  AND t38.status = 1
  AND t38."kuljettaja_id" = $2)))
  UNION ALL SELECT t39."asiakas_id"
  FROM "tilaus" t39
  WHERE (t39."asiakas_id" IS NOT NULL
  AND t39.status = 1
  AND t39.id IN (SELECT t40."tilaus_id"
  FROM "lahetys" t40
  WHERE (t40."tilaus_id" IS NOT NULL
  AND t40.status = 1
  AND t40."tyovuoro_id" = ANY(ARRAY(SELECT t41.id
  FROM "tyovuoro" t41
  WHERE (t41."kuljettaja_id" = $2
  AND t41."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t42."asiakas_id"
  FROM "tilaus" t42
  WHERE (t42."asiakas_id" IS NOT NULL
  AND t42.status = 1
  AND t42.id IN (SELECT t43."tilaus_id"
  FROM "tuntituote" t43
  WHERE (t43."tilaus_id" IS NOT NULL
  AND t43.status = 1
  AND t43."kuljettaja_id" = $2)))
  UNION ALL SELECT t44."asiakas_id"
  FROM "tilaus" t44
  WHERE (t44."asiakas_id" IS NOT NULL
  AND t44.status = 1
  AND t44.id IN (SELECT t45."tilaus_id"
  FROM "tuntituote" t45
  WHERE (t45."tilaus_id" IS NOT NULL
  AND t45.status = 1
  AND t45."tyovuoro_id" = ANY(ARRAY(SELECT t46.id
  FROM "tyovuoro" t46
  WHERE (t46."kuljettaja_id" = $2
  AND t46."tila" IN ('PUBLISHED'))))))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "lahetys" t_lahetykset, unnest(ARRAY[t_lahetykset."nouto_nimi", t_lahetykset."nouto_osoite1", t_lahetykset."nouto_osoite2", t_lahetykset."nouto_postinro", t_lahetykset."nouto_postitmp", t_lahetykset."nouto_yhteyshenkilo_etunimi", t_lahetykset."nouto_yhteyshenkilo_sukunimi", t_lahetykset."nouto_yhteyshenkilo_puhelin", t_lahetykset."nouto_yhteyshenkilo_email", t_lahetykset."toimitus_nimi", t_lahetykset."toimitus_osoite1", t_lahetykset."toimitus_osoite2", t_lahetykset."toimitus_postinro", t_lahetykset."toimitus_postitmp", t_lahetykset."toimitus_yhteyshenkilo_etunimi", t_lahetykset."toimitus_yhteyshenkilo_sukunimi", t_lahetykset."toimitus_yhteyshenkilo_puhelin", t_lahetykset."toimitus_yhteyshenkilo_email", t_lahetykset."name", t_lahetykset."viesti", t_lahetykset."kuvaus", t_lahetykset."viite", haku_tunnus(t_lahetykset."viite")]) AS v
  WHERE (t_lahetykset."tilaus_id" = t.id
  AND t_lahetykset.status = 1
  AND (t_lahetykset.status = 1
  AND (t_lahetykset."kuljettaja_id" = $2
  OR t_lahetykset."tyovuoro_id" = ANY(ARRAY(SELECT t47.id
  FROM "tyovuoro" t47
  WHERE (t47."kuljettaja_id" = $2
  AND t47."tila" IN ('PUBLISHED')))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "tuntituote" t_tuntituotteet, unnest(ARRAY[t_tuntituotteet."nouto_nimi", t_tuntituotteet."nouto_osoite1", t_tuntituotteet."nouto_osoite2", t_tuntituotteet."nouto_postinro", t_tuntituotteet."nouto_postitmp", t_tuntituotteet."nouto_yhteyshenkilo_etunimi", t_tuntituotteet."nouto_yhteyshenkilo_sukunimi", t_tuntituotteet."nouto_yhteyshenkilo_puhelin", t_tuntituotteet."nouto_yhteyshenkilo_email", t_tuntituotteet."viesti", t_tuntituotteet."selite", t_tuntituotteet."viite", haku_tunnus(t_tuntituotteet."viite")]) AS v
  WHERE (t_tuntituotteet."tilaus_id" = t.id
  AND t_tuntituotteet.status = 1
  AND (t_tuntituotteet.status = 1
  AND (t_tuntituotteet."kuljettaja_id" = $2
  OR t_tuntituotteet."tyovuoro_id" = ANY(ARRAY(SELECT t48.id
  FROM "tyovuoro" t48
  WHERE (t48."kuljettaja_id" = $2
  AND t48."tila" IN ('PUBLISHED'))))))))), ARRAY[haku_tunnus('T' || t."tilausnro"), haku_tunnus(t."tilausnro"::text)]::text[]) AS sanat OFFSET 0) o) ELSE CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END END END) IS NOT NULL)
  ORDER BY h.nro DESC
  LIMIT 500),
recent AS MATERIALIZED (SELECT h.id, h.nro, CASE WHEN (CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END) IS NOT NULL THEN CASE WHEN (EXISTS (SELECT
  FROM "asiakas" t22
  WHERE t22.id = t."asiakas_id"
  AND t22.status = 1
  AND (t22.id IN (SELECT t23."asiakas_id"
  FROM "tilaus" t23
  WHERE (t23."asiakas_id" IS NOT NULL
  AND t23.status = 1
  AND t23.id IN (SELECT t24."tilaus_id"
  FROM "lahetys" t24
  WHERE (t24."tilaus_id" IS NOT NULL
  AND t24.status = 1
  AND t24."kuljettaja_id" = $2)))
  UNION ALL SELECT t25."asiakas_id"
  FROM "tilaus" t25
  WHERE (t25."asiakas_id" IS NOT NULL
  AND t25.status = 1
  AND t25.id IN (SELECT t26."tilaus_id"
  FROM "lahetys" t26
  WHERE (t26."tilaus_id" IS NOT NULL
  AND t26.status = 1
  AND t26."tyovuoro_id" = ANY(ARRAY(SELECT t27.id
  FROM "tyovuoro" t27
  WHERE (t27."kuljettaja_id" = $2
  AND t27."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t28."asiakas_id"
  FROM "tilaus" t28
  WHERE (t28."asiakas_id" IS NOT NULL
  AND t28.status = 1
  AND t28.id IN (SELECT t29."tilaus_id"
  FROM "tuntituote" t29
  WHERE (t29."tilaus_id" IS NOT NULL
  AND t29.status = 1
  AND t29."kuljettaja_id" = $2)))
  UNION ALL SELECT t30."asiakas_id"
  FROM "tilaus" t30
  WHERE (t30."asiakas_id" IS NOT NULL
  AND t30.status = 1
  AND t30.id IN (SELECT t31."tilaus_id"
  FROM "tuntituote" t31
  WHERE (t31."tilaus_id" IS NOT NULL
  AND t31.status = 1
  AND t31."tyovuoro_id" = ANY(ARRAY(SELECT t32.id
  FROM "tyovuoro" t32
  WHERE (t32."kuljettaja_id" = $2
  AND t32."tila" IN ('PUBLISHED'))))))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "lahetys" t33
  WHERE t33."tilaus_id" = t.id
  AND t33.status = 1
  AND ((t33."kuljettaja_id" = $2
  OR t33."tyovuoro_id" = ANY(ARRAY(SELECT t34.id
  FROM "tyovuoro" t34
  WHERE (t34."kuljettaja_id" = $2
  AND t34."tila" IN ('PUBLISHED')))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "tuntituote" t35
  WHERE t35."tilaus_id" = t.id
  AND t35.status = 1
  AND ((t35."kuljettaja_id" = $2
  OR t35."tyovuoro_id" = ANY(ARRAY(SELECT t36.id
  FROM "tyovuoro" t36
  WHERE (t36."kuljettaja_id" = $2
  AND t36."tila" IN ('PUBLISHED')))))) IS NOT TRUE)) THEN (SELECT CASE WHEN o.sanat LIKE ANY($3::text[]) THEN CASE WHEN o.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END
  FROM (SELECT hakusanat(concat_ws(' ', t."name", t."laskutus_nimi", t."laskutus_viesti", haku_tunnus('T' || t."tilausnro"), t."tilausnro"::text, haku_tunnus(t."tilausnro"::text), (SELECT concat_ws(' ', t_asiakas."name")
  FROM "asiakas" t_asiakas
  WHERE (t_asiakas.id = t."asiakas_id"
  AND t_asiakas.status = 1
  AND (t_asiakas.status = 1
  AND t_asiakas.id IN (SELECT t37."asiakas_id"
  FROM "tilaus" t37
  WHERE (t37."asiakas_id" IS NOT NULL
  AND t37.status = 1
  AND t37.id IN (SELECT t38."tilaus_id"
  FROM "lahetys" t38
  WHERE (t38."tilaus_id" IS NOT NULL
  AND t38.status = 1
  AND t38."kuljettaja_id" = $2)))
  UNION ALL SELECT t39."asiakas_id"
  FROM "tilaus" t39
  WHERE (t39."asiakas_id" IS NOT NULL
  AND t39.status = 1
  AND t39.id IN (SELECT t40."tilaus_id"
  FROM "lahetys" t40
  WHERE (t40."tilaus_id" IS NOT NULL
  AND t40.status = 1
  AND t40."tyovuoro_id" = ANY(ARRAY(SELECT t41.id
  FROM "tyovuoro" t41
  WHERE (t41."kuljettaja_id" = $2
  AND t41."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t42."asiakas_id"
  FROM "tilaus" t42
  WHERE (t42."asiakas_id" IS NOT NULL
  AND t42.status = 1
  AND t42.id IN (SELECT t43."tilaus_id"
  FROM "tuntituote" t43
  WHERE (t43."tilaus_id" IS NOT NULL
  AND t43.status = 1
  AND t43."kuljettaja_id" = $2)))
  UNION ALL SELECT t44."asiakas_id"
  FROM "tilaus" t44
  WHERE (t44."asiakas_id" IS NOT NULL
  AND t44.status = 1
  AND t44.id IN (SELECT t45."tilaus_id"
  FROM "tuntituote" t45
  WHERE (t45."tilaus_id" IS NOT NULL
  AND t45.status = 1
  AND t45."tyovuoro_id" = ANY(ARRAY(SELECT t46.id
  FROM "tyovuoro" t46
  WHERE (t46."kuljettaja_id" = $2
  AND t46."tila" IN ('PUBLISHED'))))))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "lahetys" t_lahetykset, unnest(ARRAY[t_lahetykset."nouto_nimi", t_lahetykset."nouto_osoite1", t_lahetykset."nouto_osoite2", t_lahetykset."nouto_postinro", t_lahetykset."nouto_postitmp", t_lahetykset."nouto_yhteyshenkilo_etunimi", t_lahetykset."nouto_yhteyshenkilo_sukunimi", t_lahetykset."nouto_yhteyshenkilo_puhelin", t_lahetykset."nouto_yhteyshenkilo_email", t_lahetykset."toimitus_nimi", t_lahetykset."toimitus_osoite1", t_lahetykset."toimitus_osoite2", t_lahetykset."toimitus_postinro", t_lahetykset."toimitus_postitmp", t_lahetykset."toimitus_yhteyshenkilo_etunimi", t_lahetykset."toimitus_yhteyshenkilo_sukunimi", t_lahetykset."toimitus_yhteyshenkilo_puhelin", t_lahetykset."toimitus_yhteyshenkilo_email", t_lahetykset."name", t_lahetykset."viesti", t_lahetykset."kuvaus", t_lahetykset."viite", haku_tunnus(t_lahetykset."viite")]) AS v
  WHERE (t_lahetykset."tilaus_id" = t.id
  AND t_lahetykset.status = 1
  AND (t_lahetykset.status = 1
  AND (t_lahetykset."kuljettaja_id" = $2
  OR t_lahetykset."tyovuoro_id" = ANY(ARRAY(SELECT t47.id
  FROM "tyovuoro" t47
  WHERE (t47."kuljettaja_id" = $2
  AND t47."tila" IN ('PUBLISHED')))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "tuntituote" t_tuntituotteet, unnest(ARRAY[t_tuntituotteet."nouto_nimi", t_tuntituotteet."nouto_osoite1", t_tuntituotteet."nouto_osoite2", t_tuntituotteet."nouto_postinro", t_tuntituotteet."nouto_postitmp", t_tuntituotteet."nouto_yhteyshenkilo_etunimi", t_tuntituotteet."nouto_yhteyshenkilo_sukunimi", t_tuntituotteet."nouto_yhteyshenkilo_puhelin", t_tuntituotteet."nouto_yhteyshenkilo_email", t_tuntituotteet."viesti", t_tuntituotteet."selite", t_tuntituotteet."viite", haku_tunnus(t_tuntituotteet."viite")]) AS v
  WHERE (t_tuntituotteet."tilaus_id" = t.id
  AND t_tuntituotteet.status = 1
  AND (t_tuntituotteet.status = 1
  AND (t_tuntituotteet."kuljettaja_id" = $2
  OR t_tuntituotteet."tyovuoro_id" = ANY(ARRAY(SELECT t48.id
  FROM "tyovuoro" t48
  WHERE (t48."kuljettaja_id" = $2
  AND t48."tila" IN ('PUBLISHED'))))))))), ARRAY[haku_tunnus('T' || t."tilausnro"), haku_tunnus(t."tilausnro"::text)]::text[]) AS sanat OFFSET 0) o) ELSE CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END END END AS rank
  FROM "tilaus_haku" h
  JOIN "tilaus" t ON t.id = h.id
  WHERE (t.status = 1
  AND t.id IN (SELECT t1."tilaus_id"
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IS NOT NULL
  AND t1.status = 1
  AND t1."kuljettaja_id" = $2)
  UNION ALL SELECT t2."tilaus_id"
  FROM "lahetys" t2
  WHERE (t2."tilaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."tyovuoro_id" = ANY(ARRAY(SELECT t3.id
  FROM "tyovuoro" t3
  WHERE (t3."kuljettaja_id" = $2
  AND t3."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t4."tilaus_id"
  FROM "tuntituote" t4
  WHERE (t4."tilaus_id" IS NOT NULL
  AND t4.status = 1
  AND t4."kuljettaja_id" = $2)
  UNION ALL SELECT t5."tilaus_id"
  FROM "tuntituote" t5
  WHERE (t5."tilaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."tyovuoro_id" = ANY(ARRAY(SELECT t6.id
  FROM "tyovuoro" t6
  WHERE (t6."kuljettaja_id" = $2
  AND t6."tila" IN ('PUBLISHED')))))))
  ORDER BY h.nro DESC
  LIMIT 2000),
newest AS MATERIALIZED (SELECT count(*) = 2000 AS more, min(nro) AS oldest, count(CASE WHEN rank = 1 THEN 1 END) AS begun, count(rank) AS found
  FROM recent),
sample AS MATERIALIZED (SELECT CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END AS rank
  FROM "tilaus_haku" h
  WHERE h.nro = ANY(ARRAY(SELECT oldest - n * greatest(1, oldest / 400)
  FROM newest, generate_series(1, 400) n
  WHERE more
  AND begun < 500))),
density AS MATERIALIZED (SELECT *
  FROM newest, (SELECT count(*) >= 50
  AND count(CASE WHEN rank = 1 THEN 1 END) * 20 >= count(*) AS begun_dense, count(*) >= 50
  AND count(rank) * 20 >= count(*) AS dense
  FROM sample) s),
begun_near AS MATERIALIZED (SELECT h.id, h.nro
  FROM (SELECT h.*
  FROM "tilaus_haku" h
  WHERE ((SELECT more
  AND begun_dense
  AND begun < 500
  FROM density)
  AND h.nro < (SELECT oldest
  FROM density))
  ORDER BY h.nro DESC
  LIMIT 10000) h
  JOIN "tilaus" t ON t.id = h.id
  WHERE ((t.status = 1
  AND t.id IN (SELECT t1."tilaus_id"
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IS NOT NULL
  AND t1.status = 1
  AND t1."kuljettaja_id" = $2)
  UNION ALL SELECT t2."tilaus_id"
  FROM "lahetys" t2
  WHERE (t2."tilaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."tyovuoro_id" = ANY(ARRAY(SELECT t3.id
  FROM "tyovuoro" t3
  WHERE (t3."kuljettaja_id" = $2
  AND t3."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t4."tilaus_id"
  FROM "tuntituote" t4
  WHERE (t4."tilaus_id" IS NOT NULL
  AND t4.status = 1
  AND t4."kuljettaja_id" = $2)
  UNION ALL SELECT t5."tilaus_id"
  FROM "tuntituote" t5
  WHERE (t5."tilaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."tyovuoro_id" = ANY(ARRAY(SELECT t6.id
  FROM "tyovuoro" t6
  WHERE (t6."kuljettaja_id" = $2
  AND t6."tila" IN ('PUBLISHED')))))))
  AND (CASE WHEN (CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END) IS NOT NULL THEN CASE WHEN (EXISTS (SELECT
  FROM "asiakas" t22
  WHERE t22.id = t."asiakas_id"
  AND t22.status = 1
  AND (t22.id IN (SELECT t23."asiakas_id"
  FROM "tilaus" t23
  WHERE (t23."asiakas_id" IS NOT NULL
  AND t23.status = 1
  AND t23.id IN (SELECT t24."tilaus_id"
  FROM "lahetys" t24
  WHERE (t24."tilaus_id" IS NOT NULL
  AND t24.status = 1
  AND t24."kuljettaja_id" = $2)))
  UNION ALL SELECT t25."asiakas_id"
  FROM "tilaus" t25
  WHERE (t25."asiakas_id" IS NOT NULL
  AND t25.status = 1
  AND t25.id IN (SELECT t26."tilaus_id"
  FROM "lahetys" t26
  WHERE (t26."tilaus_id" IS NOT NULL
  AND t26.status = 1
  AND t26."tyovuoro_id" = ANY(ARRAY(SELECT t27.id
  FROM "tyovuoro" t27
  WHERE (t27."kuljettaja_id" = $2
  AND t27."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t28."asiakas_id"
  FROM "tilaus" t28
  WHERE (t28."asiakas_id" IS NOT NULL
  AND t28.status = 1
  AND t28.id IN (SELECT t29."tilaus_id"
  FROM "tuntituote" t29
  WHERE (t29."tilaus_id" IS NOT NULL
  AND t29.status = 1
  AND t29."kuljettaja_id" = $2)))
  UNION ALL SELECT t30."asiakas_id"
  FROM "tilaus" t30
  WHERE (t30."asiakas_id" IS NOT NULL
  AND t30.status = 1
  AND t30.id IN (SELECT t31."tilaus_id"
  FROM "tuntituote" t31
  WHERE (t31."tilaus_id" IS NOT NULL
  AND t31.status = 1
  AND t31."tyovuoro_id" = ANY(ARRAY(SELECT t32.id
  FROM "tyovuoro" t32
  WHERE (t32."kuljettaja_id" = $2
  AND t32."tila" IN ('PUBLISHED'))))))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "lahetys" t33
  WHERE t33."tilaus_id" = t.id
  AND t33.status = 1
  AND ((t33."kuljettaja_id" = $2
  OR t33."tyovuoro_id" = ANY(ARRAY(SELECT t34.id
  FROM "tyovuoro" t34
  WHERE (t34."kuljettaja_id" = $2
  AND t34."tila" IN ('PUBLISHED')))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "tuntituote" t35
  WHERE t35."tilaus_id" = t.id
  AND t35.status = 1
  AND ((t35."kuljettaja_id" = $2
  OR t35."tyovuoro_id" = ANY(ARRAY(SELECT t36.id
  FROM "tyovuoro" t36
  WHERE (t36."kuljettaja_id" = $2
  AND t36."tila" IN ('PUBLISHED')))))) IS NOT TRUE)) THEN (SELECT CASE WHEN o.sanat LIKE ANY($3::text[]) THEN CASE WHEN o.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END
  FROM (SELECT hakusanat(concat_ws(' ', t."name", t."laskutus_nimi", t."laskutus_viesti", haku_tunnus('T' || t."tilausnro"), t."tilausnro"::text, haku_tunnus(t."tilausnro"::text), (SELECT concat_ws(' ', t_asiakas."name")
  FROM "asiakas" t_asiakas
  WHERE (t_asiakas.id = t."asiakas_id"
  AND t_asiakas.status = 1
  AND (t_asiakas.status = 1
  AND t_asiakas.id IN (SELECT t37."asiakas_id"
  FROM "tilaus" t37
  WHERE (t37."asiakas_id" IS NOT NULL
  AND t37.status = 1
  AND t37.id IN (SELECT t38."tilaus_id"
  FROM "lahetys" t38
  WHERE (t38."tilaus_id" IS NOT NULL
  AND t38.status = 1
  AND t38."kuljettaja_id" = $2)))
  UNION ALL SELECT t39."asiakas_id"
  FROM "tilaus" t39
  WHERE (t39."asiakas_id" IS NOT NULL
  AND t39.status = 1
  AND t39.id IN (SELECT t40."tilaus_id"
  FROM "lahetys" t40
  WHERE (t40."tilaus_id" IS NOT NULL
  AND t40.status = 1
  AND t40."tyovuoro_id" = ANY(ARRAY(SELECT t41.id
  FROM "tyovuoro" t41
  WHERE (t41."kuljettaja_id" = $2
  AND t41."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t42."asiakas_id"
  FROM "tilaus" t42
  WHERE (t42."asiakas_id" IS NOT NULL
  AND t42.status = 1
  AND t42.id IN (SELECT t43."tilaus_id"
  FROM "tuntituote" t43
  WHERE (t43."tilaus_id" IS NOT NULL
  AND t43.status = 1
  AND t43."kuljettaja_id" = $2)))
  UNION ALL SELECT t44."asiakas_id"
  FROM "tilaus" t44
  WHERE (t44."asiakas_id" IS NOT NULL
  AND t44.status = 1
  AND t44.id IN (SELECT t45."tilaus_id"
  FROM "tuntituote" t45
  WHERE (t45."tilaus_id" IS NOT NULL
  AND t45.status = 1
  AND t45."tyovuoro_id" = ANY(ARRAY(SELECT t46.id
  FROM "tyovuoro" t46
  WHERE (t46."kuljettaja_id" = $2
  AND t46."tila" IN ('PUBLISHED'))))))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "lahetys" t_lahetykset, unnest(ARRAY[t_lahetykset."nouto_nimi", t_lahetykset."nouto_osoite1", t_lahetykset."nouto_osoite2", t_lahetykset."nouto_postinro", t_lahetykset."nouto_postitmp", t_lahetykset."nouto_yhteyshenkilo_etunimi", t_lahetykset."nouto_yhteyshenkilo_sukunimi", t_lahetykset."nouto_yhteyshenkilo_puhelin", t_lahetykset."nouto_yhteyshenkilo_email", t_lahetykset."toimitus_nimi", t_lahetykset."toimitus_osoite1", t_lahetykset."toimitus_osoite2", t_lahetykset."toimitus_postinro", t_lahetykset."toimitus_postitmp", t_lahetykset."toimitus_yhteyshenkilo_etunimi", t_lahetykset."toimitus_yhteyshenkilo_sukunimi", t_lahetykset."toimitus_yhteyshenkilo_puhelin", t_lahetykset."toimitus_yhteyshenkilo_email", t_lahetykset."name", t_lahetykset."viesti", t_lahetykset."kuvaus", t_lahetykset."viite", haku_tunnus(t_lahetykset."viite")]) AS v
  WHERE (t_lahetykset."tilaus_id" = t.id
  AND t_lahetykset.status = 1
  AND (t_lahetykset.status = 1
  AND (t_lahetykset."kuljettaja_id" = $2
  OR t_lahetykset."tyovuoro_id" = ANY(ARRAY(SELECT t47.id
  FROM "tyovuoro" t47
  WHERE (t47."kuljettaja_id" = $2
  AND t47."tila" IN ('PUBLISHED')))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "tuntituote" t_tuntituotteet, unnest(ARRAY[t_tuntituotteet."nouto_nimi", t_tuntituotteet."nouto_osoite1", t_tuntituotteet."nouto_osoite2", t_tuntituotteet."nouto_postinro", t_tuntituotteet."nouto_postitmp", t_tuntituotteet."nouto_yhteyshenkilo_etunimi", t_tuntituotteet."nouto_yhteyshenkilo_sukunimi", t_tuntituotteet."nouto_yhteyshenkilo_puhelin", t_tuntituotteet."nouto_yhteyshenkilo_email", t_tuntituotteet."viesti", t_tuntituotteet."selite", t_tuntituotteet."viite", haku_tunnus(t_tuntituotteet."viite")]) AS v
  WHERE (t_tuntituotteet."tilaus_id" = t.id
  AND t_tuntituotteet.status = 1
  AND (t_tuntituotteet.status = 1
  AND (t_tuntituotteet."kuljettaja_id" = $2
  OR t_tuntituotteet."tyovuoro_id" = ANY(ARRAY(SELECT t48.id
  FROM "tyovuoro" t48
  WHERE (t48."kuljettaja_id" = $2
  AND t48."tila" IN ('PUBLISHED'))))))))), ARRAY[haku_tunnus('T' || t."tilausnro"), haku_tunnus(t."tilausnro"::text)]::text[]) AS sanat OFFSET 0) o) ELSE CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END END END) = 1)
  ORDER BY h.nro DESC
  LIMIT 500),
begun AS MATERIALIZED (SELECT h.id, h.nro
  FROM (SELECT h.id, h.nro, h.sanat
  FROM "tilaus_haku" h
  WHERE (array_to_tsvector(string_to_array(btrim(h.sanat), ' ')) @@ (SELECT ('(' || $5::text || ')')::tsquery)
  AND (SELECT more
  AND begun + (SELECT count(*)
  FROM begun_near) < 500
  FROM density)
  AND h.nro < (SELECT CASE WHEN begun_dense THEN coalesce((SELECT h.nro
  FROM "tilaus_haku" h
  WHERE h.nro < oldest
  ORDER BY h.nro DESC OFFSET 9999
  LIMIT 1), 0) ELSE oldest END
  FROM density))
  ORDER BY h.nro DESC OFFSET 0) h
  JOIN "tilaus" t ON t.id = h.id
  WHERE ((t.status = 1
  AND t.id IN (SELECT t1."tilaus_id"
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IS NOT NULL
  AND t1.status = 1
  AND t1."kuljettaja_id" = $2)
  UNION ALL SELECT t2."tilaus_id"
  FROM "lahetys" t2
  WHERE (t2."tilaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."tyovuoro_id" = ANY(ARRAY(SELECT t3.id
  FROM "tyovuoro" t3
  WHERE (t3."kuljettaja_id" = $2
  AND t3."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t4."tilaus_id"
  FROM "tuntituote" t4
  WHERE (t4."tilaus_id" IS NOT NULL
  AND t4.status = 1
  AND t4."kuljettaja_id" = $2)
  UNION ALL SELECT t5."tilaus_id"
  FROM "tuntituote" t5
  WHERE (t5."tilaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."tyovuoro_id" = ANY(ARRAY(SELECT t6.id
  FROM "tyovuoro" t6
  WHERE (t6."kuljettaja_id" = $2
  AND t6."tila" IN ('PUBLISHED')))))))
  AND (CASE WHEN (CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END) IS NOT NULL THEN CASE WHEN (EXISTS (SELECT
  FROM "asiakas" t22
  WHERE t22.id = t."asiakas_id"
  AND t22.status = 1
  AND (t22.id IN (SELECT t23."asiakas_id"
  FROM "tilaus" t23
  WHERE (t23."asiakas_id" IS NOT NULL
  AND t23.status = 1
  AND t23.id IN (SELECT t24."tilaus_id"
  FROM "lahetys" t24
  WHERE (t24."tilaus_id" IS NOT NULL
  AND t24.status = 1
  AND t24."kuljettaja_id" = $2)))
  UNION ALL SELECT t25."asiakas_id"
  FROM "tilaus" t25
  WHERE (t25."asiakas_id" IS NOT NULL
  AND t25.status = 1
  AND t25.id IN (SELECT t26."tilaus_id"
  FROM "lahetys" t26
  WHERE (t26."tilaus_id" IS NOT NULL
  AND t26.status = 1
  AND t26."tyovuoro_id" = ANY(ARRAY(SELECT t27.id
  FROM "tyovuoro" t27
  WHERE (t27."kuljettaja_id" = $2
  AND t27."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t28."asiakas_id"
  FROM "tilaus" t28
  WHERE (t28."asiakas_id" IS NOT NULL
  AND t28.status = 1
  AND t28.id IN (SELECT t29."tilaus_id"
  FROM "tuntituote" t29
  WHERE (t29."tilaus_id" IS NOT NULL
  AND t29.status = 1
  AND t29."kuljettaja_id" = $2)))
  UNION ALL SELECT t30."asiakas_id"
  FROM "tilaus" t30
  WHERE (t30."asiakas_id" IS NOT NULL
  AND t30.status = 1
  AND t30.id IN (SELECT t31."tilaus_id"
  FROM "tuntituote" t31
  WHERE (t31."tilaus_id" IS NOT NULL
  AND t31.status = 1
  AND t31."tyovuoro_id" = ANY(ARRAY(SELECT t32.id
  FROM "tyovuoro" t32
  WHERE (t32."kuljettaja_id" = $2
  AND t32."tila" IN ('PUBLISHED'))))))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "lahetys" t33
  WHERE t33."tilaus_id" = t.id
  AND t33.status = 1
  AND ((t33."kuljettaja_id" = $2
  OR t33."tyovuoro_id" = ANY(ARRAY(SELECT t34.id
  FROM "tyovuoro" t34
  WHERE (t34."kuljettaja_id" = $2
  AND t34."tila" IN ('PUBLISHED')))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "tuntituote" t35
  WHERE t35."tilaus_id" = t.id
  AND t35.status = 1
  AND ((t35."kuljettaja_id" = $2
  OR t35."tyovuoro_id" = ANY(ARRAY(SELECT t36.id
  FROM "tyovuoro" t36
  WHERE (t36."kuljettaja_id" = $2
  AND t36."tila" IN ('PUBLISHED')))))) IS NOT TRUE)) THEN (SELECT CASE WHEN o.sanat LIKE ANY($3::text[]) THEN CASE WHEN o.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END
  FROM (SELECT hakusanat(concat_ws(' ', t."name", t."laskutus_nimi", t."laskutus_viesti", haku_tunnus('T' || t."tilausnro"), t."tilausnro"::text, haku_tunnus(t."tilausnro"::text), (SELECT concat_ws(' ', t_asiakas."name")
  FROM "asiakas" t_asiakas
  WHERE (t_asiakas.id = t."asiakas_id"
  AND t_asiakas.status = 1
  AND (t_asiakas.status = 1
  AND t_asiakas.id IN (SELECT t37."asiakas_id"
  FROM "tilaus" t37
  WHERE (t37."asiakas_id" IS NOT NULL
  AND t37.status = 1
  AND t37.id IN (SELECT t38."tilaus_id"
  FROM "lahetys" t38
  WHERE (t38."tilaus_id" IS NOT NULL
  AND t38.status = 1
  AND t38."kuljettaja_id" = $2)))
  UNION ALL SELECT t39."asiakas_id"
  FROM "tilaus" t39
  WHERE (t39."asiakas_id" IS NOT NULL
  AND t39.status = 1
  AND t39.id IN (SELECT t40."tilaus_id"
  FROM "lahetys" t40
  WHERE (t40."tilaus_id" IS NOT NULL
  AND t40.status = 1
  AND t40."tyovuoro_id" = ANY(ARRAY(SELECT t41.id
  FROM "tyovuoro" t41
  WHERE (t41."kuljettaja_id" = $2
  AND t41."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t42."asiakas_id"
  FROM "tilaus" t42
  WHERE (t42."asiakas_id" IS NOT NULL
  AND t42.status = 1
  AND t42.id IN (SELECT t43."tilaus_id"
  FROM "tuntituote" t43
  WHERE (t43."tilaus_id" IS NOT NULL
  AND t43.status = 1
  AND t43."kuljettaja_id" = $2)))
  UNION ALL SELECT t44."asiakas_id"
  FROM "tilaus" t44
  WHERE (t44."asiakas_id" IS NOT NULL
  AND t44.status = 1
  AND t44.id IN (SELECT t45."tilaus_id"
  FROM "tuntituote" t45
  WHERE (t45."tilaus_id" IS NOT NULL
  AND t45.status = 1
  AND t45."tyovuoro_id" = ANY(ARRAY(SELECT t46.id
  FROM "tyovuoro" t46
  WHERE (t46."kuljettaja_id" = $2
  AND t46."tila" IN ('PUBLISHED'))))))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "lahetys" t_lahetykset, unnest(ARRAY[t_lahetykset."nouto_nimi", t_lahetykset."nouto_osoite1", t_lahetykset."nouto_osoite2", t_lahetykset."nouto_postinro", t_lahetykset."nouto_postitmp", t_lahetykset."nouto_yhteyshenkilo_etunimi", t_lahetykset."nouto_yhteyshenkilo_sukunimi", t_lahetykset."nouto_yhteyshenkilo_puhelin", t_lahetykset."nouto_yhteyshenkilo_email", t_lahetykset."toimitus_nimi", t_lahetykset."toimitus_osoite1", t_lahetykset."toimitus_osoite2", t_lahetykset."toimitus_postinro", t_lahetykset."toimitus_postitmp", t_lahetykset."toimitus_yhteyshenkilo_etunimi", t_lahetykset."toimitus_yhteyshenkilo_sukunimi", t_lahetykset."toimitus_yhteyshenkilo_puhelin", t_lahetykset."toimitus_yhteyshenkilo_email", t_lahetykset."name", t_lahetykset."viesti", t_lahetykset."kuvaus", t_lahetykset."viite", haku_tunnus(t_lahetykset."viite")]) AS v
  WHERE (t_lahetykset."tilaus_id" = t.id
  AND t_lahetykset.status = 1
  AND (t_lahetykset.status = 1
  AND (t_lahetykset."kuljettaja_id" = $2
  OR t_lahetykset."tyovuoro_id" = ANY(ARRAY(SELECT t47.id
  FROM "tyovuoro" t47
  WHERE (t47."kuljettaja_id" = $2
  AND t47."tila" IN ('PUBLISHED')))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "tuntituote" t_tuntituotteet, unnest(ARRAY[t_tuntituotteet."nouto_nimi", t_tuntituotteet."nouto_osoite1", t_tuntituotteet."nouto_osoite2", t_tuntituotteet."nouto_postinro", t_tuntituotteet."nouto_postitmp", t_tuntituotteet."nouto_yhteyshenkilo_etunimi", t_tuntituotteet."nouto_yhteyshenkilo_sukunimi", t_tuntituotteet."nouto_yhteyshenkilo_puhelin", t_tuntituotteet."nouto_yhteyshenkilo_email", t_tuntituotteet."viesti", t_tuntituotteet."selite", t_tuntituotteet."viite", haku_tunnus(t_tuntituotteet."viite")]) AS v
  WHERE (t_tuntituotteet."tilaus_id" = t.id
  AND t_tuntituotteet.status = 1
  AND (t_tuntituotteet.status = 1
  AND (t_tuntituotteet."kuljettaja_id" = $2
  OR t_tuntituotteet."tyovuoro_id" = ANY(ARRAY(SELECT t48.id
  FROM "tyovuoro" t48
  WHERE (t48."kuljettaja_id" = $2
  AND t48."tila" IN ('PUBLISHED'))))))))), ARRAY[haku_tunnus('T' || t."tilausnro"), haku_tunnus(t."tilausnro"::text)]::text[]) AS sanat OFFSET 0) o) ELSE CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END END END) IS NOT NULL)
  ORDER BY h.nro DESC
  LIMIT 500),
within_near AS MATERIALIZED (SELECT h.id, h.nro
  FROM (SELECT h.*
  FROM "tilaus_haku" h
  WHERE ((SELECT more
  AND dense
  AND found + (SELECT count(*)
  FROM begun_near) + (SELECT count(*)
  FROM begun) < 500
  FROM density)
  AND h.nro < (SELECT oldest
  FROM density))
  ORDER BY h.nro DESC
  LIMIT 10000) h
  JOIN "tilaus" t ON t.id = h.id
  WHERE ((t.status = 1
  AND t.id IN (SELECT t1."tilaus_id"
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IS NOT NULL
  AND t1.status = 1
  AND t1."kuljettaja_id" = $2)
  UNION ALL SELECT t2."tilaus_id"
  FROM "lahetys" t2
  WHERE (t2."tilaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."tyovuoro_id" = ANY(ARRAY(SELECT t3.id
  FROM "tyovuoro" t3
  WHERE (t3."kuljettaja_id" = $2
  AND t3."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t4."tilaus_id"
  FROM "tuntituote" t4
  WHERE (t4."tilaus_id" IS NOT NULL
  AND t4.status = 1
  AND t4."kuljettaja_id" = $2)
  UNION ALL SELECT t5."tilaus_id"
  FROM "tuntituote" t5
  WHERE (t5."tilaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."tyovuoro_id" = ANY(ARRAY(SELECT t6.id
  FROM "tyovuoro" t6
  WHERE (t6."kuljettaja_id" = $2
  AND t6."tila" IN ('PUBLISHED')))))))
  AND (CASE WHEN (CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END) IS NOT NULL THEN CASE WHEN (EXISTS (SELECT
  FROM "asiakas" t22
  WHERE t22.id = t."asiakas_id"
  AND t22.status = 1
  AND (t22.id IN (SELECT t23."asiakas_id"
  FROM "tilaus" t23
  WHERE (t23."asiakas_id" IS NOT NULL
  AND t23.status = 1
  AND t23.id IN (SELECT t24."tilaus_id"
  FROM "lahetys" t24
  WHERE (t24."tilaus_id" IS NOT NULL
  AND t24.status = 1
  AND t24."kuljettaja_id" = $2)))
  UNION ALL SELECT t25."asiakas_id"
  FROM "tilaus" t25
  WHERE (t25."asiakas_id" IS NOT NULL
  AND t25.status = 1
  AND t25.id IN (SELECT t26."tilaus_id"
  FROM "lahetys" t26
  WHERE (t26."tilaus_id" IS NOT NULL
  AND t26.status = 1
  AND t26."tyovuoro_id" = ANY(ARRAY(SELECT t27.id
  FROM "tyovuoro" t27
  WHERE (t27."kuljettaja_id" = $2
  AND t27."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t28."asiakas_id"
  FROM "tilaus" t28
  WHERE (t28."asiakas_id" IS NOT NULL
  AND t28.status = 1
  AND t28.id IN (SELECT t29."tilaus_id"
  FROM "tuntituote" t29
  WHERE (t29."tilaus_id" IS NOT NULL
  AND t29.status = 1
  AND t29."kuljettaja_id" = $2)))
  UNION ALL SELECT t30."asiakas_id"
  FROM "tilaus" t30
  WHERE (t30."asiakas_id" IS NOT NULL
  AND t30.status = 1
  AND t30.id IN (SELECT t31."tilaus_id"
  FROM "tuntituote" t31
  WHERE (t31."tilaus_id" IS NOT NULL
  AND t31.status = 1
  AND t31."tyovuoro_id" = ANY(ARRAY(SELECT t32.id
  FROM "tyovuoro" t32
  WHERE (t32."kuljettaja_id" = $2
  AND t32."tila" IN ('PUBLISHED'))))))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "lahetys" t33
  WHERE t33."tilaus_id" = t.id
  AND t33.status = 1
  AND ((t33."kuljettaja_id" = $2
  OR t33."tyovuoro_id" = ANY(ARRAY(SELECT t34.id
  FROM "tyovuoro" t34
  WHERE (t34."kuljettaja_id" = $2
  AND t34."tila" IN ('PUBLISHED')))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "tuntituote" t35
  WHERE t35."tilaus_id" = t.id
  AND t35.status = 1
  AND ((t35."kuljettaja_id" = $2
  OR t35."tyovuoro_id" = ANY(ARRAY(SELECT t36.id
  FROM "tyovuoro" t36
  WHERE (t36."kuljettaja_id" = $2
  AND t36."tila" IN ('PUBLISHED')))))) IS NOT TRUE)) THEN (SELECT CASE WHEN o.sanat LIKE ANY($3::text[]) THEN CASE WHEN o.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END
  FROM (SELECT hakusanat(concat_ws(' ', t."name", t."laskutus_nimi", t."laskutus_viesti", haku_tunnus('T' || t."tilausnro"), t."tilausnro"::text, haku_tunnus(t."tilausnro"::text), (SELECT concat_ws(' ', t_asiakas."name")
  FROM "asiakas" t_asiakas
  WHERE (t_asiakas.id = t."asiakas_id"
  AND t_asiakas.status = 1
  AND (t_asiakas.status = 1
  AND t_asiakas.id IN (SELECT t37."asiakas_id"
  FROM "tilaus" t37
  WHERE (t37."asiakas_id" IS NOT NULL
  AND t37.status = 1
  AND t37.id IN (SELECT t38."tilaus_id"
  FROM "lahetys" t38
  WHERE (t38."tilaus_id" IS NOT NULL
  AND t38.status = 1
  AND t38."kuljettaja_id" = $2)))
  UNION ALL SELECT t39."asiakas_id"
  FROM "tilaus" t39
  WHERE (t39."asiakas_id" IS NOT NULL
  AND t39.status = 1
  AND t39.id IN (SELECT t40."tilaus_id"
  FROM "lahetys" t40
  WHERE (t40."tilaus_id" IS NOT NULL
  AND t40.status = 1
  AND t40."tyovuoro_id" = ANY(ARRAY(SELECT t41.id
  FROM "tyovuoro" t41
  WHERE (t41."kuljettaja_id" = $2
  AND t41."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t42."asiakas_id"
  FROM "tilaus" t42
  WHERE (t42."asiakas_id" IS NOT NULL
  AND t42.status = 1
  AND t42.id IN (SELECT t43."tilaus_id"
  FROM "tuntituote" t43
  WHERE (t43."tilaus_id" IS NOT NULL
  AND t43.status = 1
  AND t43."kuljettaja_id" = $2)))
  UNION ALL SELECT t44."asiakas_id"
  FROM "tilaus" t44
  WHERE (t44."asiakas_id" IS NOT NULL
  AND t44.status = 1
  AND t44.id IN (SELECT t45."tilaus_id"
  FROM "tuntituote" t45
  WHERE (t45."tilaus_id" IS NOT NULL
  AND t45.status = 1
  AND t45."tyovuoro_id" = ANY(ARRAY(SELECT t46.id
  FROM "tyovuoro" t46
  WHERE (t46."kuljettaja_id" = $2
  AND t46."tila" IN ('PUBLISHED'))))))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "lahetys" t_lahetykset, unnest(ARRAY[t_lahetykset."nouto_nimi", t_lahetykset."nouto_osoite1", t_lahetykset."nouto_osoite2", t_lahetykset."nouto_postinro", t_lahetykset."nouto_postitmp", t_lahetykset."nouto_yhteyshenkilo_etunimi", t_lahetykset."nouto_yhteyshenkilo_sukunimi", t_lahetykset."nouto_yhteyshenkilo_puhelin", t_lahetykset."nouto_yhteyshenkilo_email", t_lahetykset."toimitus_nimi", t_lahetykset."toimitus_osoite1", t_lahetykset."toimitus_osoite2", t_lahetykset."toimitus_postinro", t_lahetykset."toimitus_postitmp", t_lahetykset."toimitus_yhteyshenkilo_etunimi", t_lahetykset."toimitus_yhteyshenkilo_sukunimi", t_lahetykset."toimitus_yhteyshenkilo_puhelin", t_lahetykset."toimitus_yhteyshenkilo_email", t_lahetykset."name", t_lahetykset."viesti", t_lahetykset."kuvaus", t_lahetykset."viite", haku_tunnus(t_lahetykset."viite")]) AS v
  WHERE (t_lahetykset."tilaus_id" = t.id
  AND t_lahetykset.status = 1
  AND (t_lahetykset.status = 1
  AND (t_lahetykset."kuljettaja_id" = $2
  OR t_lahetykset."tyovuoro_id" = ANY(ARRAY(SELECT t47.id
  FROM "tyovuoro" t47
  WHERE (t47."kuljettaja_id" = $2
  AND t47."tila" IN ('PUBLISHED')))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "tuntituote" t_tuntituotteet, unnest(ARRAY[t_tuntituotteet."nouto_nimi", t_tuntituotteet."nouto_osoite1", t_tuntituotteet."nouto_osoite2", t_tuntituotteet."nouto_postinro", t_tuntituotteet."nouto_postitmp", t_tuntituotteet."nouto_yhteyshenkilo_etunimi", t_tuntituotteet."nouto_yhteyshenkilo_sukunimi", t_tuntituotteet."nouto_yhteyshenkilo_puhelin", t_tuntituotteet."nouto_yhteyshenkilo_email", t_tuntituotteet."viesti", t_tuntituotteet."selite", t_tuntituotteet."viite", haku_tunnus(t_tuntituotteet."viite")]) AS v
  WHERE (t_tuntituotteet."tilaus_id" = t.id
  AND t_tuntituotteet.status = 1
  AND (t_tuntituotteet.status = 1
  AND (t_tuntituotteet."kuljettaja_id" = $2
  OR t_tuntituotteet."tyovuoro_id" = ANY(ARRAY(SELECT t48.id
  FROM "tyovuoro" t48
  WHERE (t48."kuljettaja_id" = $2
  AND t48."tila" IN ('PUBLISHED'))))))))), ARRAY[haku_tunnus('T' || t."tilausnro"), haku_tunnus(t."tilausnro"::text)]::text[]) AS sanat OFFSET 0) o) ELSE CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END END END) = 2)
  ORDER BY h.nro DESC
  LIMIT 500),
within AS MATERIALIZED (SELECT h.id, h.nro
  FROM (SELECT h.id, h.nro, h.sanat
  FROM "tilaus_haku" h
  WHERE (array_to_tsvector(string_to_array(btrim(h.sanat), ' ')) @@ (SELECT ('(' || $6::text || coalesce((SELECT '|' || string_agg('''' || w.sana || '''', '|')
  FROM (SELECT k.sana
  FROM hakusana k
  WHERE k.sana LIKE $7::text
  LIMIT 300) w), '') || ')')::tsquery)
  AND (SELECT more
  AND found + (SELECT count(*)
  FROM begun_near) + (SELECT count(*)
  FROM begun) + (SELECT count(*)
  FROM within_near) < 500
  FROM density)
  AND h.nro < (SELECT CASE WHEN dense THEN coalesce((SELECT h.nro
  FROM "tilaus_haku" h
  WHERE h.nro < oldest
  ORDER BY h.nro DESC OFFSET 9999
  LIMIT 1), 0) ELSE oldest END
  FROM density)
  AND h.id NOT IN (SELECT id
  FROM begun))
  ORDER BY h.nro DESC OFFSET 0) h
  JOIN "tilaus" t ON t.id = h.id
  WHERE ((t.status = 1
  AND t.id IN (SELECT t1."tilaus_id"
  FROM "lahetys" t1
  WHERE (t1."tilaus_id" IS NOT NULL
  AND t1.status = 1
  AND t1."kuljettaja_id" = $2)
  UNION ALL SELECT t2."tilaus_id"
  FROM "lahetys" t2
  WHERE (t2."tilaus_id" IS NOT NULL
  AND t2.status = 1
  AND t2."tyovuoro_id" = ANY(ARRAY(SELECT t3.id
  FROM "tyovuoro" t3
  WHERE (t3."kuljettaja_id" = $2
  AND t3."tila" IN ('PUBLISHED')))))
  UNION ALL SELECT t4."tilaus_id"
  FROM "tuntituote" t4
  WHERE (t4."tilaus_id" IS NOT NULL
  AND t4.status = 1
  AND t4."kuljettaja_id" = $2)
  UNION ALL SELECT t5."tilaus_id"
  FROM "tuntituote" t5
  WHERE (t5."tilaus_id" IS NOT NULL
  AND t5.status = 1
  AND t5."tyovuoro_id" = ANY(ARRAY(SELECT t6.id
  FROM "tyovuoro" t6
  WHERE (t6."kuljettaja_id" = $2
  AND t6."tila" IN ('PUBLISHED')))))))
  AND (CASE WHEN (CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END) IS NOT NULL THEN CASE WHEN (EXISTS (SELECT
  FROM "asiakas" t22
  WHERE t22.id = t."asiakas_id"
  AND t22.status = 1
  AND (t22.id IN (SELECT t23."asiakas_id"
  FROM "tilaus" t23
  WHERE (t23."asiakas_id" IS NOT NULL
  AND t23.status = 1
  AND t23.id IN (SELECT t24."tilaus_id"
  FROM "lahetys" t24
  WHERE (t24."tilaus_id" IS NOT NULL
  AND t24.status = 1
  AND t24."kuljettaja_id" = $2)))
  UNION ALL SELECT t25."asiakas_id"
  FROM "tilaus" t25
  WHERE (t25."asiakas_id" IS NOT NULL
  AND t25.status = 1
  AND t25.id IN (SELECT t26."tilaus_id"
  FROM "lahetys" t26
  WHERE (t26."tilaus_id" IS NOT NULL
  AND t26.status = 1
  AND t26."tyovuoro_id" = ANY(ARRAY(SELECT t27.id
  FROM "tyovuoro" t27
  WHERE (t27."kuljettaja_id" = $2
  AND t27."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t28."asiakas_id"
  FROM "tilaus" t28
  WHERE (t28."asiakas_id" IS NOT NULL
  AND t28.status = 1
  AND t28.id IN (SELECT t29."tilaus_id"
  FROM "tuntituote" t29
  WHERE (t29."tilaus_id" IS NOT NULL
  AND t29.status = 1
  AND t29."kuljettaja_id" = $2)))
  UNION ALL SELECT t30."asiakas_id"
  FROM "tilaus" t30
  WHERE (t30."asiakas_id" IS NOT NULL
  AND t30.status = 1
  AND t30.id IN (SELECT t31."tilaus_id"
  FROM "tuntituote" t31
  WHERE (t31."tilaus_id" IS NOT NULL
  AND t31.status = 1
  AND t31."tyovuoro_id" = ANY(ARRAY(SELECT t32.id
  FROM "tyovuoro" t32
  WHERE (t32."kuljettaja_id" = $2
  AND t32."tila" IN ('PUBLISHED'))))))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "lahetys" t33
  WHERE t33."tilaus_id" = t.id
  AND t33.status = 1
  AND ((t33."kuljettaja_id" = $2
  OR t33."tyovuoro_id" = ANY(ARRAY(SELECT t34.id
  FROM "tyovuoro" t34
  WHERE (t34."kuljettaja_id" = $2
  AND t34."tila" IN ('PUBLISHED')))))) IS NOT TRUE)
  OR EXISTS (SELECT
  FROM "tuntituote" t35
  WHERE t35."tilaus_id" = t.id
  AND t35.status = 1
  AND ((t35."kuljettaja_id" = $2
  OR t35."tyovuoro_id" = ANY(ARRAY(SELECT t36.id
  FROM "tyovuoro" t36
  WHERE (t36."kuljettaja_id" = $2
  AND t36."tila" IN ('PUBLISHED')))))) IS NOT TRUE)) THEN (SELECT CASE WHEN o.sanat LIKE ANY($3::text[]) THEN CASE WHEN o.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END
  FROM (SELECT hakusanat(concat_ws(' ', t."name", t."laskutus_nimi", t."laskutus_viesti", haku_tunnus('T' || t."tilausnro"), t."tilausnro"::text, haku_tunnus(t."tilausnro"::text), (SELECT concat_ws(' ', t_asiakas."name")
  FROM "asiakas" t_asiakas
  WHERE (t_asiakas.id = t."asiakas_id"
  AND t_asiakas.status = 1
  AND (t_asiakas.status = 1
  AND t_asiakas.id IN (SELECT t37."asiakas_id"
  FROM "tilaus" t37
  WHERE (t37."asiakas_id" IS NOT NULL
  AND t37.status = 1
  AND t37.id IN (SELECT t38."tilaus_id"
  FROM "lahetys" t38
  WHERE (t38."tilaus_id" IS NOT NULL
  AND t38.status = 1
  AND t38."kuljettaja_id" = $2)))
  UNION ALL SELECT t39."asiakas_id"
  FROM "tilaus" t39
  WHERE (t39."asiakas_id" IS NOT NULL
  AND t39.status = 1
  AND t39.id IN (SELECT t40."tilaus_id"
  FROM "lahetys" t40
  WHERE (t40."tilaus_id" IS NOT NULL
  AND t40.status = 1
  AND t40."tyovuoro_id" = ANY(ARRAY(SELECT t41.id
  FROM "tyovuoro" t41
  WHERE (t41."kuljettaja_id" = $2
  AND t41."tila" IN ('PUBLISHED')))))))
  UNION ALL SELECT t42."asiakas_id"
  FROM "tilaus" t42
  WHERE (t42."asiakas_id" IS NOT NULL
  AND t42.status = 1
  AND t42.id IN (SELECT t43."tilaus_id"
  FROM "tuntituote" t43
  WHERE (t43."tilaus_id" IS NOT NULL
  AND t43.status = 1
  AND t43."kuljettaja_id" = $2)))
  UNION ALL SELECT t44."asiakas_id"
  FROM "tilaus" t44
  WHERE (t44."asiakas_id" IS NOT NULL
  AND t44.status = 1
  AND t44.id IN (SELECT t45."tilaus_id"
  FROM "tuntituote" t45
  WHERE (t45."tilaus_id" IS NOT NULL
  AND t45.status = 1
  AND t45."tyovuoro_id" = ANY(ARRAY(SELECT t46.id
  FROM "tyovuoro" t46
  WHERE (t46."kuljettaja_id" = $2
  AND t46."tila" IN ('PUBLISHED'))))))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "lahetys" t_lahetykset, unnest(ARRAY[t_lahetykset."nouto_nimi", t_lahetykset."nouto_osoite1", t_lahetykset."nouto_osoite2", t_lahetykset."nouto_postinro", t_lahetykset."nouto_postitmp", t_lahetykset."nouto_yhteyshenkilo_etunimi", t_lahetykset."nouto_yhteyshenkilo_sukunimi", t_lahetykset."nouto_yhteyshenkilo_puhelin", t_lahetykset."nouto_yhteyshenkilo_email", t_lahetykset."toimitus_nimi", t_lahetykset."toimitus_osoite1", t_lahetykset."toimitus_osoite2", t_lahetykset."toimitus_postinro", t_lahetykset."toimitus_postitmp", t_lahetykset."toimitus_yhteyshenkilo_etunimi", t_lahetykset."toimitus_yhteyshenkilo_sukunimi", t_lahetykset."toimitus_yhteyshenkilo_puhelin", t_lahetykset."toimitus_yhteyshenkilo_email", t_lahetykset."name", t_lahetykset."viesti", t_lahetykset."kuvaus", t_lahetykset."viite", haku_tunnus(t_lahetykset."viite")]) AS v
  WHERE (t_lahetykset."tilaus_id" = t.id
  AND t_lahetykset.status = 1
  AND (t_lahetykset.status = 1
  AND (t_lahetykset."kuljettaja_id" = $2
  OR t_lahetykset."tyovuoro_id" = ANY(ARRAY(SELECT t47.id
  FROM "tyovuoro" t47
  WHERE (t47."kuljettaja_id" = $2
  AND t47."tila" IN ('PUBLISHED')))))))), (SELECT string_agg(DISTINCT v COLLATE "C", ' ')
  FROM "tuntituote" t_tuntituotteet, unnest(ARRAY[t_tuntituotteet."nouto_nimi", t_tuntituotteet."nouto_osoite1", t_tuntituotteet."nouto_osoite2", t_tuntituotteet."nouto_postinro", t_tuntituotteet."nouto_postitmp", t_tuntituotteet."nouto_yhteyshenkilo_etunimi", t_tuntituotteet."nouto_yhteyshenkilo_sukunimi", t_tuntituotteet."nouto_yhteyshenkilo_puhelin", t_tuntituotteet."nouto_yhteyshenkilo_email", t_tuntituotteet."viesti", t_tuntituotteet."selite", t_tuntituotteet."viite", haku_tunnus(t_tuntituotteet."viite")]) AS v
  WHERE (t_tuntituotteet."tilaus_id" = t.id
  AND t_tuntituotteet.status = 1
  AND (t_tuntituotteet.status = 1
  AND (t_tuntituotteet."kuljettaja_id" = $2
  OR t_tuntituotteet."tyovuoro_id" = ANY(ARRAY(SELECT t48.id
  FROM "tyovuoro" t48
  WHERE (t48."kuljettaja_id" = $2
  AND t48."tila" IN ('PUBLISHED'))))))))), ARRAY[haku_tunnus('T' || t."tilausnro"), haku_tunnus(t."tilausnro"::text)]::text[]) AS sanat OFFSET 0) o) ELSE CASE WHEN h.sanat LIKE ANY($3::text[]) THEN CASE WHEN h.sanat LIKE ANY($4::text[]) THEN 1 ELSE 2 END END END END) IS NOT NULL)
  ORDER BY h.nro DESC
  LIMIT 500),
hits AS MATERIALIZED (SELECT id, nro, CASE WHEN id IN (SELECT id
  FROM codes) THEN 0 ELSE rank END AS rank
  FROM (SELECT id, nro, rank
  FROM recent
  WHERE rank IS NOT NULL
  UNION ALL SELECT id, nro, 1
  FROM begun_near
  UNION ALL SELECT id, nro, 1
  FROM begun
  UNION ALL SELECT id, nro, 2
  FROM within_near
  UNION ALL SELECT id, nro, 2
  FROM within) every
  ORDER BY 3, nro DESC
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
  AND (r."kuljettaja_id" = $2
  OR r."tyovuoro_id" = ANY(ARRAY(SELECT t51.id
  FROM "tyovuoro" t51
  WHERE (t51."kuljettaja_id" = $2
  AND t51."tila" IN ('PUBLISHED')))))))
