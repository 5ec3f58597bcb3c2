-- The orders that a message of new orders announces: one that was held during the quiet hours counts them again when it is sent (rules/sms.md#new-orders).
ALTER TABLE lahteva_tekstiviesti ADD COLUMN tilaukset uuid[] NOT NULL DEFAULT '{}';
