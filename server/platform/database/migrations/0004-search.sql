-- Search (decision 13): the words that a row is found by, in a table beside it, kept by triggers so that they are true after any
-- write, whoever makes it. Below "made of the registry" stands what server/jsonapi/search-text.ts makes of the definitions.

DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'Haku tarvitsee PostgreSQL:n laajennuksen pg_trgm, eikä tämä käyttäjä saa ottaa sitä käyttöön: pyydä tietokannan ylläpitäjää ajamaan CREATE EXTENSION pg_trgm.';
  WHEN undefined_file OR feature_not_supported THEN
    RAISE EXCEPTION 'Haku tarvitsee PostgreSQL:n laajennuksen pg_trgm, jota tällä palvelimella ei ole: asenna se (postgresql-contrib).';
END $$;

-- A number, plate or phone as it is compared: without spaces and dashes.
CREATE FUNCTION haku_tunnus(teksti text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(teksti COLLATE "fi-x-icu"), '[^[:alnum:]]+', '', 'g')
$$;

-- The words of a text, each once, between spaces. A word with å, ä or ö is there without its dots too, letters with a number behind
-- a dash (PO-10442) also as one word. A number of four digits or more stands backwards after <, to be found by its end; an exact code
-- after =. array_to_tsvector sorts and takes words once, fast; it refuses words of 2 kB and texts of 1 MB, which nobody types to find.
CREATE FUNCTION hakusanat(teksti text, tarkat text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  alku text := lower(left(teksti, 150000) COLLATE "fi-x-icu");
  siisti text := regexp_replace(alku, '[^[:alnum:]]+', ' ', 'g');
  sanat text[];
BEGIN
  IF length(siisti) > 500 THEN
    siisti := regexp_replace(siisti, '([^ ]{100})[^ ]+', '\1', 'g');
  END IF;
  sanat := tsvector_to_array(array_to_tsvector(array_remove(string_to_array(siisti, ' '), '')));
  siisti := array_to_string(sanat, ' ');
  IF octet_length(siisti) > length(siisti) THEN
    sanat := sanat || string_to_array(translate(siisti, 'åäöéèëüáàñçøšž', 'aaoeeeuaancosz'), ' ');
  END IF;
  sanat := sanat
    || ARRAY(SELECT m[1] || m[2] FROM regexp_matches(alku COLLATE "C", '([a-zåäö]{1,20})[-./]([0-9]{1,20})', 'g') AS r(m))
    || ARRAY(SELECT '<' || reverse(w) FROM unnest(sanat) AS s(w) WHERE length(w) > 3 AND w COLLATE "C" < ':' AND w COLLATE "C" !~ '[^0-9]')
    || ARRAY(SELECT '=' || k FROM unnest(tarkat) AS t(k) WHERE k <> '');
  RETURN ' ' || array_to_string(tsvector_to_array(array_to_tsvector(sanat)), ' ') || ' ';
END $$;

-- Every word with a letter in it that some row has ever been found by: where parts of words are looked for.
CREATE TABLE hakusana (sana text COLLATE "C" PRIMARY KEY);
CREATE INDEX hakusana_osat ON hakusana USING gin (sana gin_trgm_ops);

-- Made of the registry:

CREATE TABLE "asiakas_haku" (id uuid PRIMARY KEY, nro bigint NOT NULL UNIQUE, sanat text COLLATE "C" NOT NULL);

CREATE INDEX asiakas_haku_sanat ON "asiakas_haku" USING gin ((array_to_tsvector(string_to_array(btrim("asiakas_haku".sanat), ' '))));

CREATE FUNCTION asiakas_haku_paivita(rivit uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(rivit) = 0 THEN
    RETURN;
  END IF;
  WITH uudet AS (
    INSERT INTO "asiakas_haku" AS h (id, nro, sanat)
    SELECT r.id, r.drupal_internal__id, hakusanat(concat_ws(' ', r."name", r."talenom_asiakasnumero", haku_tunnus(r."talenom_asiakasnumero"), haku_tunnus('A' || r."drupal_internal__id"), r."y_tunnus", haku_tunnus(r."y_tunnus"), (SELECT string_agg(DISTINCT v COLLATE "C", ' ') FROM "yhteyshenkilo" r_yhteyshenkilo, unnest(ARRAY[r_yhteyshenkilo."etunimi", r_yhteyshenkilo."sukunimi", r_yhteyshenkilo."email", r_yhteyshenkilo."puhelin", haku_tunnus(r_yhteyshenkilo."puhelin")]) AS v WHERE (r_yhteyshenkilo."asiakas_id" = r.id AND r_yhteyshenkilo.status = 1))), ARRAY[haku_tunnus('A' || r."drupal_internal__id"), haku_tunnus(r."y_tunnus")]::text[])
    FROM "asiakas" r WHERE r.id = ANY(rivit)
    ON CONFLICT (id) DO UPDATE SET sanat = excluded.sanat WHERE h.sanat <> excluded.sanat
    RETURNING sanat
  )
  INSERT INTO hakusana (sana)
  SELECT DISTINCT s.sana FROM uudet, unnest(string_to_array(btrim(uudet.sanat), ' ')) AS s(sana)
  WHERE length(s.sana) > 3 AND (s.sana >= 'a' OR s.sana < ':' AND s.sana ~ '[^0-9]') AND NOT EXISTS (SELECT FROM hakusana k WHERE k.sana = s.sana)
  ORDER BY s.sana
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION asiakas_haku_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM asiakas_haku_paivita(ARRAY(SELECT u.id FROM uudet u WHERE true AND NOT EXISTS (SELECT FROM "yhteyshenkilo" x WHERE x.asiakas_id = u.id AND x.status = 1)));
  RETURN NULL;
END $$;
CREATE TRIGGER asiakas_haku_uusi AFTER INSERT ON "asiakas" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION asiakas_haku_uusi();

CREATE FUNCTION asiakas_haku_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM asiakas_haku_paivita(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER asiakas_haku_muuttui AFTER UPDATE ON "asiakas" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."talenom_asiakasnumero" IS DISTINCT FROM NEW."talenom_asiakasnumero" OR OLD."y_tunnus" IS DISTINCT FROM NEW."y_tunnus") EXECUTE FUNCTION asiakas_haku_muuttui();

CREATE FUNCTION asiakas_haku_yhteyshenkilo_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM asiakas_haku_paivita(ARRAY(SELECT DISTINCT u.asiakas_id FROM uudet u));
  RETURN NULL;
END $$;
CREATE TRIGGER asiakas_haku_yhteyshenkilo_uusi AFTER INSERT ON "yhteyshenkilo" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION asiakas_haku_yhteyshenkilo_uusi();

CREATE FUNCTION asiakas_haku_yhteyshenkilo_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM asiakas_haku_paivita(ARRAY[OLD.asiakas_id, NEW.asiakas_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER asiakas_haku_yhteyshenkilo_muuttui AFTER UPDATE ON "yhteyshenkilo" FOR EACH ROW WHEN (OLD."etunimi" IS DISTINCT FROM NEW."etunimi" OR OLD."sukunimi" IS DISTINCT FROM NEW."sukunimi" OR OLD."email" IS DISTINCT FROM NEW."email" OR OLD."puhelin" IS DISTINCT FROM NEW."puhelin" OR OLD."asiakas_id" IS DISTINCT FROM NEW."asiakas_id" OR OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION asiakas_haku_yhteyshenkilo_muuttui();

SELECT asiakas_haku_paivita(ARRAY(SELECT id FROM "asiakas"));

CREATE TABLE "user_haku" (id uuid PRIMARY KEY, nro bigint NOT NULL UNIQUE, sanat text COLLATE "C" NOT NULL);

CREATE INDEX user_haku_sanat ON "user_haku" USING gin ((array_to_tsvector(string_to_array(btrim("user_haku".sanat), ' '))));

CREATE FUNCTION user_haku_paivita(rivit uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(rivit) = 0 THEN
    RETURN;
  END IF;
  WITH uudet AS (
    INSERT INTO "user_haku" AS h (id, nro, sanat)
    SELECT r.id, r.drupal_internal__id, hakusanat(concat_ws(' ', r."name", r."mail", r."field_fullname", haku_tunnus('K' || r."drupal_internal__id"), (SELECT string_agg(DISTINCT v COLLATE "C", ' ') FROM "profile_asiakas" r_asiakasprofiilit, unnest(ARRAY[r_asiakasprofiilit."field_etunimi", r_asiakasprofiilit."field_sukunimi", r_asiakasprofiilit."field_puhelinnumero", haku_tunnus(r_asiakasprofiilit."field_puhelinnumero")]) AS v WHERE (r_asiakasprofiilit."uid_id" = r.id AND r_asiakasprofiilit.status = 1)), (SELECT string_agg(DISTINCT v COLLATE "C", ' ') FROM "profile_kuljettaja" r_kuljettajaprofiilit, unnest(ARRAY[r_kuljettajaprofiilit."field_etunimi", r_kuljettajaprofiilit."field_sukunimi", r_kuljettajaprofiilit."field_puhelinnumero", haku_tunnus(r_kuljettajaprofiilit."field_puhelinnumero")]) AS v WHERE (r_kuljettajaprofiilit."uid_id" = r.id AND r_kuljettajaprofiilit.status = 1)), (SELECT string_agg(DISTINCT v COLLATE "C", ' ') FROM "profile_yllapito" r_yllapitoprofiilit, unnest(ARRAY[r_yllapitoprofiilit."field_etunimi", r_yllapitoprofiilit."field_sukunimi", r_yllapitoprofiilit."field_puhelinnumero", haku_tunnus(r_yllapitoprofiilit."field_puhelinnumero")]) AS v WHERE (r_yllapitoprofiilit."uid_id" = r.id AND r_yllapitoprofiilit.status = 1))), ARRAY[haku_tunnus('K' || r."drupal_internal__id")]::text[])
    FROM "user" r WHERE r.id = ANY(rivit)
    ON CONFLICT (id) DO UPDATE SET sanat = excluded.sanat WHERE h.sanat <> excluded.sanat
    RETURNING sanat
  )
  INSERT INTO hakusana (sana)
  SELECT DISTINCT s.sana FROM uudet, unnest(string_to_array(btrim(uudet.sanat), ' ')) AS s(sana)
  WHERE length(s.sana) > 3 AND (s.sana >= 'a' OR s.sana < ':' AND s.sana ~ '[^0-9]') AND NOT EXISTS (SELECT FROM hakusana k WHERE k.sana = s.sana)
  ORDER BY s.sana
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION user_haku_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM user_haku_paivita(ARRAY(SELECT u.id FROM uudet u WHERE true AND NOT EXISTS (SELECT FROM "profile_asiakas" x WHERE x.uid_id = u.id AND x.status = 1) AND NOT EXISTS (SELECT FROM "profile_kuljettaja" x WHERE x.uid_id = u.id AND x.status = 1) AND NOT EXISTS (SELECT FROM "profile_yllapito" x WHERE x.uid_id = u.id AND x.status = 1)));
  RETURN NULL;
END $$;
CREATE TRIGGER user_haku_uusi AFTER INSERT ON "user" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION user_haku_uusi();

CREATE FUNCTION user_haku_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM user_haku_paivita(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER user_haku_muuttui AFTER UPDATE ON "user" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."mail" IS DISTINCT FROM NEW."mail" OR OLD."field_fullname" IS DISTINCT FROM NEW."field_fullname") EXECUTE FUNCTION user_haku_muuttui();

CREATE FUNCTION user_haku_asiakasprofiilit_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM user_haku_paivita(ARRAY(SELECT DISTINCT u.uid_id FROM uudet u));
  RETURN NULL;
END $$;
CREATE TRIGGER user_haku_asiakasprofiilit_uusi AFTER INSERT ON "profile_asiakas" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION user_haku_asiakasprofiilit_uusi();

CREATE FUNCTION user_haku_asiakasprofiilit_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM user_haku_paivita(ARRAY[OLD.uid_id, NEW.uid_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER user_haku_asiakasprofiilit_muuttui AFTER UPDATE ON "profile_asiakas" FOR EACH ROW WHEN (OLD."field_etunimi" IS DISTINCT FROM NEW."field_etunimi" OR OLD."field_sukunimi" IS DISTINCT FROM NEW."field_sukunimi" OR OLD."field_puhelinnumero" IS DISTINCT FROM NEW."field_puhelinnumero" OR OLD."uid_id" IS DISTINCT FROM NEW."uid_id" OR OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION user_haku_asiakasprofiilit_muuttui();

CREATE FUNCTION user_haku_kuljettajaprofiilit_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM user_haku_paivita(ARRAY(SELECT DISTINCT u.uid_id FROM uudet u));
  RETURN NULL;
END $$;
CREATE TRIGGER user_haku_kuljettajaprofiilit_uusi AFTER INSERT ON "profile_kuljettaja" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION user_haku_kuljettajaprofiilit_uusi();

CREATE FUNCTION user_haku_kuljettajaprofiilit_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM user_haku_paivita(ARRAY[OLD.uid_id, NEW.uid_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER user_haku_kuljettajaprofiilit_muuttui AFTER UPDATE ON "profile_kuljettaja" FOR EACH ROW WHEN (OLD."field_etunimi" IS DISTINCT FROM NEW."field_etunimi" OR OLD."field_sukunimi" IS DISTINCT FROM NEW."field_sukunimi" OR OLD."field_puhelinnumero" IS DISTINCT FROM NEW."field_puhelinnumero" OR OLD."uid_id" IS DISTINCT FROM NEW."uid_id" OR OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION user_haku_kuljettajaprofiilit_muuttui();

CREATE FUNCTION user_haku_yllapitoprofiilit_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM user_haku_paivita(ARRAY(SELECT DISTINCT u.uid_id FROM uudet u));
  RETURN NULL;
END $$;
CREATE TRIGGER user_haku_yllapitoprofiilit_uusi AFTER INSERT ON "profile_yllapito" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION user_haku_yllapitoprofiilit_uusi();

CREATE FUNCTION user_haku_yllapitoprofiilit_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM user_haku_paivita(ARRAY[OLD.uid_id, NEW.uid_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER user_haku_yllapitoprofiilit_muuttui AFTER UPDATE ON "profile_yllapito" FOR EACH ROW WHEN (OLD."field_etunimi" IS DISTINCT FROM NEW."field_etunimi" OR OLD."field_sukunimi" IS DISTINCT FROM NEW."field_sukunimi" OR OLD."field_puhelinnumero" IS DISTINCT FROM NEW."field_puhelinnumero" OR OLD."uid_id" IS DISTINCT FROM NEW."uid_id" OR OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION user_haku_yllapitoprofiilit_muuttui();

SELECT user_haku_paivita(ARRAY(SELECT id FROM "user"));

CREATE TABLE "tuote_haku" (id uuid PRIMARY KEY, nro bigint NOT NULL UNIQUE, sanat text COLLATE "C" NOT NULL);

CREATE INDEX tuote_haku_sanat ON "tuote_haku" USING gin ((array_to_tsvector(string_to_array(btrim("tuote_haku".sanat), ' '))));

CREATE FUNCTION tuote_haku_paivita(rivit uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(rivit) = 0 THEN
    RETURN;
  END IF;
  WITH uudet AS (
    INSERT INTO "tuote_haku" AS h (id, nro, sanat)
    SELECT r.id, r.drupal_internal__id, hakusanat(concat_ws(' ', r."name", r."kuvaus", haku_tunnus('TU' || r."drupal_internal__id")), ARRAY[haku_tunnus('TU' || r."drupal_internal__id")]::text[])
    FROM "tuote" r WHERE r.id = ANY(rivit)
    ON CONFLICT (id) DO UPDATE SET sanat = excluded.sanat WHERE h.sanat <> excluded.sanat
    RETURNING sanat
  )
  INSERT INTO hakusana (sana)
  SELECT DISTINCT s.sana FROM uudet, unnest(string_to_array(btrim(uudet.sanat), ' ')) AS s(sana)
  WHERE length(s.sana) > 3 AND (s.sana >= 'a' OR s.sana < ':' AND s.sana ~ '[^0-9]') AND NOT EXISTS (SELECT FROM hakusana k WHERE k.sana = s.sana)
  ORDER BY s.sana
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION tuote_haku_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tuote_haku_paivita(ARRAY(SELECT u.id FROM uudet u WHERE true));
  RETURN NULL;
END $$;
CREATE TRIGGER tuote_haku_uusi AFTER INSERT ON "tuote" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION tuote_haku_uusi();

CREATE FUNCTION tuote_haku_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tuote_haku_paivita(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER tuote_haku_muuttui AFTER UPDATE ON "tuote" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."kuvaus" IS DISTINCT FROM NEW."kuvaus") EXECUTE FUNCTION tuote_haku_muuttui();

SELECT tuote_haku_paivita(ARRAY(SELECT id FROM "tuote"));

CREATE TABLE "auto_haku" (id uuid PRIMARY KEY, nro bigint NOT NULL UNIQUE, sanat text COLLATE "C" NOT NULL);

CREATE INDEX auto_haku_sanat ON "auto_haku" USING gin ((array_to_tsvector(string_to_array(btrim("auto_haku".sanat), ' '))));

CREATE FUNCTION auto_haku_paivita(rivit uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(rivit) = 0 THEN
    RETURN;
  END IF;
  WITH uudet AS (
    INSERT INTO "auto_haku" AS h (id, nro, sanat)
    SELECT r.id, r.drupal_internal__id, hakusanat(concat_ws(' ', r."name", r."kustannuspaikka", r."mapon_id", haku_tunnus(r."mapon_id"), haku_tunnus('AU' || r."drupal_internal__id"), r."rekisterinumero", haku_tunnus(r."rekisterinumero")), ARRAY[haku_tunnus('AU' || r."drupal_internal__id"), haku_tunnus(r."rekisterinumero")]::text[])
    FROM "auto" r WHERE r.id = ANY(rivit)
    ON CONFLICT (id) DO UPDATE SET sanat = excluded.sanat WHERE h.sanat <> excluded.sanat
    RETURNING sanat
  )
  INSERT INTO hakusana (sana)
  SELECT DISTINCT s.sana FROM uudet, unnest(string_to_array(btrim(uudet.sanat), ' ')) AS s(sana)
  WHERE length(s.sana) > 3 AND (s.sana >= 'a' OR s.sana < ':' AND s.sana ~ '[^0-9]') AND NOT EXISTS (SELECT FROM hakusana k WHERE k.sana = s.sana)
  ORDER BY s.sana
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION auto_haku_uusi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM auto_haku_paivita(ARRAY(SELECT u.id FROM uudet u WHERE true));
  RETURN NULL;
END $$;
CREATE TRIGGER auto_haku_uusi AFTER INSERT ON "auto" REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT EXECUTE FUNCTION auto_haku_uusi();

CREATE FUNCTION auto_haku_muuttui() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM auto_haku_paivita(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER auto_haku_muuttui AFTER UPDATE ON "auto" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."kustannuspaikka" IS DISTINCT FROM NEW."kustannuspaikka" OR OLD."mapon_id" IS DISTINCT FROM NEW."mapon_id" OR OLD."rekisterinumero" IS DISTINCT FROM NEW."rekisterinumero") EXECUTE FUNCTION auto_haku_muuttui();

SELECT auto_haku_paivita(ARRAY(SELECT id FROM "auto"));

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
    SELECT r.id, r.drupal_internal__id, hakusanat(concat_ws(' ', r."name", r."laskutus_nimi", r."laskutus_viesti", haku_tunnus('T' || r."tilausnro"), r."tilausnro"::text, haku_tunnus(r."tilausnro"::text), (SELECT concat_ws(' ', r_asiakas."name") FROM "asiakas" r_asiakas WHERE (r_asiakas.id = r."asiakas_id" AND r_asiakas.status = 1)), (SELECT string_agg(DISTINCT v COLLATE "C", ' ') FROM "lahetys" r_lahetykset, unnest(ARRAY[r_lahetykset."nouto_nimi", r_lahetykset."nouto_osoite1", r_lahetykset."nouto_osoite2", r_lahetykset."nouto_postinro", r_lahetykset."nouto_postitmp", r_lahetykset."nouto_yhteyshenkilo_etunimi", r_lahetykset."nouto_yhteyshenkilo_sukunimi", r_lahetykset."nouto_yhteyshenkilo_puhelin", r_lahetykset."nouto_yhteyshenkilo_email", r_lahetykset."toimitus_nimi", r_lahetykset."toimitus_osoite1", r_lahetykset."toimitus_osoite2", r_lahetykset."toimitus_postinro", r_lahetykset."toimitus_postitmp", r_lahetykset."toimitus_yhteyshenkilo_etunimi", r_lahetykset."toimitus_yhteyshenkilo_sukunimi", r_lahetykset."toimitus_yhteyshenkilo_puhelin", r_lahetykset."toimitus_yhteyshenkilo_email", r_lahetykset."name", r_lahetykset."viesti", r_lahetykset."kuvaus", r_lahetykset."viite", haku_tunnus(r_lahetykset."viite")]) AS v WHERE (r_lahetykset."tilaus_id" = r.id AND r_lahetykset.status = 1)), (SELECT string_agg(DISTINCT v COLLATE "C", ' ') FROM "tuntituote" r_tuntituotteet, unnest(ARRAY[r_tuntituotteet."nouto_nimi", r_tuntituotteet."nouto_osoite1", r_tuntituotteet."nouto_osoite2", r_tuntituotteet."nouto_postinro", r_tuntituotteet."nouto_postitmp", r_tuntituotteet."nouto_yhteyshenkilo_etunimi", r_tuntituotteet."nouto_yhteyshenkilo_sukunimi", r_tuntituotteet."nouto_yhteyshenkilo_puhelin", r_tuntituotteet."nouto_yhteyshenkilo_email", r_tuntituotteet."viesti", r_tuntituotteet."selite", r_tuntituotteet."viite", haku_tunnus(r_tuntituotteet."viite")]) AS v WHERE (r_tuntituotteet."tilaus_id" = r.id AND r_tuntituotteet.status = 1))), ARRAY[haku_tunnus('T' || r."tilausnro"), haku_tunnus(r."tilausnro"::text)]::text[])
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
CREATE TRIGGER tilaus_haku_muuttui AFTER UPDATE ON "tilaus" FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."laskutus_nimi" IS DISTINCT FROM NEW."laskutus_nimi" OR OLD."laskutus_viesti" IS DISTINCT FROM NEW."laskutus_viesti" OR OLD."tilausnro" IS DISTINCT FROM NEW."tilausnro" OR OLD."asiakas_id" IS DISTINCT FROM NEW."asiakas_id") EXECUTE FUNCTION tilaus_haku_muuttui();

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
