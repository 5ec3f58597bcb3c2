-- Legs between places by the roads of the map provider (rules/planning-board.md#schedule). Places are in hundred-thousandths of a degree;
-- a leg without a road has no figures.
CREATE TABLE travel_time (
  from_lat integer NOT NULL,
  from_lng integer NOT NULL,
  to_lat integer NOT NULL,
  to_lng integer NOT NULL,
  metres integer,
  seconds integer,
  fetched bigint NOT NULL,
  PRIMARY KEY (from_lat, from_lng, to_lat, to_lng)
);
CREATE INDEX travel_time_fetched ON travel_time (fetched);
