import type { Pool } from 'pg'

/** Puts so many saved addresses into the database: streets, towns and names that many of them share, a tenth of them without a customer. */
export async function addManyAddresses(pool: Pool, customers: readonly string[], count: number): Promise<void> {
  await pool.query(
    `INSERT INTO postiosoite (id, drupal_internal__id, vid, name, status, created, changed, revision_created, revision_log_message,
       field_osoite_1, field_osoite_2, field_postinumero, field_postitoimipaikka, field_maa, puhelin, tyyppi, lisatiedot,
       lat, lng, sijainti_arvio, sijainti_lahde, asiakas_id)
     SELECT gen_random_uuid(), 700000 + n, 1,
       (ARRAY['Varasto', 'Terminaali', 'Rautakauppa', 'Konepaja', 'Myymälä', 'Toimisto', 'Tehdas'])[1 + n % 7] || ' ' || n || ' Oy',
       1, 1795000000, 1795000000, 1795000000, '',
       (ARRAY['Teollisuus', 'Satama', 'Asema', 'Kauppa', 'Hämeen', 'Linnan', 'Koulu', 'Kirkko', 'Myllyn', 'Ranta', 'Pelto'])[1 + n % 11]
         || (ARRAY['katu', 'tie', 'kuja', 'polku'])[1 + n % 4] || ' ' || 1 + n % 90,
       '', lpad((100 * (1 + n % 997))::text, 5, '0'),
       (ARRAY['Helsinki', 'Tampere', 'Turku', 'Oulu', 'Lahti', 'Kotka', 'Pori', 'Vaasa'])[1 + n % 8], 'FI', '', '{nouto}', '',
       60 + n % 700 / 100.0, 22 + n % 600 / 100.0, n % 3 > 0, CASE WHEN n % 3 > 0 THEN 'postinumero' ELSE 'kasin' END,
       CASE WHEN n % 10 > 0 THEN ($1::uuid[])[1 + n % cardinality($1::uuid[])] END
     FROM generate_series(1, $2::int) n`,
    [customers, count],
  )
  await pool.query('VACUUM ANALYZE postiosoite, postiosoite_haku, hakusana')
}
