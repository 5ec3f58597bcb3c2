-- Sign-in: passwords, clients, sessions and their tokens, wrong tries. Moments are unix seconds.

-- Signing in by mail looks at disabled people too (0001's unique index holds only the others).
create index user_mail_kaikki on "user" (lower(mail)) where mail <> '';

create table salasana (
  user_id uuid primary key references "user" (id) on delete cascade,
  tiiviste text not null,
  vaihdettu bigint not null
);

create table asiakasohjelma (
  client_id text primary key,
  client_secret text not null,
  ryhma text not null unique check (ryhma in ('yllapito', 'kuljettaja', 'asiakas_yllapito', 'asiakas'))
);

-- A session: the family of all tokens that descend from one password.
create table istunto (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references "user" (id) on delete cascade,
  client_id text not null references asiakasohjelma (client_id),
  alkoi bigint not null,
  kaytetty_viimeksi bigint not null,
  paattyi bigint
);
create index istunto_user on istunto (user_id) where paattyi is null;
create index istunto_kaytetty on istunto (kaytetty_viimeksi);

create table istunto_tunnus (
  tiiviste bytea primary key,
  istunto_id uuid not null references istunto (id) on delete cascade,
  laji text not null check (laji in ('access', 'refresh')),
  vanhenee bigint not null,
  -- When a refresh token was first exchanged; seen again much later it has been stolen.
  kaytetty bigint
);
create index istunto_tunnus_istunto on istunto_tunnus (istunto_id);
create index istunto_tunnus_vanhenee on istunto_tunnus (vanhenee);

-- Wrong tries by a keyed hash of the name that was typed, whether or not it is anybody's.
create table kirjautumisyritys (
  nimi_tiiviste bytea primary key,
  yritykset bigint[] not null,
  lukossa_asti bigint not null default 0,
  -- How many tries the lock has turned away.
  torjuttu integer not null default 0,
  viimeksi bigint not null
);

-- One secret of the installation: keys the hash above and the client that an unknown name is told.
create table kirjautumisavain (
  yksi boolean primary key default true check (yksi),
  avain bytea not null
);
insert into kirjautumisavain (avain) values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Every server remembers who holds a token and is told here when that stops being true. Triggers, so that no way of
-- changing a row can forget it. Payloads: 'user <id>' and 'istunto <id>'.
create function istunto_ilmoita() returns trigger language plpgsql as $$
begin
  perform pg_notify('kuorma_istunto', 'istunto ' || old.id);
  return null;
end $$;

create trigger istunto_paattyi after update on istunto
  for each row when (old.paattyi is null and new.paattyi is not null) execute function istunto_ilmoita();
create trigger istunto_poistui after delete on istunto
  for each row when (old.paattyi is null) execute function istunto_ilmoita();

create function istunnot_paata(kenen uuid) returns void language sql as $$
  update istunto set paattyi = extract(epoch from now())::bigint where user_id = kenen and paattyi is null
$$;

-- The order of the roles means nothing; a role more or less ends all the sessions, so does disabling.
create function user_ilmoita() returns trigger language plpgsql as $$
begin
  if new.status <> 1 and old.status = 1
    or not (coalesce(old.user_roles, '{}') @> coalesce(new.user_roles, '{}') and coalesce(old.user_roles, '{}') <@ coalesce(new.user_roles, '{}'))
  then
    perform istunnot_paata(new.id);
  end if;
  perform pg_notify('kuorma_istunto', 'user ' || new.id);
  return null;
end $$;

create trigger user_muuttui after update on "user"
  for each row when ((old.status, old.name, old.user_roles) is distinct from (new.status, new.name, new.user_roles))
  execute function user_ilmoita();

create function salasana_vaihtui() returns trigger language plpgsql as $$
begin
  perform istunnot_paata(old.user_id);
  return null;
end $$;

create trigger salasana_vaihtui after update on salasana
  for each row when (old.tiiviste is distinct from new.tiiviste) execute function salasana_vaihtui();
create trigger salasana_poistui after delete on salasana
  for each row execute function salasana_vaihtui();

-- Which company a customer belongs to stands on the profile.
create function profiili_ilmoita() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.uid_id is not null then
    perform pg_notify('kuorma_istunto', 'user ' || old.uid_id);
  end if;
  if tg_op <> 'DELETE' and new.uid_id is not null then
    perform pg_notify('kuorma_istunto', 'user ' || new.uid_id);
  end if;
  return null;
end $$;

create trigger profile_asiakas_lisattiin after insert or delete on profile_asiakas
  for each row execute function profiili_ilmoita();
create trigger profile_asiakas_muuttui after update on profile_asiakas
  for each row when ((old.status, old.uid_id, old.field_asiakas_id) is distinct from (new.status, new.uid_id, new.field_asiakas_id))
  execute function profiili_ilmoita();
