-- Without the list of pending entries, which each search reads through: changes of a busy day made the board slower one after another.
-- Removed stops, two for each order that is taken from a driver, are left out.
DROP INDEX ajo_pysahdys_lahetykset;
CREATE INDEX ajo_pysahdys_lahetykset ON "ajo_pysahdys" USING gin (lahetykset_ids) WITH (fastupdate = off)
  WHERE lahetykset_ids <> '{}' AND status = 1;
