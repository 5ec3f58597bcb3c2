-- Background work and mail are queued in pg-boss (decision 53), which decides when and where they run. What waits here is queued when
-- the migrations are done (server/platform/background-jobs/install.ts).
UPDATE taustatyo SET tila = 'odottaa' WHERE tila = 'kaynnissa';
DROP INDEX taustatyo_vuorossa;
ALTER TABLE taustatyo
  DROP COLUMN seuraava_yritys,
  DROP COLUMN ajaja,
  -- pg-boss's job that runs it.
  ADD COLUMN queue_job_id uuid;
CREATE INDEX taustatyo_unfinished ON taustatyo (luotu, id) WHERE tila IN ('odottaa', 'kaynnissa');

DROP INDEX lahteva_posti_odottaa;
ALTER TABLE lahteva_posti DROP COLUMN seuraava_yritys;
CREATE INDEX lahteva_posti_waiting ON lahteva_posti (luotu, id) WHERE tila = 'odottaa';

-- As in migration 0035, without the time of the next attempt.
CREATE OR REPLACE FUNCTION lahetys_seurantalinkki() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kohde text := toimituspaikka(new);
  linkin_id uuid;
  tekija uuid;
BEGIN
  PERFORM FROM tilaus t WHERE t.id = new.tilaus_id AND t.seurantalinkki AND t.tyyppi = 'lahetys' AND t.status = 1
    -- Once every link of the order is taken out of use, nobody is written to any more.
    AND (NOT EXISTS (SELECT FROM seurantalinkki s WHERE s.tilaus_id = t.id)
      OR EXISTS (SELECT FROM seurantalinkki s WHERE s.tilaus_id = t.id AND s.kaytossa));
  IF NOT FOUND THEN
    RETURN null;
  END IF;
  INSERT INTO seurantalinkki (tilaus_id, paikka) VALUES (new.tilaus_id, kohde) ON CONFLICT (tilaus_id, paikka) DO NOTHING;
  SELECT id INTO linkin_id FROM seurantalinkki WHERE tilaus_id = new.tilaus_id AND paikka = kohde AND kaytossa;
  IF linkin_id IS NULL THEN
    RETURN null;
  END IF;
  PERFORM FROM lahteva_posti WHERE seurantalinkki_id = linkin_id AND lower(vastaanottaja) = lower(new.toimitus_yhteyshenkilo_email);
  IF FOUND THEN
    RETURN null;
  END IF;
  tekija := (SELECT kayttaja FROM revisio WHERE rivi = new.id ORDER BY vid DESC LIMIT 1);
  INSERT INTO lahteva_posti (laji, vastaanottaja, luotu, tilaus_id, seurantalinkki_id, lahettaja_id)
    VALUES ('seurantalinkki', new.toimitus_yhteyshenkilo_email, new.changed, new.tilaus_id, linkin_id, tekija);
  -- As `allowMail` in server/platform/mail/mail-queue.ts.
  PERFORM pg_advisory_xact_lock(hashtextextended('lahteva_posti ' || coalesce(tekija::text, ''), 0));
  IF (SELECT count(*) FROM lahteva_posti WHERE lahettaja_id = tekija AND laji = 'seurantalinkki' AND luotu > new.changed - 3600) > 100 THEN
    RAISE EXCEPTION 'Too many tracking links in an hour' USING errcode = '23514', constraint = 'seurantalinkki_tunnissa';
  END IF;
  RETURN null;
END $$;

-- Every message that waits has a job, whoever stores it: the server, or the trigger above. What `send` of pg-boss does, for the same
-- transaction; a test compares the two.
CREATE FUNCTION lahteva_posti_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, keep_until,
      policy, dead_letter, heartbeat_seconds)
    SELECT name, jsonb_build_object('id', new.id), retry_limit, retry_delay, coalesce(retry_backoff, false), retry_delay_max, expire_seconds,
      deletion_seconds, now() + retention_seconds * interval '1s', policy, dead_letter, heartbeat_seconds
    FROM pgboss.queue WHERE name = 'mail';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The mail queue is not installed';
  END IF;
  -- Wakes the servers at the commit. Not from a save of an order: a transaction that notifies holds a lock of the whole cluster through
  -- its commit (decision 3), and mail that nobody waits for is found by polling.
  IF new.laji <> 'seurantalinkki' THEN
    PERFORM pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'mail');
  END IF;
  RETURN null;
END $$;
CREATE TRIGGER lahteva_posti_queue AFTER INSERT ON lahteva_posti
  FOR EACH ROW WHEN (new.tila = 'odottaa') EXECUTE FUNCTION lahteva_posti_queue();
