-- The hours of work routes and shifts, and the order of the routes.
ALTER TABLE "tyoreitti"
  ADD COLUMN alkuaika integer NOT NULL DEFAULT 0,
  ADD COLUMN jarjestys integer NOT NULL DEFAULT 0;
ALTER TABLE "tyoreitti" ALTER COLUMN alkuaika DROP DEFAULT, ALTER COLUMN jarjestys DROP DEFAULT;

-- When a shift was published, and when its driver marked it as read. Shifts that are published already count as published when they last changed.
ALTER TABLE "tyovuoro"
  ADD COLUMN alkuaika integer NOT NULL DEFAULT 0,
  ADD COLUMN timestamp_julkaistu bigint NOT NULL DEFAULT 0,
  ADD COLUMN timestamp_luettu bigint NOT NULL DEFAULT 0;
ALTER TABLE "tyovuoro"
  ALTER COLUMN alkuaika DROP DEFAULT, ALTER COLUMN timestamp_julkaistu DROP DEFAULT, ALTER COLUMN timestamp_luettu DROP DEFAULT;
UPDATE "tyovuoro" SET timestamp_julkaistu = changed WHERE tila = 'PUBLISHED';

-- The calendar reads shifts by day and by driver (0003); cars in use by car and day.
CREATE INDEX tyovuoro_auton ON tyovuoro (auto_id, paiva) WHERE status = 1 AND auto_id IS NOT NULL;

-- The secret address of a driver's calendar feed (decision 68): one for each driver, of which only the hash is stored.
CREATE TABLE calendar_link (
  user_id uuid PRIMARY KEY REFERENCES "user" (id),
  token_hash text NOT NULL UNIQUE,
  made bigint NOT NULL,
  -- 0: never.
  last_read bigint NOT NULL DEFAULT 0
);

-- A text message about published shifts, which waits for the end of the quiet hours.
ALTER TABLE lahteva_tekstiviesti
  DROP CONSTRAINT lahteva_tekstiviesti_laji_check,
  ADD CONSTRAINT lahteva_tekstiviesti_laji_check CHECK (laji IN ('viesti', 'uudet_tilaukset', 'tyovuorot'));
