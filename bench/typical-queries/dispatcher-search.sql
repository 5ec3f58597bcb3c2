WITH codes AS MATERIALIZED (SELECT h.id, h.nro
  FROM (SELECT h.id, h.nro
  FROM "tilaus_haku" h
  WHERE array_to_tsvector(string_to_array(btrim(h.sanat), ' ')) @@ (SELECT ('''' || $1::text || '''')::tsquery)
  ORDER BY h.nro DESC OFFSET 0) h
  JOIN "tilaus" t ON t.id = h.id
  WHERE t.status = 1
  ORDER BY h.nro DESC
  LIMIT 500),
recent AS MATERIALIZED (SELECT h.id, h.nro, CASE WHEN h.sanat LIKE ANY($2::text[]) THEN CASE WHEN h.sanat LIKE ANY($3::text[]) THEN 1 ELSE 2 END END AS rank
  FROM "tilaus_haku" h
  JOIN "tilaus" t ON t.id = h.id
  WHERE t.status = 1
  ORDER BY h.nro DESC
  LIMIT 2000),
newest AS MATERIALIZED (SELECT count(*) = 2000 AS more, min(nro) AS oldest, count(CASE WHEN rank = 1 THEN 1 END) AS begun, count(rank) AS found
  FROM recent),
sample AS MATERIALIZED (SELECT CASE WHEN h.sanat LIKE ANY($2::text[]) THEN CASE WHEN h.sanat LIKE ANY($3::text[]) THEN 1 ELSE 2 END END AS rank
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
  WHERE (t.status = 1
  AND (CASE WHEN h.sanat LIKE ANY($2::text[]) THEN CASE WHEN h.sanat LIKE ANY($3::text[]) THEN 1 ELSE 2 END END) = 1)
  ORDER BY h.nro DESC
  LIMIT 500),
begun AS MATERIALIZED (SELECT h.id, h.nro
  FROM (SELECT h.id, h.nro
  FROM "tilaus_haku" h
  WHERE (array_to_tsvector(string_to_array(btrim(h.sanat), ' ')) @@ (SELECT ('(' || $4::text || ')')::tsquery)
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
  WHERE t.status = 1
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
  WHERE (t.status = 1
  AND (CASE WHEN h.sanat LIKE ANY($2::text[]) THEN CASE WHEN h.sanat LIKE ANY($3::text[]) THEN 1 ELSE 2 END END) = 2)
  ORDER BY h.nro DESC
  LIMIT 500),
within AS MATERIALIZED (SELECT h.id, h.nro
  FROM (SELECT h.id, h.nro
  FROM "tilaus_haku" h
  WHERE (array_to_tsvector(string_to_array(btrim(h.sanat), ' ')) @@ (SELECT ('(' || $5::text || coalesce((SELECT '|' || string_agg('''' || w.sana || '''', '|')
  FROM (SELECT k.sana
  FROM hakusana k
  WHERE k.sana LIKE $6::text
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
  WHERE t.status = 1
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
