-- What a user has sent within a day is counted before each upload.
CREATE INDEX file_lisaaja_created ON file (lisaaja_id, created) WHERE lisaaja_id IS NOT NULL;
