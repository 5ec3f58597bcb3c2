-- Open orders by their wished day, those without one last.
CREATE INDEX tilaus_avoimet_paivittain ON tilaus ((NULLIF(toivottu_toimitus, 0)), id) WHERE avoin AND status = 1;
