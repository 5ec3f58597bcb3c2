-- Which lines an order has, and whose they are, out of the index alone: a driver's search looks at the other lines of each of its hits.
DROP INDEX lahetys_tilaus_id_idx;
DROP INDEX tuntituote_tilaus_id_idx;
CREATE INDEX lahetys_tilauksen ON lahetys (tilaus_id) INCLUDE (kuljettaja_id, tyovuoro_id, status) WHERE tilaus_id IS NOT NULL;
CREATE INDEX tuntituote_tilauksen ON tuntituote (tilaus_id) INCLUDE (kuljettaja_id, tyovuoro_id, status) WHERE tilaus_id IS NOT NULL;
