-- Flags, the driver's own recording and the sums' two-week period (rules/worktime.md, decision 73).
ALTER TABLE "tyovuoro_kirjaus"
  ADD tarkista text[] NOT NULL DEFAULT '{}',
  ADD jakso_ei_tasmaa boolean NOT NULL DEFAULT false,
  ADD alkuperainen jsonb NOT NULL DEFAULT '{"alku": null, "loppu": null, "tehtavat": [], "muut": []}';
ALTER TABLE "tyovuoro_kirjaus"
  ALTER tarkista DROP DEFAULT, ALTER jakso_ei_tasmaa DROP DEFAULT, ALTER alkuperainen DROP DEFAULT;
ALTER TABLE "tyovuoro_kirjaus_tehtava" ADD tarkista text[] NOT NULL DEFAULT '{}';
ALTER TABLE "tyovuoro_kirjaus_tehtava" ALTER tarkista DROP DEFAULT;
-- The records of a driver's period, in their order.
CREATE INDEX tyovuoro_kirjaus_jakso ON "tyovuoro_kirjaus" (kuljettaja_id, alkuaika) WHERE status = 1;
-- The tasks whose places are erased.
CREATE INDEX tyovuoro_kirjaus_tehtava_paikka ON "tyovuoro_kirjaus_tehtava" (alkuaika)
  WHERE latitude IS NOT NULL OR longitude IS NOT NULL OR address_print <> '';
