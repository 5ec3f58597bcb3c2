-- Which files have brought in registers (decision 62): the same contents are not brought in twice unasked.
CREATE TABLE tietotuonti (
  laji text COLLATE "C" NOT NULL,
  -- SHA-256 of the rows' cells.
  tiiviste text COLLATE "C" NOT NULL,
  aika bigint NOT NULL,
  kayttaja uuid NOT NULL REFERENCES "user" (id),
  PRIMARY KEY (laji, tiiviste)
);
