-- How many orders are open, and open orders in no asked order: without this, PostgreSQL walks all orders by number until it meets
-- the first open one, and those are the newest.
CREATE INDEX tilaus_avoimet_nro ON tilaus (drupal_internal__id) WHERE avoin AND status = 1;
