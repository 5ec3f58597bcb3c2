import type { Pool } from 'pg'

/** Fills the database up to so many customers: names whose words many of them share, each with a Y-tunnus-like text and a billing address. */
export async function fillUpCustomers(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `WITH made AS (
       INSERT INTO asiakas SELECT (jsonb_populate_record(model, jsonb_build_object(
         'id', gen_random_uuid(), 'drupal_internal__id', 900000 + n,
         'name', (ARRAY['Rakennus', 'Puutavara', 'Konepaja', 'Metalli', 'Tukku', 'Sähkö', 'Kaluste'])[1 + n % 7] || ' '
           || (ARRAY['Virtanen', 'Korhonen', 'Mäkelä', 'Nieminen', 'Järvinen', 'Koskinen', 'Lehto', 'Salo', 'Rautio', 'Åkerlund', 'Aho'])[1 + n % 11]
           || ' ' || n || ' Oy',
         'y_tunnus', lpad((2000000 + n)::text, 7, '0') || '-' || n % 10,
         'maksuehto', (ARRAY[7, 14, 21, 30])[1 + n % 4], 'talenom_asiakasnumero', (50000 + n)::text,
         'kayntiosoite_id', null, 'nouto_osoite_ids', '[]'::jsonb))).*
       FROM asiakas model, generate_series(1, $1::int - (SELECT count(*) FROM asiakas WHERE status = 1)::int) n
       WHERE model.id = (SELECT id FROM asiakas WHERE status = 1 ORDER BY id LIMIT 1)
       RETURNING id, drupal_internal__id
     )
     INSERT INTO laskutusosoite_email SELECT (jsonb_populate_record(model, jsonb_build_object(
       'id', gen_random_uuid(), 'drupal_internal__id', made.drupal_internal__id, 'asiakas_id', made.id))).*
     FROM made, laskutusosoite_email model
     WHERE made.drupal_internal__id % 3 > 0 AND model.id = (SELECT id FROM laskutusosoite_email WHERE status = 1 ORDER BY id LIMIT 1)`,
    [count],
  )
  await pool.query('VACUUM ANALYZE asiakas, laskutusosoite_email, asiakas_haku, hakusana')
}
