-- Wrong tries by person and address: many words may name one person (sign-in name, mail, spellings), and a lock holds only for
-- the address that it was earned from.
DROP TABLE kirjautumisyritys;
CREATE TABLE sign_in_attempts (
  -- 'user:<id>', 'factor:<id>', or 'name:<keyed hash>' of a name that is nobody's.
  subject text COLLATE "C" NOT NULL,
  -- Keyed hash of the network address.
  address bytea NOT NULL,
  tries bigint[] NOT NULL,
  locked_until bigint NOT NULL DEFAULT 0,
  -- Tries refused by the present lock.
  refused integer NOT NULL DEFAULT 0,
  last_try bigint NOT NULL,
  PRIMARY KEY (subject, address)
);
CREATE INDEX sign_in_attempts_last_try ON sign_in_attempts (last_try);

-- The refresh token that was exchanged for this one: it stays usable until one of its successors has been used.
ALTER TABLE istunto_tunnus ADD COLUMN parent bytea;
CREATE INDEX istunto_tunnus_parent ON istunto_tunnus (parent) WHERE parent IS NOT NULL;

-- What went wrong at sign-in and what was refused, without personal data: one row an hour for the same user, network and operation.
CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('sign_in_failed', 'locked', 'refresh_token_reused', 'refused')),
  -- Null: nobody's name.
  user_id uuid REFERENCES "user" (id) ON DELETE CASCADE,
  -- Truncated: /24 of IPv4, /48 of IPv6.
  network text NOT NULL,
  -- Method and route pattern of what was refused; '' of the others.
  operation text NOT NULL DEFAULT '',
  hour bigint NOT NULL,
  count integer NOT NULL DEFAULT 1,
  last_at bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (hour, kind, user_id, network, operation)
);
CREATE INDEX security_events_last_at ON security_events (last_at, id);
