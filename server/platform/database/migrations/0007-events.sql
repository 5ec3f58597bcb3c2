-- Event streams ask for the revisions that were not yet visible in the snapshot of their last look (decision 16). What is
-- stored already is older than every stream: a constant, so that the table is not written anew.
ALTER TABLE revisio ADD COLUMN tapahtuma xid8 NOT NULL DEFAULT '0';
ALTER TABLE revisio ALTER COLUMN tapahtuma SET DEFAULT pg_current_xact_id();
CREATE INDEX revisio_tapahtuma ON revisio (tapahtuma, id);
