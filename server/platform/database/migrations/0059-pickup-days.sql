-- The pickup day of a shipment that has only the end of its window, too.
DROP INDEX lahetys_noutopaiva;
CREATE INDEX lahetys_noutopaiva ON lahetys ((coalesce(nullif(nouto_aika_alku, 0), nullif(nouto_aika_loppu, 0))))
  WHERE status = 1 AND tila NOT IN ('toimitettu', 'peruutettu');
