-- The first and the last day of the shifts that a message tells, so that its text can be made again when it is sent later (rules/sms.md#shifts).
ALTER TABLE lahteva_tekstiviesti ADD COLUMN jakso_alku bigint NOT NULL DEFAULT 0, ADD COLUMN jakso_loppu bigint NOT NULL DEFAULT 0;
