-- An order waits for a decision while a failed delivery of one of its live shipments is unanswered: such orders come first in lists.
ALTER TABLE tilaus ADD COLUMN odottaa_paatosta boolean NOT NULL DEFAULT false;
UPDATE tilaus SET odottaa_paatosta = true
WHERE EXISTS (
  SELECT FROM lahetys
  WHERE lahetys.tilaus_id = tilaus.id AND lahetys.status = 1 AND lahetys.poikkeama_id IS NOT NULL
    AND lahetys.tila NOT IN ('toimitettu', 'peruutettu')
);
ALTER TABLE tilaus ALTER COLUMN odottaa_paatosta DROP DEFAULT;
CREATE INDEX tilaus_odottaa_paatosta ON tilaus (id) WHERE odottaa_paatosta AND status = 1;
