-- The goods of an order, which lists show and sort by (decision 79), as the order's rules count them: without cancelled shipments, or with
-- all of them when every one is cancelled. The default is for rows that are written without the app, as the benchmark's are.
ALTER TABLE tilaus
  ADD COLUMN maara integer NOT NULL DEFAULT 0,
  ADD COLUMN paino numeric(14,2) NOT NULL DEFAULT 0,
  ADD COLUMN lavapaikat numeric(14,2) NOT NULL DEFAULT 0;
UPDATE tilaus SET maara = goods.maara, paino = goods.paino, lavapaikat = goods.lavapaikat
FROM (
  SELECT l.tilaus_id,
    least(sum(l.maara), 999999999)::integer AS maara,
    least(sum(l.paino), 999999999) AS paino,
    least(sum(CASE
      WHEN l.varauma = 'lava' THEN l.maara
      WHEN l.tyyppi = 'rullakko' THEN l.maara / 2.0
      WHEN l.tyyppi = 'paketti' THEN 0
      ELSE round(l.pituus::numeric * l.leveys / 960000 * l.maara, 2)
    END), 999999999) AS lavapaikat
  FROM lahetys l
  WHERE l.status = 1
    AND (l.tila <> 'peruutettu' OR NOT EXISTS (SELECT FROM lahetys other WHERE other.tilaus_id = l.tilaus_id AND other.status = 1 AND other.tila <> 'peruutettu'))
  GROUP BY l.tilaus_id
) goods
WHERE goods.tilaus_id = tilaus.id;
-- The lists of open orders by these columns.
CREATE INDEX tilaus_avoimet_kollit ON tilaus (maara, id) WHERE avoin AND status = 1;
CREATE INDEX tilaus_avoimet_paino ON tilaus (paino, id) WHERE avoin AND status = 1;
CREATE INDEX tilaus_avoimet_lavapaikat ON tilaus (lavapaikat, id) WHERE avoin AND status = 1;

-- An administrator may share a view with the others.
ALTER TABLE nakyma ADD COLUMN jako text NOT NULL DEFAULT 'oma';
ALTER TABLE nakyma ALTER COLUMN jako DROP DEFAULT;
CREATE INDEX nakyma_yhteiset ON nakyma (lista, created, id) WHERE jako = 'yhteinen' AND status = 1;
