WITH page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY NULLIF(t."toivottu_toimitus", 0), t.id) AS n
  FROM "tilaus" t
  WHERE (t."status" = 1
  AND t."avoin" = true)
  ORDER BY NULLIF(t."toivottu_toimitus", 0), t.id
  LIMIT 50),
total AS (SELECT CASE WHEN (SELECT count(*)
  FROM page) >= 50 THEN (SELECT count(*)
  FROM "tilaus" t
  WHERE (t."status" = 1
  AND t."avoin" = true)) ELSE (SELECT count(*)
  FROM page) END AS n),
i2 AS MATERIALIZED (SELECT t1.*
  FROM "lahetys" t1
  WHERE t1."tilaus_id" IN (SELECT id
  FROM page)
  AND t1.status = 1),
i3 AS MATERIALIZED (SELECT t2.*
  FROM "tuntituote" t2
  WHERE t2."tilaus_id" IN (SELECT id
  FROM page)
  AND t2.status = 1) SELECT -1 AS b, 0 AS o, total.n::text AS c0, (true)::text AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7, NULL AS c8, NULL AS c9, NULL AS c10, NULL AS c11, NULL AS c12, NULL AS c13, NULL AS c14, NULL AS c15, NULL AS c16, NULL AS c17, NULL AS c18, NULL AS c19, NULL AS c20
  FROM total
  UNION ALL SELECT 0 AS b, page.n AS o,
    r.id::text AS c0,
    r."tilausnro"::text AS c1,
    r."vid"::text AS c2,
    r."tilauksen_tila" AS c3,
    r."hinta"::text AS c4,
    r."timestamp_toimitettu"::text AS c5,
    r."toivottu_toimitus"::text AS c6,
    r."lavapaikat"::text AS c7,
    r."asiakas_id"::text AS c8, NULL AS c9, NULL AS c10,
    r."tilaus_ryhma_id"::text AS c11, NULL AS c12, NULL AS c13, NULL AS c14, NULL AS c15, NULL AS c16, NULL AS c17, NULL AS c18, NULL AS c19, NULL AS c20
  FROM page
  JOIN "tilaus" r ON r.id = page.id
  UNION ALL SELECT 1 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."name" AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7, NULL AS c8, NULL AS c9, NULL AS c10, NULL AS c11, NULL AS c12, NULL AS c13, NULL AS c14, NULL AS c15, NULL AS c16, NULL AS c17, NULL AS c18, NULL AS c19, NULL AS c20
  FROM "asiakas" r
  WHERE r.id IN (SELECT t5."asiakas_id"
  FROM "tilaus" t5
  JOIN page p ON p.id = t5.id)
  UNION ALL SELECT 2 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."drupal_internal__id"::text AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7, NULL AS c8, NULL AS c9, NULL AS c10, NULL AS c11, NULL AS c12, NULL AS c13, NULL AS c14, NULL AS c15, NULL AS c16, NULL AS c17, NULL AS c18, NULL AS c19, NULL AS c20
  FROM "tilaus_ryhma" r
  WHERE r.id IN (SELECT t6."tilaus_ryhma_id"
  FROM "tilaus" t6
  JOIN page p ON p.id = t6.id)
  UNION ALL SELECT 3 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."vid"::text AS c1,
    r."nouto_nimi" AS c2,
    r."nouto_osoite1" AS c3,
    r."nouto_postitmp" AS c4,
    r."toimitus_nimi" AS c5,
    r."toimitus_osoite1" AS c6,
    r."toimitus_postitmp" AS c7,
    r."viesti" AS c8,
    r."viite" AS c9,
    r."tila" AS c10,
    r."tyyppi" AS c11,
    r."maara"::text AS c12,
    r."yksikkopaino"::text AS c13,
    r."paino"::text AS c14,
    r."kuvaus" AS c15,
    r."toivottu_toimitus"::text AS c16,
    r."kuljettaja_id"::text AS c17,
    r."auto_id"::text AS c18,
    r."poikkeama_id"::text AS c19,
    r."tilaus_id"::text AS c20
  FROM i2 r
  UNION ALL SELECT 4 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."vid"::text AS c1,
    r."aika"::text AS c2,
    r."matka"::text AS c3,
    r."maara"::text AS c4,
    r."viesti" AS c5,
    r."viite" AS c6,
    r."tyyppi" AS c7,
    r."tila" AS c8,
    r."nouto_nimi" AS c9,
    r."nouto_osoite1" AS c10,
    r."nouto_postitmp" AS c11,
    r."selite" AS c12,
    r."toimituspaiva"::text AS c13,
    r."kuljettaja_id"::text AS c14,
    r."auto_id"::text AS c15,
    r."tilaus_id"::text AS c16, NULL AS c17, NULL AS c18, NULL AS c19, NULL AS c20
  FROM i3 r
  UNION ALL SELECT 5 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."name" AS c1,
    r."field_fullname" AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7, NULL AS c8, NULL AS c9, NULL AS c10, NULL AS c11, NULL AS c12, NULL AS c13, NULL AS c14, NULL AS c15, NULL AS c16, NULL AS c17, NULL AS c18, NULL AS c19, NULL AS c20
  FROM "user" r
  WHERE r.id IN (SELECT t7."kuljettaja_id"
  FROM i2 t7
  UNION ALL SELECT t8."kuljettaja_id"
  FROM i3 t8)
  UNION ALL SELECT 6 AS b,
    r.drupal_internal__id AS o,
    r.id::text AS c0,
    r."rekisterinumero" AS c1, NULL AS c2, NULL AS c3, NULL AS c4, NULL AS c5, NULL AS c6, NULL AS c7, NULL AS c8, NULL AS c9, NULL AS c10, NULL AS c11, NULL AS c12, NULL AS c13, NULL AS c14, NULL AS c15, NULL AS c16, NULL AS c17, NULL AS c18, NULL AS c19, NULL AS c20
  FROM "auto" r
  WHERE r.id IN (SELECT t9."auto_id"
  FROM i2 t9
  UNION ALL SELECT t10."auto_id"
  FROM i3 t10)
