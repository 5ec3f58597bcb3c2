-- A delay that was reported, and the pieces that the driver counted; 0 = none.
ALTER TABLE lahetys
  ADD COLUMN myohastyminen integer NOT NULL DEFAULT 0,
  ADD COLUMN myohastyminen_ilmoitettu bigint NOT NULL DEFAULT 0,
  ADD COLUMN noudettu_maara integer NOT NULL DEFAULT 0,
  ADD COLUMN toimitettu_maara integer NOT NULL DEFAULT 0;
ALTER TABLE lahetys
  ALTER COLUMN myohastyminen DROP DEFAULT,
  ALTER COLUMN myohastyminen_ilmoitettu DROP DEFAULT,
  ALTER COLUMN noudettu_maara DROP DEFAULT,
  ALTER COLUMN toimitettu_maara DROP DEFAULT;
