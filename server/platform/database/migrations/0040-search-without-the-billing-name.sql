-- The billing name repeats the customer's, which an order is found by already; it is hidden from drivers, whose every row had to be looked
-- through because of it. The words are made anew.
DROP TABLE tilaus_haku;
DROP FUNCTION tilaus_haku_paivita(uuid[]);
DROP FUNCTION tilaus_haku_uusi() CASCADE;
DROP FUNCTION tilaus_haku_muuttui() CASCADE;
DROP FUNCTION tilaus_haku_lahetykset_uusi() CASCADE;
DROP FUNCTION tilaus_haku_lahetykset_muuttui() CASCADE;
DROP FUNCTION tilaus_haku_tuntituotteet_uusi() CASCADE;
DROP FUNCTION tilaus_haku_tuntituotteet_muuttui() CASCADE;
DROP FUNCTION tilaus_haku_asiakas_muuttui() CASCADE;

CREATE TABLE "tilaus_haku" (id uuid PRIMARY KEY, nro bigint NOT NULL UNIQUE, sanat text COLLATE "C" NOT NULL);

CREATE INDEX tilaus_haku_sanat ON "tilaus_haku" USING gin ((array_to_tsvector(string_to_array(btrim("tilaus_haku".sanat), ' '))));

CREATE FUNCTION tilaus_haku_paivita(rivit uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(rivit) = 0 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('tilaus_haku_asiakas'), avain)
    FROM (SELECT DISTINCT hashtext(r.asiakas_id::text) AS avain FROM "tilaus" r WHERE r.id = ANY(rivit) ORDER BY 1) s;
  WITH uudet AS (
    INSERT INTO "tilaus_haku" AS h (id, nro, sanat)
    SELECT r.id, r.drupal_internal__id, hakusanat(concat_ws(' ', r."name", r."laskutus_viesti", haku_tunnus('T' || r."tilausnro"), r."tilausnro"::text, haku_tunnus(r."tilausnro"::text), (SELECT concat_ws(' ', r_asiakas."name") FROM "asiakas" r_asiakas WHERE (r_asiakas.id = r."asiakas_id" AND r_asiakas.status = 1)), (SELECT string_agg(DISTINCT v COLLATE "C", ' ') FROM "lahetys" r_lahetykset, unnest(ARRAY[r_lahetykset."nouto_nimi", r_lahetykset."nouto_osoite1", r_lahetykset."nouto_osoite2", r_lahetykset."nouto_postinro", r_lahetykset."nouto_postitmp", r_lahetykset."nouto_yhteyshenkilo_etunimi", r_lahetykset."nouto_yhteyshenkilo_sukunimi", r_lahetykset."nouto_yhteyshenkilo_puhelin", r_lahetykset."nouto_yhteyshenkilo_email", r_lahetykset."toimitus_nimi", r_lahetykset."toimitus_osoite1", r_lahetykset."toimitus_osoite2", r_lahetykset."toimitus_postinro", r_lahetykset."toimitus_postitmp", r_lahetykset."toimitus_yhteyshenkilo_etunimi", r_lahetykset."toimitus_yhteyshenkilo_sukunimi", r_lahetykset."toimitus_yhteyshenkilo_puhelin", r_lahetykset."toimitus_yhteyshenkilo_email", r_lahetykset."name", r_lahetykset."viesti", r_lahetykset."kuvaus", r_lahetykset."viite", haku_tunnus(r_lahetykset."viite")]) AS v WHERE (r_lahetykset."tilaus_id" = r.id AND r_lahetykset.status = 1)), (SELECT string_agg(DISTINCT v COLLATE "C", ' ') FROM "tuntituote" r_tuntituotteet, unnest(ARRAY[r_tuntituotteet."nouto_nimi", r_tuntituotteet."nouto_osoite1", r_tuntituotteet."nouto_osoite2", r_tuntituotteet."nouto_postinro", r_tuntituotteet."nouto_postitmp", r_tuntituotteet."nouto_yhteyshenkilo_etunimi", r_tuntituotteet."nouto_yhteyshenkilo_sukunimi", r_tuntituotteet."nouto_yhteyshenkilo_puhelin", r_tuntituotteet."nouto_yhteyshenkilo_email", r_tuntituotteet."viesti", r_tuntituotteet."selite", r_tuntituotteet."viite", haku_tunnus(r_tuntituotteet."viite")]) AS v WHERE (r_tuntituotteet."tilaus_id" = r.id AND r_tuntituotteet.status = 1))), ARRAY[haku_tunnus('T' || r."tilausnro"), haku_tunnus(r."tilausnro"::text)]::text[])
    FROM "tilaus" r WHERE r.id = ANY(rivit)
    ON CONFLICT (id) DO UPDATE SET sanat = excluded.sanat WHERE h.sanat <> excluded.sanat
    RETURNING sanat
  )
  INSERT INTO hakusana (sana)
  SELECT DISTINCT s.sana FROM uudet, unnest(string_to_array(btrim(uudet.sanat), ' ')) AS s(sana)
  WHERE length(s.sana) > 3 AND (s.sana >= 'a' OR s.sana < ':' AND s.sana ~ '[^0-9]') AND NOT EXISTS (SELECT FROM hakusana k WHERE k.sana = s.sana)
  ORDER BY s.sana
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION tilaus_haku_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tilaus_haku_paivita(ARRAY(SELECT u.id FROM uudet u WHERE true AND NOT EXISTS (SELECT FROM "lahetys" x WHERE x.tilaus_id = u.id AND x.status = 1) AND NOT EXISTS (SELECT FROM "tuntituote" x WHERE x.tilaus_id = u.id AND x.status = 1)));
  RETURN NULL;
