import type { Board, BoardRoute, BoardStop, BoardWork } from '#domain/features/planning-board/board.ts'
import type { BoardOperation } from '#domain/features/planning-board/board-operations.ts'
import { pointOf } from '#domain/features/planning-board/route-stops.ts'
import { type ScheduleStop, schedule } from '#domain/features/planning-board/schedule.ts'
import { estimatedTravel } from '#domain/features/planning-board/travel.ts'
import type { ChangeAnswer } from '#web/features/planning-board/own-operations.ts'
import { worksOf } from './board-model.ts'

// What an operation makes of the board before the server has answered. Stops stand at their new place at once, with estimated times; the answer has
// the final ones. Functions return new boards and change none.

/** The board as it becomes by an operation. What cannot be foreseen stays as it is until the answer. */
export function withOperation(board: Board, operation: BoardOperation, now: number): Board {
  switch (operation.operation) {
    case 'assign': {
      const { tyovuoro, ennen } = operation
      const route = board.reitit.find(({ id, kuljettaja, pysahdykset }) =>
        tyovuoro ? id === tyovuoro : ennen ? pysahdykset.some((stop) => stop.id === ennen) : kuljettaja.id === operation.kuljettaja,
      )
      return route ? withWorkOn(board, { ids: operation.ids, route: route.id, before: operation.ennen ?? null, now }) : board
    }
    case 'unassign':
      return released(board, operation.ids, now)
    case 'move':
      return moved(board, { ids: operation.ids, route: operation.tyovuoro, before: operation.ennen ?? null, now })
    case 'lock':
      return withStops(board, operation.ids, { lukittu: operation.lukittu })
    case 'lockRoute':
      return withRoutes(board, (route) => (route.id === operation.tyovuoro ? { ...route, lukittu: operation.lukittu } : route))
    case 'setDuration':
      // 0 lets the work decide, which the server knows.
      if (operation.kesto === 0) return board
      return withDuration(board, { ids: operation.ids, kesto: operation.kesto, now })
    case 'remove':
      return withRoutes(board, (route) => rescheduled(route, { board, stops: without(route.pysahdykset, operation.ids), now }))
    case 'add':
      return withAdded(board, operation, now)
    case 'accept':
    case 'restore':
      return board
  }
}

/** Whether the board has been read after the operation was stored. */
export function hasAnswer({ reitit, tyot }: Board, { aiemmat, kumoa }: ChangeAnswer): boolean {
  const rows = [...reitit, ...reitit.flatMap(({ pysahdykset }) => pysahdykset), ...tyot]
  return rows.some(({ id, vid }) => kumoa.versiot[id] !== undefined && kumoa.versiot[id] !== aiemmat[id] && vid >= kumoa.versiot[id])
}

const withRoutes = (board: Board, change: (route: BoardRoute) => BoardRoute): Board => ({ ...board, reitit: board.reitit.map(change) })
const without = (stops: readonly BoardStop[], ids: readonly string[]): BoardStop[] => stops.filter(({ id }) => !ids.includes(id))
const withStops = (board: Board, ids: readonly string[], values: Partial<BoardStop>): Board =>
  withRoutes(board, (route) => ({
    ...route,
    pysahdykset: route.pysahdykset.map((stop) => (ids.includes(stop.id) ? { ...stop, ...values } : stop)),
  }))

function withDuration(board: Board, { ids, kesto, now }: { ids: readonly string[]; kesto: number; now: number }): Board {
  const changed = (stop: BoardStop): BoardStop => (ids.includes(stop.id) ? { ...stop, kesto, lahto: stop.alku + kesto * 60 } : stop)
  return withRoutes(board, (route) => rescheduled(route, { board, stops: route.pysahdykset.map(changed), now }))
}

type Rescheduling = { board: Board; stops: readonly BoardStop[]; now: number }

/** The route with these stops and their times; itself when they are the ones that it has. */
const rescheduled = (route: BoardRoute, { board, stops, now }: Rescheduling): BoardRoute =>
  stops.length === route.pysahdykset.length && stops.every((stop, at) => stop === route.pysahdykset[at])
    ? route
    : withTimes(route, { board, stops, now })

