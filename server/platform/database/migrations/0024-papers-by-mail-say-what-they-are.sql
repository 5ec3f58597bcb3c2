-- A mail of papers says which; those whose file was gone when migration 0018 looked at its name are told as a waybill.
UPDATE lahteva_posti SET muoto = 'lahetys' WHERE laji = 'rahtikirja' AND muoto = '';
ALTER TABLE lahteva_posti ADD CONSTRAINT lahteva_posti_paperit CHECK ((laji = 'rahtikirja') = (muoto <> ''));
