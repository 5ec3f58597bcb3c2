-- What payroll got of each record, and whether it has changed since (rules/worktime.md#sent-records, decision 81).
ALTER TABLE "tyovuoro_kirjaus"
  ADD lahetetyt_summat jsonb NOT NULL DEFAULT '{}',
  ADD korjaus_lahettamatta boolean NOT NULL DEFAULT false;
ALTER TABLE "tyovuoro_kirjaus" ALTER lahetetyt_summat DROP DEFAULT, ALTER korjaus_lahettamatta DROP DEFAULT;
-- The sums of sent records have not changed until now.
UPDATE "tyovuoro_kirjaus" SET lahetetyt_summat = jsonb_build_object('aika_kesto', aika_kesto, 'aika_tyoaika', aika_tyoaika, 'aika_ylityo_50',
  aika_ylityo_50, 'aika_ylityo_100', aika_ylityo_100, 'aika_ilta', aika_ilta, 'aika_yo', aika_yo, 'aika_pyha', aika_pyha, 'aika_ajo', aika_ajo,
  'aika_lastaus', aika_lastaus, 'aika_purku', aika_purku, 'aika_muu', aika_muu, 'aika_tauko', aika_tauko, 'aika_odotus', aika_odotus)
WHERE lahetetty;
-- An open day that was checked could never end.
UPDATE "tyovuoro_kirjaus" SET tarkistettu = false WHERE tarkistettu AND loppuaika = 0 AND status = 1;
-- Corrections that the next payroll file takes along.
CREATE INDEX tyovuoro_kirjaus_korjaus ON "tyovuoro_kirjaus" (paiva) WHERE status = 1 AND korjaus_lahettamatta;
