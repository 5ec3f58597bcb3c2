import { sql } from 'kysely'
import type { Point } from '#domain/values/place/distance.ts'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type Earlier = { drivers: readonly string[]; from: number; day: number }

const firstStops = statement(
  (parameter: ParameterOf<Earlier>) =>
    db
      .selectFrom('tyovuoro as v')
      .innerJoin('ajo_pysahdys as p', 'p.tyovuoro_id', 'v.id')
      .distinctOn('v.kuljettaja_id')
      .select(({ ref }) => [
        ref('v.kuljettaja_id').$notNull().as('kuljettaja'),
        ref('p.lat').$notNull().as('lat'),
        ref('p.lng').$notNull().as('lng'),
      ])
      .where('v.kuljettaja_id', '=', anyOf(parameter('drivers')))
      .where('v.paiva', '>=', parameter('from'))
      .where('v.paiva', '<', parameter('day'))
      .where('v.status', '=', 1)
      .where('v.tyyppi', '=', 'TYOVUORO')
      .where('p.status', '=', 1)
      .where('p.lat', 'is not', null)
      .where('p.lng', 'is not', null)
      .orderBy('v.kuljettaja_id')
      .orderBy('v.paiva', 'desc')
      .orderBy('v.alkuaika')
      .orderBy('p.jarjestys')
      .orderBy('p.id'),
  'first-stops-of-drivers',
)
/** The first stop with a known place of each driver's latest earlier day, not before `from`. */
export const readFirstStops = async (runner: Queryable, of: Earlier): Promise<Map<string, Point>> =>
  new Map((await firstStops(runner, of)).map(({ kuljettaja, lat, lng }) => [kuljettaja, { lat, lng }]))

const routePlaces = statement((parameter: ParameterOf<{ shifts: readonly string[] }>) =>
  db
    .selectFrom('tyovuoro as v')
    .innerJoin('tyoreitti as r', (join) => join.on(({ eb, fn, ref }) => eb('r.id', '=', fn.any(ref('v.tyoreitti_ids')))))
    .innerJoin('reitti as s', 's.id', 'r.vakioreitti_id')
    .innerJoin('postiosoite as a', (join) => join.on(({ eb, ref }) => eb(ref('a.id'), '=', sql<string>`s.osoitteet_ids[1]`)))
    .distinctOn('v.id')
    .select(({ ref }) => ['v.id', ref('a.lat').$notNull().as('lat'), ref('a.lng').$notNull().as('lng')])
    .where('v.id', '=', anyOf(parameter('shifts')))
    .where('r.status', '=', 1)
    .where('a.lat', 'is not', null)
    .where('a.lng', 'is not', null)
    .orderBy('v.id')
    .orderBy((eb) => eb.fn('array_position', ['v.tyoreitti_ids', 'r.id'])),
)
/** The first address of the standing route of each shift's work route, where its point is known. */
export const readRoutePlaces = async (runner: Queryable, shifts: readonly string[]): Promise<Map<string, Point>> =>
  new Map((await routePlaces(runner, { shifts })).map(({ id, lat, lng }) => [id, { lat, lng }]))
