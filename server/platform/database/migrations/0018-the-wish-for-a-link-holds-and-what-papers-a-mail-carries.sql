-- The wish for a tracking link holds until there is a consignee: an order may be stored before its shipments (decision 24). Each
-- shipment whose consignee becomes known sends its order's link there, once an address, unless the link was taken out of use.
DROP TRIGGER tilaus_seurantalinkki ON tilaus;
DROP FUNCTION tilaus_seurantalinkki();

CREATE FUNCTION lahetys_seurantalinkki() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tekija uuid;
BEGIN
  PERFORM FROM tilaus t LEFT JOIN seurantalinkki s ON s.tilaus_id = t.id
    WHERE t.id = new.tilaus_id AND t.seurantalinkki AND t.tyyppi = 'lahetys' AND t.status = 1 AND coalesce(s.kaytossa, true);
  IF NOT FOUND THEN
    RETURN null;
  END IF;
  PERFORM FROM lahteva_posti WHERE tilaus_id = new.tilaus_id AND laji = 'seurantalinkki' AND lower(vastaanottaja) = lower(new.toimitus_yhteyshenkilo_email);
  IF FOUND THEN
    RETURN null;
  END IF;
  tekija := (SELECT kayttaja FROM revisio WHERE rivi = new.id ORDER BY vid DESC LIMIT 1);
  INSERT INTO lahteva_posti (laji, vastaanottaja, luotu, seuraava_yritys, tilaus_id, lahettaja_id)
    VALUES ('seurantalinkki', new.toimitus_yhteyshenkilo_email, new.changed, new.changed, new.tilaus_id, tekija);
  INSERT INTO seurantalinkki (tilaus_id) VALUES (new.tilaus_id) ON CONFLICT (tilaus_id) DO NOTHING;
  -- As `allowMail` in server/mail/queue.ts.
  PERFORM pg_advisory_xact_lock(hashtextextended('lahteva_posti ' || coalesce(tekija::text, ''), 0));
  IF (SELECT count(*) FROM lahteva_posti WHERE lahettaja_id = tekija AND laji = 'seurantalinkki' AND luotu > new.changed - 3600) > 100 THEN
    RAISE EXCEPTION 'Too many tracking links in an hour' USING errcode = '23514', constraint = 'seurantalinkki_tunnissa';
  END IF;
  RETURN null;
END $$;
CREATE TRIGGER lahetys_seurantalinkki_uusi AFTER INSERT ON lahetys
  FOR EACH ROW WHEN (new.status = 1 AND new.toimitus_yhteyshenkilo_email <> '') EXECUTE FUNCTION lahetys_seurantalinkki();
-- A consignee who is changed for another is written to from the order's page.
CREATE TRIGGER lahetys_seurantalinkki_vastaanottaja AFTER UPDATE OF toimitus_yhteyshenkilo_email ON lahetys
  FOR EACH ROW WHEN (new.status = 1 AND old.toimitus_yhteyshenkilo_email = '' AND new.toimitus_yhteyshenkilo_email <> '')
  EXECUTE FUNCTION lahetys_seurantalinkki();

-- What papers a mail carries, as `muoto` of a print; empty in other mail.
ALTER TABLE lahteva_posti ADD COLUMN muoto text NOT NULL DEFAULT '' CHECK (muoto IN ('', 'lahetys', 'koonti', 'tarrat'));
UPDATE lahteva_posti p SET muoto = CASE WHEN f.filename LIKE 'tarrat%' THEN 'tarrat' WHEN f.filename LIKE 'rahtikirja-koonti%' THEN 'koonti' ELSE 'lahetys' END
  FROM file f WHERE f.id = p.liite_id AND p.laji = 'rahtikirja';
