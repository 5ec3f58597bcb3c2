-- A tracking link belongs to one delivery place of an order (RULES section 4).
-- Shipments of an order whose delivery address is the same go to the same place, whoever the contact is.
CREATE FUNCTION toimituspaikka(l lahetys) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT md5(lower(regexp_replace(
    btrim(l.toimitus_nimi) || E'\n' || btrim(l.toimitus_osoite1) || E'\n' || btrim(l.toimitus_osoite2) || E'\n' || btrim(l.toimitus_postinro)
      || E'\n' || btrim(l.toimitus_postitmp) || E'\n' || btrim(l.toimitus_maa), '[ \t]+', ' ', 'g')))
$$;

-- `paikka` is empty in a link that was made for a whole order of several places: it shows only how far the order is.
ALTER TABLE seurantalinkki
  DROP CONSTRAINT seurantalinkki_pkey,
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
  ADD COLUMN paikka text NOT NULL DEFAULT '',
  ADD UNIQUE (tilaus_id, paikka);
ALTER TABLE seurantalinkki ALTER COLUMN paikka DROP DEFAULT;

ALTER TABLE lahteva_posti ADD COLUMN seurantalinkki_id uuid REFERENCES seurantalinkki (id) ON DELETE SET NULL;
UPDATE lahteva_posti p SET seurantalinkki_id = s.id FROM seurantalinkki s WHERE p.laji = 'seurantalinkki' AND s.tilaus_id = p.tilaus_id;
CREATE INDEX lahteva_posti_seurantalinkki ON lahteva_posti (seurantalinkki_id) WHERE seurantalinkki_id IS NOT NULL;

-- A link of an order with one place goes on as that place's.
UPDATE seurantalinkki s SET paikka = l.paikka
  FROM (SELECT tilaus_id, min(toimituspaikka(r)) AS paikka FROM lahetys r WHERE status = 1 GROUP BY tilaus_id
    HAVING count(DISTINCT toimituspaikka(r)) = 1) l
  WHERE l.tilaus_id = s.tilaus_id;
-- So does one of several places that was mailed to the consignees of one place alone.
UPDATE seurantalinkki s SET paikka = m.paikka
  FROM (SELECT p.seurantalinkki_id, min(toimituspaikka(r)) AS paikka
    FROM lahteva_posti p LEFT JOIN lahetys r
      ON r.tilaus_id = p.tilaus_id AND r.status = 1 AND lower(r.toimitus_yhteyshenkilo_email) = lower(p.vastaanottaja)
    WHERE p.seurantalinkki_id IS NOT NULL GROUP BY p.seurantalinkki_id
    HAVING count(DISTINCT toimituspaikka(r)) = 1 AND count(*) = count(r.id)) m
  WHERE m.seurantalinkki_id = s.id AND s.paikka = '';

-- As in migration 0018, but each place has a link of its own: a consignee of two places gets both.
CREATE OR REPLACE FUNCTION lahetys_seurantalinkki() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kohde text := toimituspaikka(new);
  linkin_id uuid;
  tekija uuid;
BEGIN
  PERFORM FROM tilaus t WHERE t.id = new.tilaus_id AND t.seurantalinkki AND t.tyyppi = 'lahetys' AND t.status = 1
    -- Once every link of the order is taken out of use, nobody is written to any more.
    AND (NOT EXISTS (SELECT FROM seurantalinkki s WHERE s.tilaus_id = t.id)
      OR EXISTS (SELECT FROM seurantalinkki s WHERE s.tilaus_id = t.id AND s.kaytossa));
  IF NOT FOUND THEN
    RETURN null;
  END IF;
  INSERT INTO seurantalinkki (tilaus_id, paikka) VALUES (new.tilaus_id, kohde) ON CONFLICT (tilaus_id, paikka) DO NOTHING;
  SELECT id INTO linkin_id FROM seurantalinkki WHERE tilaus_id = new.tilaus_id AND paikka = kohde AND kaytossa;
  IF linkin_id IS NULL THEN
    RETURN null;
  END IF;
  PERFORM FROM lahteva_posti WHERE seurantalinkki_id = linkin_id AND lower(vastaanottaja) = lower(new.toimitus_yhteyshenkilo_email);
  IF FOUND THEN
    RETURN null;
  END IF;
  tekija := (SELECT kayttaja FROM revisio WHERE rivi = new.id ORDER BY vid DESC LIMIT 1);
  INSERT INTO lahteva_posti (laji, vastaanottaja, luotu, seuraava_yritys, tilaus_id, seurantalinkki_id, lahettaja_id)
    VALUES ('seurantalinkki', new.toimitus_yhteyshenkilo_email, new.changed, new.changed, new.tilaus_id, linkin_id, tekija);
  -- As `allowMail` in server/mail/queue.ts.
  PERFORM pg_advisory_xact_lock(hashtextextended('lahteva_posti ' || coalesce(tekija::text, ''), 0));
  IF (SELECT count(*) FROM lahteva_posti WHERE lahettaja_id = tekija AND laji = 'seurantalinkki' AND luotu > new.changed - 3600) > 100 THEN
    RAISE EXCEPTION 'Too many tracking links in an hour' USING errcode = '23514', constraint = 'seurantalinkki_tunnissa';
  END IF;
  RETURN null;
END $$;

-- A link follows its place when the address is corrected for the same consignee: the name is the same, and so is either the mail address
-- or the street with its postal code. When the goods go to somebody else, the link stays behind and shows nothing, as its holder must
-- not see where they went. A shop in the same building, or another of the same name, is somebody else.
CREATE FUNCTION lahetys_linkin_paikka() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entinen text := toimituspaikka(old);
  uusi text := toimituspaikka(new);
BEGIN
  IF entinen = uusi OR NOT (
    lower(old.toimitus_nimi) = lower(new.toimitus_nimi) AND new.toimitus_nimi <> ''
    AND ((lower(old.toimitus_yhteyshenkilo_email) = lower(new.toimitus_yhteyshenkilo_email) AND new.toimitus_yhteyshenkilo_email <> '')
      OR (lower(old.toimitus_osoite1) = lower(new.toimitus_osoite1) AND new.toimitus_osoite1 <> ''
        AND old.toimitus_postinro = new.toimitus_postinro AND old.toimitus_maa = new.toimitus_maa))) THEN
    RETURN null;
  END IF;
  UPDATE seurantalinkki s SET paikka = uusi WHERE s.tilaus_id = new.tilaus_id AND s.paikka = entinen
    AND NOT EXISTS (SELECT FROM lahetys l WHERE l.tilaus_id = new.tilaus_id AND l.status = 1 AND toimituspaikka(l) = entinen)
    AND NOT EXISTS (SELECT FROM seurantalinkki o WHERE o.tilaus_id = new.tilaus_id AND o.paikka = uusi);
  RETURN null;
END $$;
CREATE TRIGGER lahetys_linkin_paikka
  AFTER UPDATE OF toimitus_nimi, toimitus_osoite1, toimitus_osoite2, toimitus_postinro, toimitus_postitmp, toimitus_maa ON lahetys
  FOR EACH ROW EXECUTE FUNCTION lahetys_linkin_paikka();
