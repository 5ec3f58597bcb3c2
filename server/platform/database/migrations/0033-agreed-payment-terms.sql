-- A payment term of more than 30 days is agreed with the customer.
ALTER TABLE asiakas ADD COLUMN maksuehto_sovittu boolean NOT NULL DEFAULT false;

-- The weight of a piece may follow from the weight of the whole row, and is then no even number of ten grams.
ALTER TABLE lahetys ALTER COLUMN yksikkopaino TYPE numeric;
