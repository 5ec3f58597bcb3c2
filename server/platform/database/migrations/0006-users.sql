-- Users look after themselves: recovery of a password, the sessions they have open, a second factor, and the mail for it.

-- The browser and system a session was begun on, as a word or two; no address is kept.
alter table istunto add column laite text not null default '';
create index istunto_viimeksi on istunto (user_id, kaytetty_viimeksi);
create index user_roolit on "user" using gin (user_roles);

-- A temporary password by its hash: once, for an hour. Spent ones stay a day, so that an old link is told to be old.
create table salasanan_palautus (
  tiiviste bytea primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  luotu bigint not null,
  vanhenee bigint not null,
  -- 0 until it is used, or until another one of the same person was.
  kaytetty bigint not null default 0
);
create index salasanan_palautus_user on salasanan_palautus (user_id, luotu);
create index salasanan_palautus_vanhenee on salasanan_palautus (vanhenee);

-- The second factor. `salaisuus` is sealed with the installation's key; empty: none yet.
create table toinen_tekija (
  user_id uuid primary key references "user" (id) on delete cascade,
  -- An administrator asks for one: without it there is no signing in.
  vaaditaan boolean not null default false,
  salaisuus bytea not null default '',
  -- When the first code was right; 0: begun, not in use.
  vahvistettu bigint not null default 0,
  -- The 30-second step of the last code taken: no code counts twice.
  askel bigint not null default 0,
  -- Keyed hashes of the recovery codes left.
  varakoodit bytea[] not null default '{}'
);

-- Mail on its way. What it says is made when it is sent, so that no temporary password lies here; without SMTP it is kept
-- for administrators to read.
create table lahteva_posti (
  id uuid primary key default gen_random_uuid(),
  laji text not null check (laji in ('salasanan_palautus', 'kutsu')),
  vastaanottaja text not null,
  luotu bigint not null,
  tila text not null default 'odottaa' check (tila in ('odottaa', 'lahetetty', 'epaonnistui')),
  yrityksia integer not null default 0,
  seuraava_yritys bigint not null,
  lahetetty bigint not null default 0,
  virhe text not null default '',
  aihe text not null default '',
  teksti text not null default ''
);
create index lahteva_posti_odottaa on lahteva_posti (seuraava_yritys) where tila = 'odottaa';
create index lahteva_posti_luotu on lahteva_posti (luotu, id);

-- Somebody must be left who can let the others in, whichever way a row is changed. The lock makes two administrators who
-- disable each other at the same moment wait for one another.
create function user_yllapitaja_jaa() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(2013, 6);
  if not exists (select from "user" where status = 1 and user_roles @> '{yllapito}') then
    raise exception 'The last administrator stays' using errcode = '23514', constraint = 'user_viimeinen_yllapitaja';
  end if;
  return null;
end $$;
create trigger user_yllapitaja_jaa after update on "user"
  for each row when (old.status = 1 and old.user_roles @> '{yllapito}' and not (new.status = 1 and new.user_roles @> '{yllapito}'))
  execute function user_yllapitaja_jaa();
