-- Invoice rows of hourly work have its hours, kilometres or pieces and the price of one. A minute is 0,01667 h.
ALTER TABLE "laskurivi" ALTER COLUMN maara TYPE numeric(17,5);
ALTER TABLE "laskurivi" ADD COLUMN yksikkohinta numeric(14,2) NOT NULL DEFAULT 0;
ALTER TABLE "laskurivi" ALTER COLUMN yksikkohinta DROP DEFAULT;
UPDATE lasku_sisalto SET sisalto = jsonb_set(sisalto, '{lines}', (
  SELECT coalesce(jsonb_agg(rivi || '{"unitPrice": 0}' ORDER BY nro), '[]') FROM jsonb_array_elements(sisalto -> 'lines') WITH ORDINALITY AS r (rivi, nro)));

-- Saves of price lists and hourly prices, until the orders without a price have been priced again (rules/prices.md#repricing).
CREATE TABLE price_change (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, noted bigint NOT NULL);
CREATE INDEX tilaus_hinnaton ON tilaus (id)
  WHERE hinta = 0 AND NOT hinta_kasin AND status = 1 AND tyyppi <> 'vuokraus' AND (avoin OR tilauksen_tila = 'toimitettu');
