-- The numbers of the orders and the group of an invoice's row, by which the invoice is found.
ALTER TABLE "laskurivi" ADD COLUMN tilausnumerot text COLLATE "fi-x-icu" NOT NULL DEFAULT '';
ALTER TABLE "laskurivi" ALTER COLUMN tilausnumerot DROP DEFAULT;
UPDATE "laskurivi" r SET tilausnumerot = concat_ws(' ',
  (SELECT string_agg('T-' || t.tilausnro, ' ' ORDER BY t.tilausnro) FROM "tilaus" t WHERE t.id = ANY(r.tilaukset_ids)),
  (SELECT 'TR-' || g.drupal_internal__id FROM "tilaus_ryhma" g WHERE g.id = r.tilaus_ryhma_id));

CREATE TABLE "lasku_haku" (id uuid PRIMARY KEY, nro bigint NOT NULL UNIQUE, sanat text COLLATE "C" NOT NULL);

CREATE INDEX lasku_haku_sanat ON "lasku_haku" USING gin ((array_to_tsvector(string_to_array(btrim("lasku_haku".sanat), ' '))));

CREATE FUNCTION lasku_haku_paivita(rivit uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(rivit) = 0 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('lasku_haku_asiakas'), avain)
    FROM (SELECT DISTINCT hashtext(r.asiakas_id::text) AS avain FROM "lasku" r WHERE r.id = ANY(rivit) ORDER BY 1) s;
  WITH uudet AS (
    INSERT INTO "lasku_haku" AS h (id, nro, sanat)
    SELECT r.id, r.drupal_internal__id, hakusanat(concat_ws(' ', (SELECT concat_ws(' ', r_asiakas."name", r_asiakas."y_tunnus", haku_tunnus(r_asiakas."y_tunnus")) FROM "asiakas" r_asiakas WHERE (r_asiakas.id = r."asiakas_id" AND r_asiakas.status = 1)), (SELECT string_agg(DISTINCT v COLLATE "C", ' ') FROM "laskurivi" r_rivit, unnest(ARRAY[r_rivit."tilausnumerot", r_rivit."viitteet", r_rivit."rahtikirja", haku_tunnus(r_rivit."rahtikirja")]) AS v WHERE (r_rivit."lasku_id" = r.id AND r_rivit.status = 1)), haku_tunnus('LA' || r."numero"), r."numero"::text, haku_tunnus(r."numero"::text), r."viitenumero", haku_tunnus(r."viitenumero")), ARRAY[haku_tunnus('LA' || r."numero"), haku_tunnus(r."numero"::text), haku_tunnus(r."viitenumero")]::text[])
    FROM "lasku" r WHERE r.id = ANY(rivit)
    ON CONFLICT (id) DO UPDATE SET sanat = excluded.sanat WHERE h.sanat <> excluded.sanat
    RETURNING sanat
  )
  INSERT INTO hakusana (sana)
  SELECT DISTINCT s.sana FROM uudet, unnest(string_to_array(btrim(uudet.sanat), ' ')) AS s(sana)
  WHERE length(s.sana) > 3 AND (s.sana >= 'a' OR s.sana < ':' AND s.sana ~ '[^0-9]') AND NOT EXISTS (SELECT FROM hakusana k WHERE k.sana = s.sana)
  ORDER BY s.sana
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION lasku_haku_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lasku_haku_paivita(ARRAY(SELECT u.id FROM uudet u WHERE true AND NOT EXISTS (SELECT FROM "laskurivi" x WHERE x.lasku_id = u.id AND x.status = 1)));
  RETURN NULL;
END $$;
CREATE TRIGGER lasku_haku_uusi AFTER INSERT ON "lasku" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION lasku_haku_uusi();

CREATE FUNCTION lasku_haku_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lasku_haku_paivita(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER lasku_haku_muuttui AFTER UPDATE ON "lasku" FOR EACH ROW WHEN (OLD."numero" IS DISTINCT FROM NEW."numero" OR OLD."viitenumero" IS DISTINCT FROM NEW."viitenumero" OR OLD."asiakas_id" IS DISTINCT FROM NEW."asiakas_id") EXECUTE FUNCTION lasku_haku_muuttui();

CREATE FUNCTION lasku_haku_rivit_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lasku_haku_paivita(ARRAY(SELECT DISTINCT u.lasku_id FROM uudet u));
  RETURN NULL;
END $$;
CREATE TRIGGER lasku_haku_rivit_uusi AFTER INSERT ON "laskurivi" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION lasku_haku_rivit_uusi();

CREATE FUNCTION lasku_haku_rivit_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lasku_haku_paivita(ARRAY[OLD.lasku_id, NEW.lasku_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER lasku_haku_rivit_muuttui AFTER UPDATE ON "laskurivi" FOR EACH ROW WHEN (OLD."tilausnumerot" IS DISTINCT FROM NEW."tilausnumerot" OR OLD."viitteet" IS DISTINCT FROM NEW."viitteet" OR OLD."rahtikirja" IS DISTINCT FROM NEW."rahtikirja" OR OLD."lasku_id" IS DISTINCT FROM NEW."lasku_id" OR OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION lasku_haku_rivit_muuttui();

CREATE FUNCTION lasku_haku_asiakas_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('lasku_haku_asiakas'), hashtext(NEW.id::text));
  PERFORM lasku_haku_paivita(ARRAY(SELECT r.id FROM "lasku" r WHERE r.asiakas_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER lasku_haku_asiakas_muuttui AFTER UPDATE ON "asiakas" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."y_tunnus" IS DISTINCT FROM NEW."y_tunnus" OR OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION lasku_haku_asiakas_muuttui();

SELECT lasku_haku_paivita(ARRAY(SELECT id FROM "lasku"));
