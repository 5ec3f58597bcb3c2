import type { Pool } from 'pg'
import type { z } from 'zod'
import type { UninvoicedOrder, uninvoicedOrdersCall } from '#domain/calls/uninvoiced-orders.ts'
import { billingKindOf } from '#domain/entities/order/order.billing.ts'
import { missingForInvoice } from '#domain/invoice/missing-for-invoice.ts'
import { type Row, registry } from '#domain/registry.ts'

type Asked = z.output<typeof uninvoicedOrdersCall.input>
type Billing = Pick<
  Row<'tilaus'>,
  | 'laskutus_email'
  | 'laskutus_osoite1'
  | 'laskutus_osoite2'
  | 'laskutus_postinro'
  | 'laskutus_postitmp'
  | 'laskutus_verkkolaskuosoite'
  | 'hinta'
>
type Found = Billing &
  Pick<UninvoicedOrder, 'id' | 'tilausnro' | 'timestamp_toimitettu' | 'lahetyksia' | 'tuntitoita' | 'kolli' | 'paino' | 'viitteet'> & {
    asiakas_id: string
    asiakas_name: string
    y_tunnus: string
    asiakas_tyyppi: Row<'asiakas'>['tyyppi']
    ryhma: { id: string; vid: number; nro: number; hinta: number; kesken: boolean } | null
  }

const uninvoiced = `t.status = 1 AND t.tilauksen_tila = 'toimitettu' AND ($1::uuid[] IS NULL OR t.id = ANY($1))`

/** The page's orders first, then what hangs on them; a customer's orders stand together. Of a group, whether some order is still open. */
const list = `WITH sivu AS (
    SELECT t.id, a.name AS asiakas_name, a.y_tunnus, a.tyyppi AS asiakas_tyyppi
    FROM tilaus t JOIN asiakas a ON a.id = t.asiakas_id
    WHERE ${uninvoiced}
    ORDER BY a.name, a.id, t.timestamp_toimitettu, t.id LIMIT $2 OFFSET $3)
  SELECT t.id, t.tilausnro::float8 AS tilausnro, t.asiakas_id, sivu.asiakas_name, sivu.y_tunnus, sivu.asiakas_tyyppi,
    t.timestamp_toimitettu::float8 AS timestamp_toimitettu, t.hinta::float8 AS hinta,
    t.laskutus_email, t.laskutus_osoite1, t.laskutus_osoite2, t.laskutus_postinro, t.laskutus_postitmp, t.laskutus_verkkolaskuosoite,
    l.lahetyksia, l.kolli, l.paino, l.viitteet, h.tuntitoita, r.ryhma
  FROM sivu JOIN tilaus t ON t.id = sivu.id
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'vid', vid, 'nro', drupal_internal__id, 'hinta', hinta, 'kesken', EXISTS (
      SELECT FROM tilaus o WHERE o.tilaus_ryhma_id = g.id AND o.status = 1 AND o.avoin)) AS ryhma
    FROM tilaus_ryhma g WHERE g.id = t.tilaus_ryhma_id AND g.status = 1) r ON true
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS lahetyksia, coalesce(sum(maara), 0)::float8 AS kolli, coalesce(sum(paino), 0)::float8 AS paino,
      coalesce(array_agg(DISTINCT viite) FILTER (WHERE viite <> ''), '{}') AS viitteet
    FROM lahetys WHERE tilaus_id = t.id AND status = 1 AND tila <> 'peruutettu') l
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS tuntitoita FROM tuntituote WHERE tilaus_id = t.id AND status = 1 AND tila <> 'peruutettu') h
  ORDER BY sivu.asiakas_name, t.asiakas_id, t.timestamp_toimitettu, t.id`

export async function uninvoicedOrders(pool: Pool, asked: Asked): Promise<{ data: UninvoicedOrder[]; meta: { count: number } }> {
  const ids = asked.tilausIds ?? null
  const [rows, counted] = await Promise.all([
    pool.query<Found>({ name: 'uninvoiced-orders', text: list, values: [ids, asked['page[limit]'], asked['page[offset]']] }),
    pool.query<{ count: number }>({
      name: 'uninvoiced-count',
      text: `SELECT count(*)::int AS count FROM tilaus t WHERE ${uninvoiced}`,
      values: [ids],
    }),
  ])
  return { data: rows.rows.map(rowOf), meta: { count: counted.rows[0]?.count ?? 0 } }
}

const rowOf = (found: Found): UninvoicedOrder => ({
  id: found.id,
  tunniste: `${registry.tilaus.tunniste.prefix}-${found.tilausnro}`,
  tilausnro: found.tilausnro,
  asiakas: { id: found.asiakas_id, name: found.asiakas_name, y_tunnus: found.y_tunnus },
  timestamp_toimitettu: found.timestamp_toimitettu,
  hinta: found.hinta,
  ryhma: found.ryhma && groupOf(found.ryhma),
  laskutustapa: billingKindOf(found),
  puuttuu: missingForInvoice(found, { tyyppi: found.asiakas_tyyppi, y_tunnus: found.y_tunnus }, found.ryhma),
  lahetyksia: found.lahetyksia,
  tuntitoita: found.tuntitoita,
  kolli: found.kolli,
  paino: found.paino,
  viitteet: found.viitteet,
})

const groupOf = ({ id, vid, nro, hinta }: NonNullable<Found['ryhma']>): NonNullable<UninvoicedOrder['ryhma']> => ({
  id,
  vid,
  tunniste: `${registry.tilaus_ryhma.tunniste.prefix}-${nro}`,
  hinta,
})
