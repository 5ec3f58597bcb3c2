import { stopMinutes } from '#domain/features/planning-board/stop-minutes.ts'
import { deliveryKeys, pickupKeys } from '#domain/values/place/place.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import type { ListResult } from '#web/data/json-api.ts'
import { listQuery } from '#web/data/queries.ts'
import { addressOf, deliveryPlace, type Place, pickupPlace } from '#web/features/addresses/places.ts'
import { postalKey } from '#web/features/addresses/postal-points.ts'
import type { DriveStop } from './route-plan.ts'

const pageSize = 250
const fields = {
  lahetys: [
    ...(['tila', 'tilaus', 'nouto_osoite', 'toimitus_osoite', 'maara', 'palveluaika'] as const),
    ...(['nouto_aika_alku', 'nouto_aika_loppu', 'toimitus_aika_alku', 'toimitus_aika_loppu'] as const),
    ...pickupKeys,
    ...deliveryKeys,
  ],
  tilaus: ['tunniste'],
  postiosoite: ['lat', 'lng', 'sijainti_arvio'],
} as const

/** The open shipments of today, late ones and those without a day. */
export const todaysShipments = (now: number) =>
  listQuery('lahetys', {
    filter: {
      tila: { operator: 'NOT IN', value: ['toimitettu', 'peruutettu'] },
      toivottu_toimitus: { operator: '<', value: addDays(now, 1) },
    },
    sort: ['toivottu_toimitus', 'drupal_internal__id'],
    page: { limit: pageSize },
    include: ['tilaus', 'nouto_osoite', 'toimitus_osoite'],
    fields,
  })

export type CandidatePoint = { lat: number; lng: number; approximate: boolean }
/** A door of today's shipments, with their orders. `point` is that of a saved address; otherwise the postal code has one. */
export type Candidate = {
  key: string
  orders: string
  label: string
  kind: 'Nouto' | 'Toimitus'
  postal: string | null
  point: CandidatePoint | null
  /** The narrowest window of its shipments (unix seconds, 0: any time), and minutes at the stop. */
  begin: number
  end: number
  minutes: number
  works: DriveStop['works']
}

/** Minutes at a stop whose shipments name none: 10, and 1 for each package (rules/planning-board.md#time-at-a-stop). */
const usual = { minutes: 10, perPiece: 1 }

export function candidatesOf(
  { rows, included }: Pick<ListResult<'lahetys', typeof fields>, 'rows' | 'included'>,
  now: number,
): Candidate[] {
  // A window of another day binds nothing (rules/planning-board.md#schedule).
  const today = (at: number): number => (at > 0 && startOfDay(at) === startOfDay(now) ? at : 0)
  const pointOf = (saved: string | null): CandidatePoint | null => {
    const { lat = null, lng = null, sijainti_arvio = false } = included.get('postiosoite', saved) ?? {}
    return lat === null || lng === null ? null : { lat, lng, approximate: sijainti_arvio }
  }
  const labelOf = (place: Place): string => [place.name, addressOf(place)].filter(Boolean).join(', ')
  const found = rows.flatMap((row): Found[] => {
    const orders = included.get('tilaus', row.tilaus)?.tunniste ?? ''
    const from = {
      label: labelOf(pickupPlace(row)),
      postal: postalKey(row.nouto_maa, row.nouto_postinro),
      begin: today(row.nouto_aika_alku),
      end: today(row.nouto_aika_loppu),
      point: pointOf(row.nouto_osoite),
    }
    const to = {
      label: labelOf(deliveryPlace(row)),
      postal: postalKey(row.toimitus_maa, row.toimitus_postinro),
      begin: today(row.toimitus_aika_alku),
      end: today(row.toimitus_aika_loppu),
      point: pointOf(row.toimitus_osoite),
    }
    const time = { named: row.palveluaika, pieces: row.maara }
    const delivery = {
      ...to,
      ...time,
      key: `Toimitus ${to.label}`,
      orders,
      kind: 'Toimitus',
      works: [{ type: 'toimitus', id: row.id }],
    } as const
    if (row.tila !== 'odottaa_noutoa') return [delivery]
    return [{ ...from, ...time, key: `Nouto ${from.label}`, orders, kind: 'Nouto', works: [{ type: 'nouto', id: row.id }] }, delivery]
  })
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same): Candidate[] => {
    const [first] = same
    if (!first) return []
    const { named: _n, pieces: _p, ...door } = first
    return [{ ...door, ...togetherAt(same), orders: [...new Set(same.map(({ orders }) => orders))].join(', ') }]
  })
}

type Found = Omit<Candidate, 'minutes' | 'works'> & { named: number; pieces: number; works: readonly DriveStop['works'][number][] }

/** Work at the same door: within every window, and the usual time once. */
function togetherAt(same: readonly Found[]): Pick<Candidate, 'begin' | 'end' | 'minutes' | 'works'> {
  const ends = same.flatMap(({ end }) => (end > 0 ? [end] : []))
  const works = same.map(({ named, pieces }) => ({ kind: 'lahetys', minutes: named, pieces }) as const)
  return {
    begin: Math.max(...same.map(({ begin }) => begin)),
    end: ends.length > 0 ? Math.min(...ends) : 0,
    minutes: stopMinutes(0, works, usual),
    works: same.flatMap((one) => one.works),
  }
}
