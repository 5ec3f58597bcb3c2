-- The vehicle class of a car, which chooses its emission intensity; '' is unknown.
ALTER TABLE auto ADD COLUMN ajoneuvoluokka text NOT NULL DEFAULT '';
ALTER TABLE auto ALTER COLUMN ajoneuvoluokka DROP DEFAULT;
