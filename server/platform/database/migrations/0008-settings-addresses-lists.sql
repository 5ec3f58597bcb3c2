-- The company's settings (domain/settings.ts), a row for each that somebody has set.
CREATE TABLE asetus (
  avain text PRIMARY KEY,
  arvo jsonb NOT NULL,
  muutettu bigint NOT NULL,
  -- Null: set at the machine by its operator.
  kayttaja uuid REFERENCES "user" (id)
);

-- Postal codes with their places, imported from the file that the operator downloads (`npm run postal-codes`).
CREATE TABLE postinumero (
  maa text NOT NULL,
  postinumero text COLLATE "C" NOT NULL,
  paikka text COLLATE "fi-x-icu" NOT NULL,
  -- The place in lower case; "C" so that its beginning is found by the index.
  haku text COLLATE "C" NOT NULL,
  lat double precision NOT NULL,
  lng double precision NOT NULL,
  PRIMARY KEY (maa, postinumero, paikka)
);
CREATE INDEX postinumero_koodi ON postinumero (postinumero);
CREATE INDEX postinumero_haku ON postinumero (haku, postinumero);

-- Parts of words in saved addresses (server/addresses/saved-addresses.ts has the same expressions).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX postiosoite_haku ON postiosoite
  USING gin (lower(name || ' ' || field_osoite_1 || ' ' || field_postinumero || ' ' || field_postitoimipaikka) gin_trgm_ops) WHERE status = 1;
CREATE INDEX laskutusosoite_posti_haku ON laskutusosoite_posti
  USING gin (lower(name || ' ' || field_osoite_1 || ' ' || field_postinumero || ' ' || field_postitoimipaikka) gin_trgm_ops) WHERE status = 1;
CREATE INDEX laskutusosoite_email_haku ON laskutusosoite_email
  USING gin (lower(name || ' ' || field_sahkopostiosoite) gin_trgm_ops) WHERE status = 1;
CREATE INDEX laskutusosoite_verkkolasku_haku ON laskutusosoite_verkkolasku
  USING gin (lower(name || ' ' || field_verkkolaskuosoite || ' ' || field_valittaja) gin_trgm_ops) WHERE status = 1;

-- The lists of customers, products and hourly jobs in the orders that their screens offer.
CREATE INDEX asiakas_nimi ON asiakas (name, id) WHERE status = 1;
CREATE INDEX asiakas_luotu ON asiakas (created, id) WHERE status = 1;
CREATE INDEX tuote_nimi ON tuote (name, id) WHERE status = 1;
CREATE INDEX tuote_luotu ON tuote (created, id) WHERE status = 1;
CREATE INDEX postiosoite_nimi ON postiosoite (name, id) WHERE status = 1;
CREATE INDEX tuntituote_paiva ON tuntituote (toimituspaiva, id) WHERE status = 1;
CREATE INDEX tuntituote_tilan_paiva ON tuntituote (tila, toimituspaiva, id) WHERE status = 1;
CREATE INDEX tuntituote_asiakkaan_paiva ON tuntituote (asiakas_id, toimituspaiva, id) WHERE status = 1;
