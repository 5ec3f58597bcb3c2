-- When goods may be picked up and delivered, how long a stop takes, and the promised time; 0 for none.
ALTER TABLE lahetys
  ADD COLUMN nouto_aika_alku bigint NOT NULL DEFAULT 0,
  ADD COLUMN nouto_aika_loppu bigint NOT NULL DEFAULT 0,
  ADD COLUMN toimitus_aika_alku bigint NOT NULL DEFAULT 0,
  ADD COLUMN toimitus_aika_loppu bigint NOT NULL DEFAULT 0,
  ADD COLUMN palveluaika integer NOT NULL DEFAULT 0,
  ADD COLUMN luvattu_aika bigint NOT NULL DEFAULT 0;
ALTER TABLE lahetys
  ALTER COLUMN nouto_aika_alku DROP DEFAULT,
  ALTER COLUMN nouto_aika_loppu DROP DEFAULT,
  ALTER COLUMN toimitus_aika_alku DROP DEFAULT,
  ALTER COLUMN toimitus_aika_loppu DROP DEFAULT,
  ALTER COLUMN palveluaika DROP DEFAULT,
  ALTER COLUMN luvattu_aika DROP DEFAULT;
