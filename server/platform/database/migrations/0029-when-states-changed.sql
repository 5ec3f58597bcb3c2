-- The device's own time of a change of state, when the goods were picked up, and when the state last changed (a driver's undo is counted from it).
ALTER TABLE lahetys
  ADD COLUMN laitteen_aika bigint NOT NULL DEFAULT 0,
  ADD COLUMN timestamp_noudettu bigint NOT NULL DEFAULT 0,
  ADD COLUMN tila_muuttui bigint NOT NULL DEFAULT 0;
UPDATE lahetys SET tila_muuttui = CASE WHEN timestamp_toimitettu > 0 THEN timestamp_toimitettu ELSE changed END;
ALTER TABLE lahetys ALTER COLUMN laitteen_aika DROP DEFAULT, ALTER COLUMN timestamp_noudettu DROP DEFAULT, ALTER COLUMN tila_muuttui DROP DEFAULT;
