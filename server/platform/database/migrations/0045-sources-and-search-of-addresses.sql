-- Where an address's point comes from. Points without a mark of an estimate have been set by people: no provider has given any yet.
ALTER TABLE "postiosoite" ADD COLUMN sijainti_lahde text NOT NULL DEFAULT '';
ALTER TABLE "laskutusosoite_posti" ADD COLUMN sijainti_lahde text NOT NULL DEFAULT '';
UPDATE "postiosoite" SET sijainti_lahde = CASE WHEN sijainti_arvio THEN 'postinumero' ELSE 'kasin' END WHERE lat IS NOT NULL;
UPDATE "laskutusosoite_posti" SET sijainti_lahde = CASE WHEN sijainti_arvio THEN 'postinumero' ELSE 'kasin' END WHERE lat IS NOT NULL;
ALTER TABLE "postiosoite" ALTER COLUMN sijainti_lahde DROP DEFAULT;
ALTER TABLE "laskutusosoite_posti" ALTER COLUMN sijainti_lahde DROP DEFAULT;

-- Saved addresses by the beginning of a field (server/features/addresses/queries.ts has the same expressions).
CREATE INDEX postiosoite_nimen_alku ON "postiosoite" ((lower(name) COLLATE "C")) WHERE status = 1;
CREATE INDEX postiosoite_postinumero ON "postiosoite" ((lower(field_postinumero) COLLATE "C")) WHERE status = 1;
CREATE INDEX postiosoite_katu ON "postiosoite" ((lower(field_osoite_1) COLLATE "C")) WHERE status = 1;
CREATE INDEX postiosoite_paikka ON "postiosoite" ((lower(field_postitoimipaikka) COLLATE "C")) WHERE status = 1;

-- The list of addresses is searched by their words; the index of parts of words had the name of their table.
ALTER INDEX postiosoite_haku RENAME TO postiosoite_osat;

CREATE TABLE "postiosoite_haku" (id uuid PRIMARY KEY, nro bigint NOT NULL UNIQUE, sanat text COLLATE "C" NOT NULL);

CREATE INDEX postiosoite_haku_sanat ON "postiosoite_haku" USING gin ((array_to_tsvector(string_to_array(btrim("postiosoite_haku".sanat), ' '))));

CREATE FUNCTION postiosoite_haku_paivita(rivit uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(rivit) = 0 THEN
    RETURN;
  END IF;
  WITH uudet AS (
    INSERT INTO "postiosoite_haku" AS h (id, nro, sanat)
    SELECT r.id, r.drupal_internal__id, hakusanat(concat_ws(' ', r."name", r."field_osoite_1", r."field_osoite_2", r."field_postitoimipaikka", r."field_postinumero", haku_tunnus(r."field_postinumero"), r."puhelin", haku_tunnus(r."puhelin"), haku_tunnus('O' || r."drupal_internal__id")), ARRAY[haku_tunnus('O' || r."drupal_internal__id")]::text[])
    FROM "postiosoite" r WHERE r.id = ANY(rivit)
    ON CONFLICT (id) DO UPDATE SET sanat = excluded.sanat WHERE h.sanat <> excluded.sanat
    RETURNING sanat
  )
  INSERT INTO hakusana (sana)
  SELECT DISTINCT s.sana FROM uudet, unnest(string_to_array(btrim(uudet.sanat), ' ')) AS s(sana)
  WHERE length(s.sana) > 3 AND (s.sana >= 'a' OR s.sana < ':' AND s.sana ~ '[^0-9]') AND NOT EXISTS (SELECT FROM hakusana k WHERE k.sana = s.sana)
  ORDER BY s.sana
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION postiosoite_haku_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM postiosoite_haku_paivita(ARRAY(SELECT u.id FROM uudet u WHERE true));
  RETURN NULL;
END $$;
CREATE TRIGGER postiosoite_haku_uusi AFTER INSERT ON "postiosoite" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION postiosoite_haku_uusi();

CREATE FUNCTION postiosoite_haku_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM postiosoite_haku_paivita(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER postiosoite_haku_muuttui AFTER UPDATE ON "postiosoite" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."field_osoite_1" IS DISTINCT FROM NEW."field_osoite_1" OR OLD."field_osoite_2" IS DISTINCT FROM NEW."field_osoite_2" OR OLD."field_postitoimipaikka" IS DISTINCT FROM NEW."field_postitoimipaikka" OR OLD."field_postinumero" IS DISTINCT FROM NEW."field_postinumero" OR OLD."puhelin" IS DISTINCT FROM NEW."puhelin") EXECUTE FUNCTION postiosoite_haku_muuttui();

SELECT postiosoite_haku_paivita(ARRAY(SELECT id FROM "postiosoite"));
