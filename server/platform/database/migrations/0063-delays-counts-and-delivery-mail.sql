-- A delay that was reported, and the pieces that the driver counted; 0 = none.
ALTER TABLE lahetys
  ADD COLUMN myohastyminen integer NOT NULL DEFAULT 0,
  ADD COLUMN myohastyminen_ilmoitettu bigint NOT NULL DEFAULT 0,
  ADD COLUMN noudettu_maara integer NOT NULL DEFAULT 0,
  ADD COLUMN toimitettu_maara integer NOT NULL DEFAULT 0;
ALTER TABLE lahetys
  ALTER COLUMN myohastyminen DROP DEFAULT,
  ALTER COLUMN myohastyminen_ilmoitettu DROP DEFAULT,
  ALTER COLUMN noudettu_maara DROP DEFAULT,
  ALTER COLUMN toimitettu_maara DROP DEFAULT;

-- Mail about deliveries, with the waybills: where the customer wants it, once for each order.
ALTER TABLE asiakas ADD COLUMN toimitusviesti_email text COLLATE "fi-x-icu" NOT NULL DEFAULT '';
ALTER TABLE asiakas ALTER COLUMN toimitusviesti_email DROP DEFAULT;
CREATE TABLE toimitusviesti (
  tilaus_id uuid PRIMARY KEY REFERENCES tilaus (id),
  vastaanottaja text NOT NULL,
  luotu bigint NOT NULL,
  -- When the mail was queued; 0 = not yet.
  lahetetty bigint NOT NULL DEFAULT 0
);
CREATE INDEX toimitusviesti_odottaa ON toimitusviesti (luotu) WHERE lahetetty = 0;
CREATE FUNCTION tilaus_toimitusviesti() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO toimitusviesti (tilaus_id, vastaanottaja, luotu)
    SELECT new.id, a.toimitusviesti_email, new.changed FROM asiakas a
    WHERE a.id = new.asiakas_id AND a.status = 1 AND a.toimitusviesti_email <> ''
    ON CONFLICT (tilaus_id) DO UPDATE SET luotu = excluded.luotu, vastaanottaja = excluded.vastaanottaja WHERE toimitusviesti.lahetetty = 0;
  RETURN null;
END $$;
CREATE TRIGGER tilaus_toimitusviesti AFTER UPDATE OF tilauksen_tila ON tilaus
  FOR EACH ROW WHEN (new.tilauksen_tila = 'toimitettu' AND old.tilauksen_tila IN ('uusi', 'kuljetuksessa') AND new.tyyppi = 'lahetys')
  EXECUTE FUNCTION tilaus_toimitusviesti();
ALTER TABLE lahteva_posti
  DROP CONSTRAINT lahteva_posti_laji_check,
  ADD CONSTRAINT lahteva_posti_laji_check
    CHECK (laji IN ('salasanan_palautus', 'kutsu', 'rahtikirja', 'seurantalinkki', 'dokumentti_muistutus', 'lasku', 'palkka_aineisto', 'toimitus'));
