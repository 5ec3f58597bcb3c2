-- Reminders of documents by mail (rules/documents.md#reminders).
ALTER TABLE lahteva_posti
  ADD COLUMN dokumentti_id uuid REFERENCES dokumentti (id) ON DELETE SET NULL,
  DROP CONSTRAINT lahteva_posti_laji_check,
  ADD CONSTRAINT lahteva_posti_laji_check CHECK (laji IN ('salasanan_palautus', 'kutsu', 'rahtikirja', 'seurantalinkki', 'dokumentti_muistutus'));
CREATE INDEX lahteva_posti_dokumentti ON lahteva_posti (dokumentti_id) WHERE dokumentti_id IS NOT NULL;

-- What the bell shows that is no notification (rules/notifications.md#bell): orders and failed deliveries, dismissed by each person.
CREATE TABLE ohitettu_tapahtuma (
  kayttaja_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  rivi uuid NOT NULL,
  aika bigint NOT NULL,
  PRIMARY KEY (kayttaja_id, rivi)
);
CREATE INDEX ohitettu_tapahtuma_aika ON ohitettu_tapahtuma (aika);
CREATE TABLE ilmoitusasetus (
  kayttaja_id uuid PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  uudet_tilaukset boolean NOT NULL,
  epaonnistuneet boolean NOT NULL
);
CREATE INDEX toimituspoikkeama_luotu ON toimituspoikkeama (created, id) WHERE status = 1;
