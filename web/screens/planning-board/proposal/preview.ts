import type { Board } from '#domain/features/planning-board/board.ts'
import type { BoardOperation } from '#domain/features/planning-board/board-operations.ts'
import type { DayProposal } from '#domain/features/planning-board/proposal/propose-day.ts'
import { worksOf } from '../board-model.ts'

/** A proposal, and the routes of it that the dispatcher has chosen. */
export type Proposed = { proposal: DayProposal; chosen: ReadonlySet<string> }

export const chosenRoutes = ({ proposal, chosen }: Proposed) => proposal.reitit.filter(({ id }) => chosen.has(id))

/** The board as it would become: the chosen routes with their proposed stops, and without what moves from the other ones. */
export function previewOf(board: Board, proposed: Proposed): Board {
  const becomes = new Map(chosenRoutes(proposed).map((route) => [route.id, route]))
  const moved = new Set([...becomes.values()].flatMap(({ jarjestys }) => jarjestys.map(({ tyo }) => tyo)))
  const reitit = board.reitit.map((route) => {
    const next = becomes.get(route.id)
    if (next) return next
    const pysahdykset = route.pysahdykset.flatMap((stop) => {
      const lahetykset = stop.lahetykset.filter((id) => !moved.has(id) || stop.tehty)
      const tuntituote = stop.tuntituote !== null && moved.has(stop.tuntituote) && !stop.tehty ? null : stop.tuntituote
      const isEmptied = worksOf(stop).length > 0 && lahetykset.length === 0 && tuntituote === null
      return isEmptied ? [] : [{ ...stop, lahetykset, tuntituote }]
    })
    return { ...route, pysahdykset }
  })
  const sum = (value: (route: Board['reitit'][number]) => number): number => reitit.reduce((total, route) => total + value(route), 0)
  const summat = { ...board.summat, metrit: sum(({ metrit }) => metrit), sekunnit: sum(({ sekunnit }) => sekunnit) }
  return { ...board, reitit, summat }
}

/** The operation that stores the chosen routes. Only the versions of what it changes are compared. */
export function acceptance(proposed: Proposed): BoardOperation {
  const reitit = chosenRoutes(proposed)
  const ids = new Set(reitit.flatMap(({ id, jarjestys }) => [id, ...jarjestys.map(({ tyo }) => tyo)]))
  const stops = reitit.flatMap(({ pysahdykset }) => pysahdykset.filter(({ vid }) => vid > 0).map(({ id, vid }) => [id, vid] as const))
  const versiot = Object.fromEntries([...Object.entries(proposed.proposal.versiot).filter(([id]) => ids.has(id)), ...stops])
  return { operation: 'accept', reitit: reitit.map(({ id, jarjestys }) => ({ tyovuoro: id, jarjestys })), versiot }
}

/** Who gets what from the chosen routes: a driver's name and the ids of the work, by driver. */
export function gainsOf({ proposal, chosen }: Proposed): { route: string; name: string; works: string[] }[] {
  return proposal.reitit
    .filter(({ id }) => chosen.has(id))
    .map(({ id: route, kuljettaja, jarjestys }) => {
      const own = new Set(jarjestys.map(({ tyo }) => tyo))
      const gained = proposal.siirtyvat.filter((one) => one.kuljettaja === kuljettaja.id && own.has(one.tyo))
      return { route, name: kuljettaja.name, works: gained.map(({ tyo }) => tyo) }
    })
}

/**
 * The change of the day's driving: of the whole proposal, or of the chosen routes against what they are now. Null when these take work from drivers
 * whose routes are not chosen: how much those then drive is known once it is accepted.
 */
export function changeOf(board: Board, proposed: Proposed): { metres: number; seconds: number } | null {
  const { proposal, chosen } = proposed
  if (chosen.size === proposal.reitit.length) return { metres: proposal.metrit, seconds: proposal.sekunnit }
  const routes = chosenRoutes(proposed)
  const works = new Set(routes.flatMap(({ jarjestys }) => jarjestys.map(({ tyo }) => tyo)))
  const drivers = new Set(routes.map(({ kuljettaja }) => kuljettaja.id))
  const takesFromOthers = proposal.siirtyvat.some(({ tyo, edellinen }) => works.has(tyo) && edellinen !== null && !drivers.has(edellinen))
  if (takesFromOthers) return null
  const now = new Map(board.reitit.map((route) => [route.id, route]))
  return routes.reduce(
    (sum, { id, metrit, sekunnit }) => ({
      metres: sum.metres + metrit - (now.get(id)?.metrit ?? 0),
      seconds: sum.seconds + sekunnit - (now.get(id)?.sekunnit ?? 0),
    }),
    { metres: 0, seconds: 0 },
  )
}

/** The last names of the drivers who get the work of the chosen routes, by the work's id. */
export function takersOf(proposed: Proposed | null): ReadonlyMap<string, string> {
  const gains = proposed ? gainsOf(proposed) : []
  return new Map(gains.flatMap(({ name, works }) => works.map((id) => [id, name.split(' ').at(-1) ?? name] as const)))
}
