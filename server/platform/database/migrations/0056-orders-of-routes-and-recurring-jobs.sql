-- The route or recurring job that made an order, the day for which it was made, and whether anybody has changed it since (decision 69).
ALTER TABLE "tilaus"
  ADD COLUMN ajopaiva bigint NOT NULL DEFAULT 0,
  ADD COLUMN reittiasiakas text COLLATE "fi-x-icu" NOT NULL DEFAULT '',
  ADD COLUMN koskematon boolean NOT NULL DEFAULT false,
  ADD COLUMN reitti_id uuid REFERENCES "reitti" (id),
  ADD COLUMN tuntituote_toisto_id uuid REFERENCES "tuntituote_toisto" (id);
ALTER TABLE "tilaus"
  ALTER COLUMN ajopaiva DROP DEFAULT,
  ALTER COLUMN reittiasiakas DROP DEFAULT,
  ALTER COLUMN koskematon DROP DEFAULT;

-- One order for each recurring job and day, and for each route, customer and day; removed orders included.
CREATE UNIQUE INDEX tilaus_toiston_ajopaiva ON tilaus (tuntituote_toisto_id, ajopaiva) WHERE tuntituote_toisto_id IS NOT NULL;
CREATE UNIQUE INDEX tilaus_reitin_ajopaiva ON tilaus (reitti_id, ajopaiva, reittiasiakas) WHERE reitti_id IS NOT NULL;

-- The unit price of the recurring job.
ALTER TABLE "tuntituote" ADD COLUMN sovittu_hinta numeric(14, 2) NOT NULL DEFAULT 0;
ALTER TABLE "tuntituote" ALTER COLUMN sovittu_hinta DROP DEFAULT;

-- The run of the job reads the active routes by their ids, as that of recurring jobs does (tuntituote_toisto_tila).
CREATE INDEX reitti_tila ON reitti (tila, id) WHERE status = 1;
