-- The measured offset of a driver's device, beside its time of a change of state (rules/deliveries.md#true-times).
ALTER TABLE "lahetys" ADD COLUMN laitteen_ero integer NOT NULL DEFAULT 0;
ALTER TABLE "lahetys" ALTER COLUMN laitteen_ero DROP DEFAULT;
