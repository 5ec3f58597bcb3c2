-- The house prices an order from its list; a price that somebody has typed is left alone (decision 29).
ALTER TABLE tilaus ADD COLUMN hinta_kasin boolean NOT NULL DEFAULT false;
ALTER TABLE tilaus ALTER COLUMN hinta_kasin DROP DEFAULT;
-- Until now every price was typed.
UPDATE tilaus SET hinta_kasin = true WHERE hinta > 0;
UPDATE tilaus SET hinta_kasin = true
  WHERE NOT hinta_kasin AND (
    EXISTS (SELECT FROM lahetys l WHERE l.tilaus_id = tilaus.id AND l.hinta > 0)
    OR EXISTS (SELECT FROM tuntituote t WHERE t.tilaus_id = tilaus.id AND (t.hinta > 0 OR t.tuntituote_hinta > 0)));

-- The default lists; a customer's own are found by the customer.
CREATE INDEX hinnasto_oletus ON hinnasto (voimassa_alkaen) WHERE asiakas_id IS NULL AND status = 1;