function withTimes(route: BoardRoute, { board, stops, now }: Rescheduling): BoardRoute {
  const works = new Map(board.tyot.map((work) => [work.id, work]))
  const shift = {
    ...{ day: board.paiva, start: route.alku, end: route.loppu, previousEnd: 0 },
    ...{ maxKg: route.auto?.kantavuus ?? 0, maxPallets: route.auto?.lavapaikat ?? 0 },
  }
  const planned = schedule(
    shift,
    stops.map((stop) => scheduleStop(stop, works)),
    { travel: estimatedTravel, now },
  )
  // What the stops do not change: the rest before the shift, and a car that another driver has too.
  const stays = route.huomautukset.filter(({ laji }) => laji === 'lepoaika' || laji === 'auto_kahdella')
  return {
    ...route,
    pysahdykset: stops.map((stop, index) => {
      const times = planned.stops[index]
      if (!times) return stop
      const { arrival, begin, departure, metres, seconds, breakMinutes, early, late, kg, pallets } = times
      return {
        ...stop,
        ...{ saapuminen: arrival, alku: begin, lahto: departure, metrit: metres, sekunnit: seconds, tauko: breakMinutes },
        ...{ etuajassa: early, myohassa: late, kg, lavat: pallets },
      }
    }),
    huomautukset: [...stays, ...planned.breaches.map(({ kind, stop, value }) => ({ laji: kind, pysahdys: stop, arvo: value }))],
    ...{ kg: planned.maxKg, lavat: planned.maxPallets, metrit: planned.metres, sekunnit: planned.seconds, paattyy: planned.end },
  }
}

function scheduleStop(stop: BoardStop, works: ReadonlyMap<string, BoardWork>): ScheduleStop {
  return {
    id: stop.id,
    type: stop.tyyppi,
    point: pointOf(stop),
    minutes: Math.round((stop.lahto - stop.alku) / 60),
    works: worksOf(stop).flatMap((id) => {
      const work = works.get(id)
      if (!work) return []
      const window =
        stop.tyyppi === 'toimitus'
          ? { start: work.toimitus_aika_alku, end: work.toimitus_aika_loppu }
          : { start: work.nouto_aika_alku, end: work.nouto_aika_loppu }
      return [{ id, type: stop.tyyppi, kg: work.kg, pallets: work.lavat, window }]
    }),
    isDone: stop.tehty,
    doneAt: stop.tehty ? stop.lahto : 0,
  }
}

/** The stops without the work, and without those that have none left; what is done stays. */
function withoutWork(stops: readonly BoardStop[], ids: ReadonlySet<string>): readonly BoardStop[] {
  if (!stops.some((stop) => !stop.tehty && worksOf(stop).some((id) => ids.has(id)))) return stops
  return stops.flatMap((stop) => {
    if (stop.tehty || !worksOf(stop).some((id) => ids.has(id))) return [stop]
    const lahetykset = stop.lahetykset.filter((id) => !ids.has(id))
    const tuntituote = stop.tuntituote !== null && ids.has(stop.tuntituote) ? null : stop.tuntituote
    return lahetykset.length === 0 && tuntituote === null ? [] : [{ ...stop, lahetykset, tuntituote }]
  })
}

/** The list of free work and of drivers without stops, without the work. */
const unlisted = (board: Board, ids: ReadonlySet<string>): Board => ({
  ...board,
  vapaat: board.vapaat.filter((id) => !ids.has(id)),
  ilman_vuoroa: board.ilman_vuoroa
    .map(({ kuljettaja, tyot }) => ({ kuljettaja, tyot: tyot.filter((id) => !ids.has(id)) }))
    .filter(({ tyot }) => tyot.length > 0),
})

function released(board: Board, works: readonly string[], now: number): Board {
  const ids = new Set(works)
  const next = unlisted(board, ids)
  const freed = {
    ...next,
    vapaat: [...next.vapaat, ...board.tyot.flatMap(({ id }) => (ids.has(id) ? [id] : []))],
    tyot: next.tyot.map((work) => (ids.has(work.id) ? { ...work, kuljettaja: null } : work)),
  }
  return withRoutes(freed, (route) => rescheduled(route, { board: freed, stops: withoutWork(route.pysahdykset, ids), now }))
}

type Placing = { ids: readonly string[]; route: string; before: string | null; now: number }

