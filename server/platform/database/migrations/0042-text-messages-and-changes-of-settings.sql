-- Who changed what of the company's settings, and when. The largest id is the version of the settings.
CREATE TABLE asetusmuutos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  avain text NOT NULL,
  ennen jsonb NOT NULL,
  jalkeen jsonb NOT NULL,
  aika bigint NOT NULL,
  -- Null: changed at the machine by its operator.
  kayttaja uuid REFERENCES "user" (id)
);

-- Text messages on their way and those that were sent, one row for each receiver. Jobs of pg-boss hold the id alone (decision 53).
CREATE TABLE lahteva_tekstiviesti (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  luotu bigint NOT NULL,
  -- Only the messages that a person has written have a sender.
  laji text NOT NULL CHECK (laji IN ('viesti', 'uudet_tilaukset')),
  lahettaja_id uuid REFERENCES "user" (id),
  vastaanottaja_id uuid NOT NULL REFERENCES "user" (id),
  -- E.164, as it was when the message was queued.
  numero text NOT NULL,
  teksti text NOT NULL,
  osia int NOT NULL,
  tila text NOT NULL DEFAULT 'odottaa' CHECK (tila IN ('odottaa', 'lahetetty', 'toimitettu', 'tallessa', 'epaonnistui')),
  yrityksia int NOT NULL DEFAULT 0,
  lahetetty bigint NOT NULL DEFAULT 0,
  toimitettu bigint NOT NULL DEFAULT 0,
  -- The provider's own id of the message, by which its delivery is asked for.
  palvelun_tunnus text NOT NULL DEFAULT '',
  virhe text NOT NULL DEFAULT ''
);
CREATE INDEX lahteva_tekstiviesti_luotu ON lahteva_tekstiviesti (luotu, id);
CREATE INDEX lahteva_tekstiviesti_lahetetty ON lahteva_tekstiviesti (lahetetty) WHERE tila = 'lahetetty' AND palvelun_tunnus <> '';
CREATE INDEX lahteva_tekstiviesti_uudet ON lahteva_tekstiviesti (vastaanottaja_id, luotu) WHERE laji = 'uudet_tilaukset';

-- As lahteva_posti_queue in migration 0039, for the queue that the trigger names.
CREATE FUNCTION queue_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, keep_until,
      policy, dead_letter, heartbeat_seconds)
    SELECT name, jsonb_build_object('id', new.id), retry_limit, retry_delay, coalesce(retry_backoff, false), retry_delay_max, expire_seconds,
      deletion_seconds, now() + retention_seconds * interval '1s', policy, dead_letter, heartbeat_seconds
    FROM pgboss.queue WHERE name = TG_ARGV[0];
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The queue % is not installed', TG_ARGV[0];
  END IF;
  PERFORM pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), TG_ARGV[0]);
  RETURN null;
END $$;
CREATE TRIGGER lahteva_tekstiviesti_queue AFTER INSERT ON lahteva_tekstiviesti
  FOR EACH ROW WHEN (new.tila = 'odottaa') EXECUTE FUNCTION queue_row('sms');

-- Orders that a driver has got and has not been told of (rules/sms.md#new-orders). Filled by triggers, since a save of new rows is one statement
-- (decision 9); no reference to the order, which is made by the same statement.
CREATE TABLE uusi_ajo (
  kuljettaja_id uuid NOT NULL,
  tilaus_id uuid NOT NULL,
  luotu bigint NOT NULL,
  PRIMARY KEY (kuljettaja_id, tilaus_id)
);
CREATE FUNCTION uusi_ajo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO uusi_ajo (kuljettaja_id, tilaus_id, luotu) VALUES (new.kuljettaja_id, new.tilaus_id, new.changed)
    ON CONFLICT (kuljettaja_id, tilaus_id) DO NOTHING;
  RETURN null;
END $$;
CREATE TRIGGER lahetys_uusi_ajo AFTER INSERT ON lahetys
  FOR EACH ROW WHEN (new.kuljettaja_id IS NOT NULL AND new.status = 1 AND new.tila = 'odottaa_noutoa') EXECUTE FUNCTION uusi_ajo();
CREATE TRIGGER lahetys_uusi_kuljettaja AFTER UPDATE ON lahetys
  FOR EACH ROW WHEN (new.kuljettaja_id IS DISTINCT FROM old.kuljettaja_id AND new.kuljettaja_id IS NOT NULL AND new.status = 1
    AND new.tila NOT IN ('toimitettu', 'peruutettu')) EXECUTE FUNCTION uusi_ajo();
CREATE TRIGGER tuntituote_uusi_ajo AFTER INSERT ON tuntituote
  FOR EACH ROW WHEN (new.kuljettaja_id IS NOT NULL AND new.status = 1 AND new.tila = 'odottaa_noutoa') EXECUTE FUNCTION uusi_ajo();
CREATE TRIGGER tuntituote_uusi_kuljettaja AFTER UPDATE ON tuntituote
  FOR EACH ROW WHEN (new.kuljettaja_id IS DISTINCT FROM old.kuljettaja_id AND new.kuljettaja_id IS NOT NULL AND new.status = 1
    AND new.tila NOT IN ('toimitettu', 'peruutettu')) EXECUTE FUNCTION uusi_ajo();
