-- Signing in takes a name or a mail, and a name wins (server/auth/clients.ts): a name that is somebody else's mail would lock
-- that person out. Told like a name or a mail that is taken. The lock makes two who take the same at once wait for one another.
create function user_nimi_vai_mail() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(2013, 6);
  if exists (select from "user" where lower(mail) = lower(new.name) and mail <> '' and status = 1 and id <> new.id) then
    raise exception 'The name is the mail of another user' using errcode = '23505', constraint = 'user_nimi';
  end if;
  if new.status = 1 and new.mail <> '' and exists (select from "user" where lower(name) = lower(new.mail) and id <> new.id) then
    raise exception 'The mail is the name of another user' using errcode = '23505', constraint = 'user_mail';
  end if;
  return null;
end $$;
create trigger user_nimi_vai_mail_uusi after insert on "user"
  for each row execute function user_nimi_vai_mail();
create trigger user_nimi_vai_mail_muuttui after update on "user"
  for each row when ((old.name, old.mail) is distinct from (new.name, new.mail) or old.status <> 1 and new.status = 1)
  execute function user_nimi_vai_mail();
