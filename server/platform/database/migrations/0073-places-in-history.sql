-- The places that are erased from the history of tasks after their time: no more rows than tasks of that time.
CREATE INDEX revisio_paikat ON revisio (rivi)
  WHERE entiteetti = 'tyovuoro_kirjaus_tehtava' AND muutokset ?| '{latitude,longitude,address_print}'::text[];
