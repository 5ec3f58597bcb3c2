-- Whoever acts for a company does so only while it is there: servers that remember them are told when it is removed or comes back.
create function asiakas_ilmoita() returns trigger language plpgsql as $$
begin
  perform pg_notify('kuorma_istunto', 'user ' || p.uid_id) from profile_asiakas p where p.field_asiakas_id = new.id and p.uid_id is not null;
  return null;
end $$;

create trigger asiakas_ilmoita after update on asiakas
  for each row when (old.status is distinct from new.status) execute function asiakas_ilmoita();
