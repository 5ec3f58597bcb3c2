-- Whether an address's point is its own or its postal code's (RULES section 12).
ALTER TABLE "postiosoite" ADD COLUMN sijainti_arvio boolean NOT NULL DEFAULT false;
ALTER TABLE "laskutusosoite_posti" ADD COLUMN sijainti_arvio boolean NOT NULL DEFAULT false;
ALTER TABLE "postiosoite" ALTER COLUMN sijainti_arvio DROP DEFAULT;
ALTER TABLE "laskutusosoite_posti" ALTER COLUMN sijainti_arvio DROP DEFAULT;
