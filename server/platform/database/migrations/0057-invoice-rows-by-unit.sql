-- Invoice rows of hourly work have its hours, kilometres or pieces and the price of one. A minute is 0,01667 h.
ALTER TABLE "laskurivi" ALTER COLUMN maara TYPE numeric(17,5);
ALTER TABLE "laskurivi" ADD COLUMN yksikkohinta numeric(14,2) NOT NULL DEFAULT 0;
ALTER TABLE "laskurivi" ALTER COLUMN yksikkohinta DROP DEFAULT;
UPDATE lasku_sisalto SET sisalto = jsonb_set(sisalto, '{lines}', (
  SELECT coalesce(jsonb_agg(rivi || '{"unitPrice": 0}' ORDER BY nro), '[]') FROM jsonb_array_elements(sisalto -> 'lines') WITH ORDINALITY AS r (rivi, nro)));
