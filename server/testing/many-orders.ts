import type { Pool } from 'pg'

/** Makes `count` copies of an order with its shipments, for tests of reading many rows. */
export async function copyOrders(pool: Pool, order: string, count: number): Promise<void> {
  await pool.query(
    `WITH copies AS (
       INSERT INTO tilaus SELECT (jsonb_populate_record(t, jsonb_build_object(
         'id', gen_random_uuid(), 'tilausnro', 500000 + n, 'drupal_internal__id', 500000 + n))).*
       FROM tilaus t, generate_series(1, $2::int) n WHERE t.id = $1 RETURNING id, tilausnro)
     INSERT INTO lahetys SELECT (jsonb_populate_record(l, jsonb_build_object(
       'id', gen_random_uuid(), 'tilaus_id', c.id, 'viite', 'V-' || c.tilausnro,
       'drupal_internal__id', 500000 + row_number() OVER ()))).*
     FROM lahetys l, copies c WHERE l.tilaus_id = $1`,
    [order, count],
  )
  await pool.query('ANALYZE')
}
