-- Uploads that nothing has taken into use yet are looked for every night.
CREATE INDEX file_liitettavat ON file (created) WHERE status = 1 AND vid = 1 AND lisaaja_id IS NOT NULL;
