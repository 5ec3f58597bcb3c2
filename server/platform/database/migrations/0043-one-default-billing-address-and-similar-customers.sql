-- A customer has exactly one default among its billing addresses of the three kinds: the one that new orders were billed to before.
CREATE TEMPORARY TABLE osoitteet ON COMMIT DROP AS
  SELECT 'laskutusosoite_email' AS taulu, 1 AS laji, id, drupal_internal__id, asiakas_id, oletus, tyyppi FROM laskutusosoite_email WHERE status = 1
  UNION ALL
  SELECT 'laskutusosoite_posti', 2, id, drupal_internal__id, asiakas_id, oletus, tyyppi FROM laskutusosoite_posti WHERE status = 1
  UNION ALL
  SELECT 'laskutusosoite_verkkolasku', 3, id, drupal_internal__id, asiakas_id, oletus, tyyppi FROM laskutusosoite_verkkolasku WHERE status = 1;
CREATE TEMPORARY TABLE muuttuvat ON COMMIT DROP AS
  SELECT taulu, id, oletus AS ennen, jalkeen FROM (
    SELECT o.*, laskuille AND row_number() OVER (PARTITION BY asiakas_id, laskuille ORDER BY oletus DESC, laji, drupal_internal__id) = 1 AS jalkeen
    FROM (SELECT *, cardinality(tyyppi) = 0 OR 'laskutus' = ANY(tyyppi) AS laskuille FROM osoitteet WHERE asiakas_id IS NOT NULL) o) p
  WHERE oletus <> jalkeen;
UPDATE laskutusosoite_email o SET oletus = m.jalkeen, vid = o.vid + 1 FROM muuttuvat m WHERE m.taulu = 'laskutusosoite_email' AND m.id = o.id;
UPDATE laskutusosoite_posti o SET oletus = m.jalkeen, vid = o.vid + 1 FROM muuttuvat m WHERE m.taulu = 'laskutusosoite_posti' AND m.id = o.id;
UPDATE laskutusosoite_verkkolasku o SET oletus = m.jalkeen, vid = o.vid + 1 FROM muuttuvat m WHERE m.taulu = 'laskutusosoite_verkkolasku' AND m.id = o.id;
INSERT INTO revisio (entiteetti, rivi, vid, aika, syy, muutokset)
  SELECT m.taulu, m.id, o.vid, extract(epoch FROM now())::bigint, 'Yksi laskutusosoite on oletus', jsonb_build_object('oletus', jsonb_build_array(m.ennen, m.jalkeen))
  FROM muuttuvat m
  JOIN (SELECT id, vid FROM laskutusosoite_email UNION ALL SELECT id, vid FROM laskutusosoite_posti UNION ALL SELECT id, vid FROM laskutusosoite_verkkolasku) o
    ON o.id = m.id;

-- Customers that may be the same: by Y-tunnus, and by a name that has much in common.
CREATE INDEX asiakas_y_tunnus ON asiakas (y_tunnus) WHERE y_tunnus <> '' AND status = 1;
CREATE INDEX asiakas_nimen_osat ON asiakas USING gin (lower(name) gin_trgm_ops) WHERE status = 1;
