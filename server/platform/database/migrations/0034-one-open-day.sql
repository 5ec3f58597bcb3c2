-- A driver has one open working day at a time. Of several that were left open, the newest stays open. The others end when their last task
-- started: the only time that is known. Each gets a revision, and loses its check, so that payroll sees what has to be looked at.
WITH paattyvat AS (
  SELECT r.id, r.vid + 1 AS vid, r.timestamp_latest_change AS muutettu, r.tarkistettu, extract(epoch FROM now())::bigint AS aika,
    greatest(r.alkuaika,
      (SELECT max(t.alkuaika) FROM tyovuoro_kirjaus_tehtava t WHERE t.tyovuoro_kirjaus_id = r.id AND t.status = 1)) AS loppuaika,
    'Järjestelmän päivitys päätti auki jääneen työpäivän sen viimeisen työtehtävän alkuun, koska kuljettajalla oli useita avoimia työpäiviä. Tarkista loppuaika.' AS syy
  FROM tyovuoro_kirjaus r
  WHERE r.status = 1 AND r.loppuaika = 0 AND EXISTS (
    SELECT FROM tyovuoro_kirjaus n WHERE n.kuljettaja_id = r.kuljettaja_id AND n.status = 1 AND n.loppuaika = 0
      AND (n.alkuaika, n.id) > (r.alkuaika, r.id))
), paatetyt AS (
  UPDATE tyovuoro_kirjaus r SET loppuaika = p.loppuaika, tarkistettu = false, timestamp_latest_change = p.aika,
    vid = p.vid, changed = p.aika, revision_created = p.aika, revision_log_message = p.syy
  FROM paattyvat p WHERE r.id = p.id
)
INSERT INTO revisio (entiteetti, rivi, vid, aika, kayttaja, syy, muutokset)
  SELECT 'tyovuoro_kirjaus', id, vid, aika, NULL, syy,
    jsonb_build_object('loppuaika', jsonb_build_array(0, loppuaika), 'timestamp_latest_change', jsonb_build_array(muutettu, aika))
      || CASE WHEN tarkistettu THEN '{"tarkistettu": [true, false]}'::jsonb ELSE '{}' END
  FROM paattyvat;
CREATE UNIQUE INDEX tyovuoro_kirjaus_avoin ON tyovuoro_kirjaus (kuljettaja_id) WHERE status = 1 AND loppuaika = 0;
