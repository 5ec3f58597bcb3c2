-- Goods that may be left without a signature: the customer's default, the order's own answer, and what was left where, with pictures.
ALTER TABLE asiakas ADD COLUMN saa_jattaa boolean NOT NULL DEFAULT false;
ALTER TABLE tilaus ADD COLUMN saa_jattaa text NOT NULL DEFAULT 'ei';
ALTER TABLE v_o_kuittaus
  ADD COLUMN jatetty boolean NOT NULL DEFAULT false,
  ADD COLUMN jattopaikka text COLLATE "fi-x-icu" NOT NULL DEFAULT '',
  ADD COLUMN kuvat_ids uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE asiakas ALTER COLUMN saa_jattaa DROP DEFAULT;
ALTER TABLE tilaus ALTER COLUMN saa_jattaa DROP DEFAULT;
ALTER TABLE v_o_kuittaus ALTER COLUMN jatetty DROP DEFAULT, ALTER COLUMN jattopaikka DROP DEFAULT, ALTER COLUMN kuvat_ids DROP DEFAULT;
CREATE INDEX v_o_kuittaus_kuvat ON v_o_kuittaus USING gin (kuvat_ids) WHERE kuvat_ids <> '{}';