END $$;
CREATE TRIGGER tilaus_haku_uusi AFTER INSERT ON "tilaus" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION tilaus_haku_uusi();

CREATE FUNCTION tilaus_haku_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tilaus_haku_paivita(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER tilaus_haku_muuttui AFTER UPDATE ON "tilaus" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."laskutus_viesti" IS DISTINCT FROM NEW."laskutus_viesti" OR OLD."tilausnro" IS DISTINCT FROM NEW."tilausnro" OR OLD."asiakas_id" IS DISTINCT FROM NEW."asiakas_id") EXECUTE FUNCTION tilaus_haku_muuttui();

CREATE FUNCTION tilaus_haku_lahetykset_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tilaus_haku_paivita(ARRAY(SELECT DISTINCT u.tilaus_id FROM uudet u));
  RETURN NULL;
END $$;
CREATE TRIGGER tilaus_haku_lahetykset_uusi AFTER INSERT ON "lahetys" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION tilaus_haku_lahetykset_uusi();

CREATE FUNCTION tilaus_haku_lahetykset_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tilaus_haku_paivita(ARRAY[OLD.tilaus_id, NEW.tilaus_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER tilaus_haku_lahetykset_muuttui AFTER UPDATE ON "lahetys" FOR EACH ROW WHEN (OLD."nouto_nimi" IS DISTINCT FROM NEW."nouto_nimi" OR OLD."nouto_osoite1" IS DISTINCT FROM NEW."nouto_osoite1" OR OLD."nouto_osoite2" IS DISTINCT FROM NEW."nouto_osoite2" OR OLD."nouto_postinro" IS DISTINCT FROM NEW."nouto_postinro" OR OLD."nouto_postitmp" IS DISTINCT FROM NEW."nouto_postitmp" OR OLD."nouto_yhteyshenkilo_etunimi" IS DISTINCT FROM NEW."nouto_yhteyshenkilo_etunimi" OR OLD."nouto_yhteyshenkilo_sukunimi" IS DISTINCT FROM NEW."nouto_yhteyshenkilo_sukunimi" OR OLD."nouto_yhteyshenkilo_puhelin" IS DISTINCT FROM NEW."nouto_yhteyshenkilo_puhelin" OR OLD."nouto_yhteyshenkilo_email" IS DISTINCT FROM NEW."nouto_yhteyshenkilo_email" OR OLD."toimitus_nimi" IS DISTINCT FROM NEW."toimitus_nimi" OR OLD."toimitus_osoite1" IS DISTINCT FROM NEW."toimitus_osoite1" OR OLD."toimitus_osoite2" IS DISTINCT FROM NEW."toimitus_osoite2" OR OLD."toimitus_postinro" IS DISTINCT FROM NEW."toimitus_postinro" OR OLD."toimitus_postitmp" IS DISTINCT FROM NEW."toimitus_postitmp" OR OLD."toimitus_yhteyshenkilo_etunimi" IS DISTINCT FROM NEW."toimitus_yhteyshenkilo_etunimi" OR OLD."toimitus_yhteyshenkilo_sukunimi" IS DISTINCT FROM NEW."toimitus_yhteyshenkilo_sukunimi" OR OLD."toimitus_yhteyshenkilo_puhelin" IS DISTINCT FROM NEW."toimitus_yhteyshenkilo_puhelin" OR OLD."toimitus_yhteyshenkilo_email" IS DISTINCT FROM NEW."toimitus_yhteyshenkilo_email" OR OLD."name" IS DISTINCT FROM NEW."name" OR OLD."viesti" IS DISTINCT FROM NEW."viesti" OR OLD."kuvaus" IS DISTINCT FROM NEW."kuvaus" OR OLD."viite" IS DISTINCT FROM NEW."viite" OR OLD."tilaus_id" IS DISTINCT FROM NEW."tilaus_id" OR OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION tilaus_haku_lahetykset_muuttui();

CREATE FUNCTION tilaus_haku_tuntituotteet_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tilaus_haku_paivita(ARRAY(SELECT DISTINCT u.tilaus_id FROM uudet u));
  RETURN NULL;
END $$;
CREATE TRIGGER tilaus_haku_tuntituotteet_uusi AFTER INSERT ON "tuntituote" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION tilaus_haku_tuntituotteet_uusi();

CREATE FUNCTION tilaus_haku_tuntituotteet_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tilaus_haku_paivita(ARRAY[OLD.tilaus_id, NEW.tilaus_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER tilaus_haku_tuntituotteet_muuttui AFTER UPDATE ON "tuntituote" FOR EACH ROW WHEN (OLD."nouto_nimi" IS DISTINCT FROM NEW."nouto_nimi" OR OLD."nouto_osoite1" IS DISTINCT FROM NEW."nouto_osoite1" OR OLD."nouto_osoite2" IS DISTINCT FROM NEW."nouto_osoite2" OR OLD."nouto_postinro" IS DISTINCT FROM NEW."nouto_postinro" OR OLD."nouto_postitmp" IS DISTINCT FROM NEW."nouto_postitmp" OR OLD."nouto_yhteyshenkilo_etunimi" IS DISTINCT FROM NEW."nouto_yhteyshenkilo_etunimi" OR OLD."nouto_yhteyshenkilo_sukunimi" IS DISTINCT FROM NEW."nouto_yhteyshenkilo_sukunimi" OR OLD."nouto_yhteyshenkilo_puhelin" IS DISTINCT FROM NEW."nouto_yhteyshenkilo_puhelin" OR OLD."nouto_yhteyshenkilo_email" IS DISTINCT FROM NEW."nouto_yhteyshenkilo_email" OR OLD."viesti" IS DISTINCT FROM NEW."viesti" OR OLD."selite" IS DISTINCT FROM NEW."selite" OR OLD."viite" IS DISTINCT FROM NEW."viite" OR OLD."tilaus_id" IS DISTINCT FROM NEW."tilaus_id" OR OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION tilaus_haku_tuntituotteet_muuttui();

CREATE FUNCTION tilaus_haku_asiakas_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('tilaus_haku_asiakas'), hashtext(NEW.id::text));
  PERFORM tilaus_haku_paivita(ARRAY(SELECT r.id FROM "tilaus" r WHERE r.asiakas_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER tilaus_haku_asiakas_muuttui AFTER UPDATE ON "asiakas" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION tilaus_haku_asiakas_muuttui();

SELECT tilaus_haku_paivita(ARRAY(SELECT id FROM "tilaus"));
