-- The key with which this installation identifies itself to push services (VAPID). The first start makes it (server/platform/push/push-keys.ts).
CREATE TABLE push_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  private_key text NOT NULL
);

-- Devices on which people have allowed notifications, at most one for each session.
CREATE TABLE push_subscription (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  session_id uuid NOT NULL UNIQUE REFERENCES istunto (id) ON DELETE CASCADE,
  -- As the browser gave it: whoever knows it and the keys can write to the device.
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created bigint NOT NULL,
  last_success bigint NOT NULL DEFAULT 0,
  -- Messages since the last success that the push service has refused.
  failures int NOT NULL DEFAULT 0
);
CREATE INDEX push_subscription_person ON push_subscription (person_id);

-- Sign-out, disabling, a changed password and changed roles all end sessions (migration 0002).
CREATE FUNCTION push_subscription_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscription WHERE session_id = new.id;
  RETURN null;
END $$;
CREATE TRIGGER istunto_push AFTER UPDATE ON istunto
  FOR EACH ROW WHEN (old.paattyi IS NULL AND new.paattyi IS NOT NULL) EXECUTE FUNCTION push_subscription_end();

-- Messages on their way to a device, deleted when they are sent or given up. What they say is decided when they are sent.
CREATE TABLE push_message (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  subscription_id uuid NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('bell', 'new_orders')),
  -- Entries of the bell, or orders.
  subjects uuid[] NOT NULL,
  created bigint NOT NULL
);
CREATE INDEX push_message_subscription ON push_message (subscription_id);
CREATE INDEX push_message_created ON push_message (created, id);
CREATE TRIGGER push_message_queue AFTER INSERT ON push_message FOR EACH ROW EXECUTE FUNCTION queue_row('push');

-- What has been announced to the devices of a person, so that it is announced once.
CREATE TABLE push_announced (
  person_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  -- A kind of the bell's entries, or new_orders.
  kind text NOT NULL,
  subject uuid NOT NULL,
  announced bigint NOT NULL,
  PRIMARY KEY (person_id, subject)
);
CREATE INDEX push_announced_time ON push_announced (announced);
