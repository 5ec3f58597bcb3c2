-- Without a mail server a message is kept for administrators to read: it has not been sent.
ALTER TABLE lahteva_posti
  DROP CONSTRAINT lahteva_posti_tila_check,
  ADD CONSTRAINT lahteva_posti_tila_check CHECK (tila IN ('odottaa', 'lahetetty', 'tallessa', 'epaonnistui'));
UPDATE lahteva_posti SET tila = 'tallessa', lahetetty = 0 WHERE tila = 'lahetetty' AND teksti <> '';
