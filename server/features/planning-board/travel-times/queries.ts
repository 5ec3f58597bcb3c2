import { type GridPoint, legKey } from '#domain/features/planning-board/travel.ts'
import type { RoadEstimate } from '#domain/values/place/distance.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

export type GridLeg = readonly [from: GridPoint, to: GridPoint]
/** Null where no road leads. */
export type MeasuredLeg = { leg: GridLeg; length: RoadEstimate | null }

const columnsOf = (legs: readonly GridLeg[]): number[][] => [
  legs.map(([[lat]]) => lat),
  legs.map(([[, lng]]) => lng),
  legs.map(([, [lat]]) => lat),
  legs.map(([, [, lng]]) => lng),
]

type StoredLeg = { from_lat: number; from_lng: number; to_lat: number; to_lng: number; metres: number; seconds: number }

/** The stored lengths of the legs that have a road, by `legKey`. */
export async function readLegs(runner: Queryable, legs: readonly GridLeg[]): Promise<Map<string, RoadEstimate>> {
  if (legs.length === 0) return new Map()
  const { rows } = await runner.query<StoredLeg>(
    `select t.from_lat, t.from_lng, t.to_lat, t.to_lng, t.metres, t.seconds
     from unnest($1::int[], $2::int[], $3::int[], $4::int[]) as l (from_lat, from_lng, to_lat, to_lng)
     join travel_time t using (from_lat, from_lng, to_lat, to_lng) where t.seconds is not null`,
    columnsOf(legs),
  )
  return new Map(
    rows.map(({ from_lat, from_lng, to_lat, to_lng, metres, seconds }) => [
      legKey([from_lat, from_lng], [to_lat, to_lng]),
      { metres, seconds },
    ]),
  )
}

export async function storeLegs(runner: Queryable, measured: readonly MeasuredLeg[], now: number): Promise<void> {
  const rounded = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value))
  await runner.query(
    `insert into travel_time (from_lat, from_lng, to_lat, to_lng, metres, seconds, fetched)
     select *, $7 from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[])
     on conflict (from_lat, from_lng, to_lat, to_lng)
     do update set metres = excluded.metres, seconds = excluded.seconds, fetched = excluded.fetched`,
    [
      ...columnsOf(measured.map(({ leg }) => leg)),
      measured.map(({ length }) => rounded(length?.metres)),
      measured.map(({ length }) => rounded(length?.seconds)),
      now,
    ],
  )
}

export const forgetLegs = (runner: Queryable, before: number): Promise<unknown> =>
  runner.query('delete from travel_time where fetched < $1', [before])

/** The shifts from a day on with a leg that has not been measured, the nearest days first. The same rounding as `gridPoint`. */
export async function readUnmeasuredShifts(runner: Queryable, { from, limit }: { from: number; limit: number }): Promise<string[]> {
  const { rows } = await runner.query<{ id: string }>(
    `with places as (
       select v.id, v.paiva, p.jarjestys, p.id as stop, floor(p.lat * 100000 + 0.5)::int as lat, floor(p.lng * 100000 + 0.5)::int as lng
       from tyovuoro v join ajo_pysahdys p on p.tyovuoro_id = v.id
       where v.status = 1 and v.paiva >= $1 and p.status = 1 and p.lat is not null and p.lng is not null
     ), legs as (
       select id, paiva, lat as to_lat, lng as to_lng, lag(lat) over route as from_lat, lag(lng) over route as from_lng
       from places window route as (partition by id order by jarjestys, stop)
     )
     select id from legs l
     where from_lat is not null and (from_lat, from_lng) <> (to_lat, to_lng)
       and not exists (select from travel_time t
         where (t.from_lat, t.from_lng, t.to_lat, t.to_lng) = (l.from_lat, l.from_lng, l.to_lat, l.to_lng))
     group by id order by min(paiva), id limit $2`,
    [from, limit],
  )
  return rows.map(({ id }) => id)
}
