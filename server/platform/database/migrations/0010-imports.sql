-- What has been imported for whom (decision 19): the same contents are not imported twice unasked.
CREATE TABLE tuonti (
  asiakas_id uuid NOT NULL REFERENCES asiakas (id),
  -- SHA-256 of the rows' cells.
  tiiviste text COLLATE "C" NOT NULL,
  aika bigint NOT NULL,
  kayttaja uuid NOT NULL REFERENCES "user" (id),
  PRIMARY KEY (asiakas_id, tiiviste)
);
