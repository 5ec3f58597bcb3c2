-- Addresses whose point the map provider did not know, by the version that was searched for (rules/addresses.md#coordinates).
CREATE TABLE paikannusyritys (
  rivi uuid PRIMARY KEY,
  vid bigint NOT NULL
);
