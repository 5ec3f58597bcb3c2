-- Work that goes on after the answer (decision 21): taken by one server at a time, which says every now and then that it lives.
create table taustatyo (
  id uuid primary key,
  laji text not null,
  -- Whose wish it is; null is the calendar's.
  tekija_id uuid references "user" (id) on delete cascade,
  -- Of two unfinished ones with the same key there is only one; empty: as many as are asked for.
  avain text collate "C" not null default '',
  syote jsonb not null,
  tila text not null default 'odottaa' check (tila in ('odottaa', 'kaynnissa', 'valmis', 'epaonnistui', 'peruttu')),
  tehty integer not null default 0,
  kaikki integer not null default 0,
  tulos jsonb not null default '{}',
  virhe text not null default '',
  luotu bigint not null,
  paattynyt bigint not null default 0,
  -- Not before this; of one that is being done, until when it is its server's.
  seuraava_yritys bigint not null,
  yrityksia integer not null default 0,
  ajaja uuid
);
create index taustatyo_vuorossa on taustatyo (seuraava_yritys, id) where tila in ('odottaa', 'kaynnissa');
create unique index taustatyo_avain on taustatyo (laji, avain) where avain <> '' and tila in ('odottaa', 'kaynnissa');
create index taustatyo_tekija on taustatyo (tekija_id, laji, luotu);
create index taustatyo_paattynyt on taustatyo (laji, paattynyt) where paattynyt > 0;

-- Papers of an order on their way by mail: which order's, which file, who sends them and with what words.
alter table lahteva_posti
  add column tilaus_id uuid references tilaus (id),
  add column liite_id uuid references file (id),
  add column lahettaja_id uuid references "user" (id),
  add column viesti text not null default '',
  drop constraint lahteva_posti_laji_check,
  add constraint lahteva_posti_laji_check check (laji in ('salasanan_palautus', 'kutsu', 'rahtikirja'));
create index lahteva_posti_lahettaja on lahteva_posti (lahettaja_id, luotu) where lahettaja_id is not null;
create index lahteva_posti_tilaus on lahteva_posti (tilaus_id) where tilaus_id is not null;
create index lahteva_posti_liite on lahteva_posti (liite_id) where liite_id is not null;
