import type { Pool } from 'pg'
import type { DriverToday } from '#domain/calls/drivers-today.ts'
import { type ShipmentState, shipmentStates } from '#domain/entities/order/order.states.ts'
import { isLive } from '#domain/entities/order/order.status.ts'
import { addDays, startOfDay } from '#domain/values/time.ts'

const liveStates = (Object.keys(shipmentStates) as ShipmentState[]).filter(isLive)

/** More cards than this nobody looks through; those on shift stand first. */
const most = 500

/** $1 today, $2 tomorrow, $3 the states of what is still to be delivered. */
const list = `SELECT k.id, coalesce(nullif(k.field_fullname, ''), k.name) AS name, vuoro.id IS NOT NULL AS vuorossa,
    CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'rekisterinumero', a.rekisterinumero) END AS auto,
    kuorma.tilauksia, kuorma.kolli, kuorma.paino, count(*) OVER ()::int AS kaikkiaan
  FROM "user" k
  LEFT JOIN LATERAL (
    SELECT v.id, coalesce(v.auto_id, (
      SELECT r.auto_id FROM tyoreitti r WHERE r.id = ANY(v.tyoreitti_ids) AND r.status = 1 AND r.auto_id IS NOT NULL
      ORDER BY array_position(v.tyoreitti_ids, r.id) LIMIT 1)) AS auto_id
    FROM tyovuoro v WHERE v.kuljettaja_id = k.id AND v.paiva = $1 AND v.status = 1 AND v.tyyppi = 'TYOVUORO' ORDER BY v.tila, v.id LIMIT 1) vuoro ON true
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT tilaus_id)::int AS tilauksia, coalesce(sum(maara), 0)::float8 AS kolli, coalesce(sum(paino), 0)::float8 AS paino,
      mode() WITHIN GROUP (ORDER BY auto_id) AS auto_id
    FROM (
      SELECT tilaus_id, maara, paino, auto_id FROM lahetys
      WHERE kuljettaja_id = k.id AND status = 1 AND tila = ANY($3) AND (toivottu_toimitus < $2 OR tila <> 'odottaa_noutoa')
      UNION ALL
      SELECT tilaus_id, 0, 0, auto_id FROM tuntituote
      WHERE kuljettaja_id = k.id AND status = 1 AND tila = ANY($3) AND (toimituspaiva < $2 OR tila <> 'odottaa_noutoa')) rivit) kuorma
  LEFT JOIN auto a ON a.id = coalesce(vuoro.auto_id, kuorma.auto_id) AND a.status = 1
  WHERE k.status = 1 AND 'kuljettaja' = ANY(k.user_roles) AND (vuoro.id IS NOT NULL OR kuorma.tilauksia > 0)
  ORDER BY vuoro.id IS NULL, name, k.id LIMIT ${most}`

export async function driversToday(pool: Pool, now: number): Promise<{ data: DriverToday[]; meta: { count: number } }> {
  const values = [startOfDay(now), addDays(now, 1), liveStates]
  const { rows } = await pool.query<DriverToday & { kaikkiaan: number }>({ name: 'drivers-today', text: list, values })
  return { data: rows.map(({ kaikkiaan: _, ...driver }) => driver), meta: { count: rows[0]?.kaikkiaan ?? 0 } }
}
