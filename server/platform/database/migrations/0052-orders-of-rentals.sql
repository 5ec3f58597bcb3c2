-- From which day on a rental is billed. Stored ones begin today, so that the past is not billed twice.
ALTER TABLE "vuokraus" ADD COLUMN aktivointipaiva bigint NOT NULL
  DEFAULT extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'Europe/Helsinki') AT TIME ZONE 'Europe/Helsinki')::bigint;
ALTER TABLE "vuokraus" ALTER COLUMN aktivointipaiva DROP DEFAULT;

-- The rental that an order bills, and the last day of the period. One order for each period, removed orders included (decision 66).
ALTER TABLE "tilaus"
  ADD COLUMN vuokraus_id uuid REFERENCES "vuokraus" (id),
  ADD COLUMN vuokrakausi bigint NOT NULL DEFAULT 0;
ALTER TABLE "tilaus" ALTER COLUMN vuokrakausi DROP DEFAULT;
CREATE UNIQUE INDEX tilaus_vuokrakausi ON tilaus (vuokraus_id, vuokrakausi) WHERE vuokraus_id IS NOT NULL;

-- The run of the job reads the active rentals by their ids.
DROP INDEX vuokraus_laskutettavat;
CREATE INDEX vuokraus_laskutettavat ON vuokraus (id) WHERE tila = 'aktiivinen' AND status = 1;
