-- Orders are followed without signing in (decision 24).
ALTER TABLE tilaus ADD COLUMN seurantalinkki boolean NOT NULL DEFAULT false;
ALTER TABLE tilaus ALTER COLUMN seurantalinkki DROP DEFAULT;

-- An order's link. What the link carries is `linkki` and the installation's signature of it, so no secret lies here.
CREATE TABLE seurantalinkki (
  tilaus_id uuid PRIMARY KEY REFERENCES tilaus (id) ON DELETE CASCADE,
  -- Another one when the link is taken into use again: what was given away before stays dead.
  linkki uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  kaytossa boolean NOT NULL DEFAULT true,
  avattu integer NOT NULL DEFAULT 0,
  viimeksi_avattu bigint NOT NULL DEFAULT 0
);

ALTER TABLE lahteva_posti
  DROP CONSTRAINT lahteva_posti_laji_check,
  ADD CONSTRAINT lahteva_posti_laji_check CHECK (laji IN ('salasanan_palautus', 'kutsu', 'rahtikirja', 'seurantalinkki'));

-- An order that asks for it has its link mailed to its consignees, in the statement that stores the order and its shipments.
CREATE FUNCTION tilaus_seurantalinkki() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tekija uuid := (SELECT kayttaja FROM revisio WHERE rivi = new.id AND vid = 1);
BEGIN
  INSERT INTO lahteva_posti (laji, vastaanottaja, luotu, seuraava_yritys, tilaus_id, lahettaja_id)
    SELECT 'seurantalinkki', min(toimitus_yhteyshenkilo_email), new.created, new.created, new.id, tekija
    FROM lahetys WHERE tilaus_id = new.id AND status = 1 AND toimitus_yhteyshenkilo_email <> ''
    GROUP BY lower(toimitus_yhteyshenkilo_email);
  IF NOT FOUND THEN
    RETURN null;
  END IF;
  INSERT INTO seurantalinkki (tilaus_id) VALUES (new.id);
  -- As `allowMail` in server/mail/queue.ts.
  PERFORM pg_advisory_xact_lock(hashtextextended('lahteva_posti ' || coalesce(tekija::text, ''), 0));
  IF (SELECT count(*) FROM lahteva_posti WHERE lahettaja_id = tekija AND laji = 'seurantalinkki' AND luotu > new.created - 3600) > 100 THEN
    RAISE EXCEPTION 'Too many tracking links in an hour' USING errcode = '23514', constraint = 'seurantalinkki_tunnissa';
  END IF;
  RETURN null;
END $$;
CREATE TRIGGER tilaus_seurantalinkki AFTER INSERT ON tilaus
  FOR EACH ROW WHEN (new.seurantalinkki AND new.tyyppi = 'lahetys') EXECUTE FUNCTION tilaus_seurantalinkki();
