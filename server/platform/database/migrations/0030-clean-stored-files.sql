-- Photos that were stored before uploads stripped their metadata: the job of server/files/clean-stored-files.ts, once.
insert into taustatyo (id, laji, avain, syote, luotu, seuraava_yritys)
  select gen_random_uuid(), 'tiedostojen-puhdistus', 'kaikki', '{}', extract(epoch from now())::bigint, extract(epoch from now())::bigint
  where exists (select from file);