/** The stops before the stop `before`, or at the end. One that moves itself is no position: the next one that stays is. */
function placedAt(stops: readonly BoardStop[], added: readonly BoardStop[], before: string | null): BoardStop[] {
  const ids = added.map(({ id }) => id)
  const from = before === null ? -1 : stops.findIndex(({ id }) => id === before)
  const next = from < 0 ? undefined : stops.slice(from).find(({ id }) => !ids.includes(id))
  const others = without(stops, ids)
  return others.toSpliced(next ? others.indexOf(next) : others.length, 0, ...added)
}

/** Stops within their route; to another one, with the other stops of their work. */
function moved(board: Board, { ids, route, before, now }: Placing): Board {
  const all = board.reitit.flatMap(({ id, pysahdykset }) => pysahdykset.map((stop) => ({ stop, route: id })))
  const named = ids.flatMap((id) => all.find(({ stop }) => stop.id === id) ?? [])
  const works = new Set(named.filter((one) => one.route !== route).flatMap(({ stop }) => worksOf(stop)))
  const along = all.filter(({ stop }) => !ids.includes(stop.id) && !stop.tehty && worksOf(stop).some((id) => works.has(id)))
  // In the order of driving: a pickup stays before its delivery.
  const going = works.size === 0 ? named : all.filter((one) => named.includes(one) || along.includes(one))
  const added = going.map(({ stop }) => stop)
  return withRoutes(board, (own) => {
    const left = without(
      own.pysahdykset,
      added.map(({ id }) => id),
    )
    if (own.id !== route) return left.length === own.pysahdykset.length ? own : withTimes(own, { board, stops: left, now })
    return withTimes(own, { board, stops: placedAt(own.pysahdykset, added, before), now })
  })
}

/** Free work on a route: a stop each until the server has placed it, with the usual ten minutes. */
function withWorkOn(board: Board, { ids, route, before, now }: Placing): Board {
  const works = new Set(ids)
  const driver = board.reitit.find(({ id }) => id === route)?.kuljettaja.id ?? null
  const next = unlisted(board, works)
  const given = { ...next, tyot: next.tyot.map((work) => (works.has(work.id) ? { ...work, kuljettaja: driver } : work)) }
  const added = given.tyot.filter(({ id }) => works.has(id)).flatMap(provisionalStops)
  return withRoutes(given, (own) => {
    const left = withoutWork(own.pysahdykset, works)
    if (own.id !== route) return rescheduled(own, { board: given, stops: left, now })
    return withTimes(own, { board: given, stops: placedAt(left, added, before), now })
  })
}

const provisionalMinutes = 10

/** Version 0 marks a stop that is not stored (rows/route-row.tsx). */
const provisional = {
  ...{
    vid: 0,
    nimi: '',
    osoite1: '',
    postitmp: '',
    lat: null,
    lng: null,
    lukittu: false,
    kesto: 0,
    tehty: false,
    lahetykset: [],
    tuntituote: null,
  },
  ...{
    saapuminen: 0,
    alku: 0,
    lahto: provisionalMinutes * 60,
    metrit: 0,
    sekunnit: 0,
    tauko: 0,
    etuajassa: 0,
    myohassa: 0,
    kg: 0,
    lavat: 0,
  },
}

function provisionalStops({ id, laji, mista, minne, lat, lng }: BoardWork): BoardStop[] {
  if (laji === 'tuntituote') return [{ ...provisional, id: `${id} tyo`, tyyppi: 'tyo', postitmp: mista, lat, lng, tuntituote: id }]
  return [
    { ...provisional, id: `${id} nouto`, tyyppi: 'nouto', postitmp: mista, lat, lng, lahetykset: [id] },
    { ...provisional, id: `${id} toimitus`, tyyppi: 'toimitus', postitmp: minne, lahetykset: [id] },
  ]
}

type Adding = Extract<BoardOperation, { operation: 'add' }>

/** A break or another stop without work. */
function withAdded(board: Board, { tyovuoro, tyyppi, kesto, nimi = '', ennen = null }: Adding, now: number): Board {
  const made: BoardStop = { ...provisional, id: `${tyovuoro} ${tyyppi}`, tyyppi, nimi, kesto, lahto: kesto * 60 }
  return withRoutes(board, (route) =>
    route.id === tyovuoro ? withTimes(route, { board, stops: placedAt(route.pysahdykset, [made], ennen), now }) : route,
  )
}
