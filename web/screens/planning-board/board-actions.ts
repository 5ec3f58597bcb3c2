import type { Board, BoardRoute, BoardStop, BoardWork } from '#domain/features/planning-board/board.ts'
import type { BoardOperation } from '#domain/features/planning-board/board-operations.ts'
import { plural } from '#web/kit/format.ts'
import { versionsOf, worksOf } from './board-model.ts'

/** The board's rows by id, for what is chosen or dragged. */
export type BoardIndex = {
  day: number
  routes: ReadonlyMap<string, BoardRoute>
  stops: ReadonlyMap<string, { stop: BoardStop; route: BoardRoute }>
  works: ReadonlyMap<string, BoardWork>
  /** Work without a driver. */
  free: readonly string[]
}

export const indexOf = ({ paiva, reitit, tyot, vapaat }: Board): BoardIndex => ({
  day: paiva,
  routes: new Map(reitit.map((route) => [route.id, route])),
  stops: new Map(reitit.flatMap((route) => route.pysahdykset.map((stop) => [stop.id, { stop, route }]))),
  works: new Map(tyot.map((work) => [work.id, work])),
  free: vapaat,
})

/** What a stop without work has: a place, if any, and minutes. */
export type OtherStop = { nimi: string; osoite1: string; postinro: string; postitmp: string; kesto: number }

type Act = (operation: BoardOperation, text: string) => Promise<boolean>

const namesOf = (works: readonly BoardWork[]): string =>
  works.length === 1 ? (works[0]?.tunniste ?? '') : plural(new Set(works.map(({ tilaus }) => tilaus)).size, 'tilaus', 'tilausta')

/** What the board's buttons, keys and drags do. `ennen` undefined: where the route grows least. */
export function boardActions({ day, routes, stops, works }: BoardIndex, act: Act) {
  const known = (ids: readonly string[]): BoardWork[] => ids.flatMap((id) => works.get(id) ?? [])
  // A stop of version 0 is not stored yet.
  const stopsOf = (ids: readonly string[]): BoardStop[] => ids.flatMap((id) => stops.get(id)?.stop ?? []).filter(({ vid }) => vid > 0)
  return {
    give(ids: readonly string[], routeId: string, ennen?: string | null): Promise<boolean> {
      const route = routes.get(routeId)
      const given = known(ids)
      if (!route || given.length === 0) return Promise.resolve(false)
      const where = ennen === undefined ? {} : { ennen }
      return act(
        {
          operation: 'assign',
          ids: given.map(({ id }) => id),
          kuljettaja: route.kuljettaja.id,
          paiva: day,
          tyovuoro: routeId,
          versiot: versionsOf(given),
          ...where,
        },
        `${namesOf(given)}: ${route.kuljettaja.name}`,
      )
    },
    release(ids: readonly string[]): Promise<boolean> {
      const given = known(ids)
      if (given.length === 0) return Promise.resolve(false)
      return act(
        { operation: 'unassign', ids: given.map(({ id }) => id), versiot: versionsOf(given) },
        `${namesOf(given)} ilman kuljettajaa`,
      )
    },
    move(ids: readonly string[], routeId: string, ennen?: string | null): Promise<boolean> {
      const route = routes.get(routeId)
      const moved = stopsOf(ids)
      if (!route || moved.length === 0) return Promise.resolve(false)
      const where = ennen === undefined ? {} : { ennen }
      const isWithin = moved.every(({ id }) => stops.get(id)?.route.id === routeId)
      const what = namesOf(known([...new Set(moved.flatMap(worksOf))])) || 'Tauko'
      return act(
        { operation: 'move', ids: moved.map(({ id }) => id), tyovuoro: routeId, versiot: versionsOf(moved), ...where },
        isWithin ? `järjestys, ${route.kuljettaja.name}` : `${what}: ${route.kuljettaja.name}`,
      )
    },
    lock(id: string): Promise<boolean> {
      const [stop] = stopsOf([id])
      if (!stop) return Promise.resolve(false)
      const lukittu = !stop.lukittu
      return act(
        { operation: 'lock', ids: [id], lukittu, versiot: versionsOf([stop]) },
        lukittu ? 'pysähdyksen lukitus' : 'lukituksen avaus',
      )
    },
    lockRoute(id: string): Promise<boolean> {
      const route = routes.get(id)
      if (!route) return Promise.resolve(false)
      const lukittu = !route.lukittu
      return act(
        { operation: 'lockRoute', tyovuoro: id, lukittu, versiot: versionsOf([route]) },
        `${lukittu ? 'reitin lukitus' : 'reitin lukituksen avaus'}, ${route.kuljettaja.name}`,
      )
    },
    addBreak(routeId: string, ennen: string | null): Promise<boolean> {
      return act({ operation: 'add', tyovuoro: routeId, tyyppi: 'tauko', kesto: 45, ennen }, 'tauko')
    },
    addStop(routeId: string, values: OtherStop): Promise<boolean> {
      return act({ operation: 'add', tyovuoro: routeId, tyyppi: 'muu', ...values, ennen: null }, values.nimi || 'muu pysähdys')
    },
    setDuration(id: string, kesto: number): Promise<boolean> {
      const [stop] = stopsOf([id])
      if (!stop) return Promise.resolve(false)
      const text = stop.tyyppi === 'tauko' ? 'tauon kesto' : `pysähdyksen kesto, ${stop.postitmp || stop.nimi}`
      return act({ operation: 'setDuration', ids: [id], kesto, versiot: versionsOf([stop]) }, text)
    },
    remove(id: string): Promise<boolean> {
      const [stop] = stopsOf([id])
      if (!stop) return Promise.resolve(false)
      const own = worksOf(stop)
      if (own.length > 0) return this.release(own)
      const text = stop.tyyppi === 'tauko' ? 'tauon poisto' : 'pysähdyksen poisto'
      return act({ operation: 'remove', ids: [id], versiot: versionsOf([stop]) }, text)
    },
  }
}
export type BoardActs = ReturnType<typeof boardActions>
