-- The dispatcher's list by the state of its lines: which orders have one that is late, waits to be picked up or stands in a terminal.
CREATE INDEX lahetys_tilassa ON lahetys (tila, tilaus_id) WHERE status = 1;
