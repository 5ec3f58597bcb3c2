-- What a car may carry; 0 when unknown.
ALTER TABLE "auto" ADD COLUMN kantavuus integer NOT NULL DEFAULT 0, ADD COLUMN lavapaikat integer NOT NULL DEFAULT 0;
ALTER TABLE "auto" ALTER COLUMN kantavuus DROP DEFAULT, ALTER COLUMN lavapaikat DROP DEFAULT;

-- Who added an entry of the maintenance log.
ALTER TABLE "huolto" ADD COLUMN kirjaaja text COLLATE "fi-x-icu" NOT NULL DEFAULT '';
UPDATE "huolto" h SET kirjaaja = coalesce(nullif(u.field_fullname, ''), u.name)
FROM revisio r JOIN "user" u ON u.id = r.kayttaja WHERE r.rivi = h.id AND r.vid = 1;
ALTER TABLE "huolto" ALTER COLUMN kirjaaja DROP DEFAULT;

-- Whether fault reports of cars ring for an administrator.
ALTER TABLE ilmoitusasetus ADD COLUMN vikailmoitukset boolean NOT NULL DEFAULT true;
ALTER TABLE ilmoitusasetus ALTER COLUMN vikailmoitukset DROP DEFAULT;
