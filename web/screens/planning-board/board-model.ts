import type { Board, BoardRoute, BoardStop, BoardWork } from '#domain/features/planning-board/board.ts'

/** The hours that the board shows, as moments of whole hours. */
export type Span = { start: number; end: number }

const hour = 3600
const usual = { first: 6, last: 18 }
/** What lies further ahead is not drawn, unless a shift lasts longer: a day's plan has gone wrong long before. */
const maxHours = 26

/** From the earliest shift or stop to the latest one, and at least the usual hours. */
export function spanOf({ paiva, reitit }: Board): Span {
  const starts = reitit.flatMap(({ alku, pysahdykset }) => [alku, ...pysahdykset.slice(0, 1).map(({ saapuminen }) => saapuminen)])
  const ends = reitit.flatMap(({ loppu, paattyy }) => [loppu, paattyy])
  const start = Math.min(paiva + usual.first * hour, ...starts)
  const end = Math.max(paiva + usual.last * hour, ...ends)
  const latest = Math.max(paiva + maxHours * hour, ...reitit.map(({ loppu }) => loppu))
  return { start: Math.floor(start / hour) * hour, end: Math.ceil(Math.min(end, latest) / hour) * hour }
}

export const hoursOf = ({ start, end }: Span): number[] =>
  Array.from({ length: Math.round((end - start) / hour) + 1 }, (_, index) => start + index * hour)

/** The hours that are written: as many as have room for their figures. */
export function writtenHours(span: Span, hourWidth: number): number[] {
  const step = [1, 2, 3, 6].find((hours) => hours * hourWidth >= 26) ?? 6
  return hoursOf(span).filter((_, index) => index % step === 0)
}

/** The place of a moment as per cent of the span. */
export const percentOf = (at: number, { start, end }: Span): number => ((at - start) / (end - start)) * 100

const routeColours = 7
/** The number of a row's colour (tokens.css). */
export const colourOf = (index: number): number => (index % routeColours) + 1

export const worksOf = ({ lahetykset, tuntituote }: Pick<BoardStop, 'lahetykset' | 'tuntituote'>): string[] =>
  tuntituote === null ? lahetykset : [...lahetykset, tuntituote]

/** The number in a stop's box: the pallet places that are loaded or unloaded, in whole ones, else the pieces. */
export function amountAt(stop: BoardStop, works: ReadonlyMap<string, BoardWork>): string {
  const own = worksOf(stop).flatMap((id) => works.get(id) ?? [])
  const pallets = own.reduce((sum, { lavat }) => sum + lavat, 0)
  if (pallets > 0) return `${Math.ceil(pallets)}`
  const pieces = own.reduce((sum, { kolli }) => sum + kolli, 0)
  return pieces > 0 ? `${pieces}` : ''
}

/** The ids of all stops of the day that share work with one of the chosen stops, themselves too. */
export function linkedStops(routes: readonly BoardRoute[], chosen: ReadonlySet<string>): Set<string> {
  const all = routes.flatMap(({ pysahdykset }) => pysahdykset)
  const works = new Set(all.filter(({ id }) => chosen.has(id)).flatMap(worksOf))
  return new Set(all.filter((stop) => chosen.has(stop.id) || worksOf(stop).some((id) => works.has(id))).map(({ id }) => id))
}

/** The stop before which something dropped at the moment comes; null for the end. Nothing comes before what is done. */
export function stopAfter({ pysahdykset }: BoardRoute, at: number): string | null {
  const next = pysahdykset.find(({ tehty, alku, lahto }) => !tehty && (alku + lahto) / 2 > at)
  return next?.id ?? null
}

/** Where `ennen` puts a stop that moves by keyboard one step earlier or later; undefined when it cannot. */
export function stepTarget({ pysahdykset }: BoardRoute, id: string, step: -1 | 1): string | null | undefined {
  const at = pysahdykset.findIndex((stop) => stop.id === id)
  if (at < 0) return undefined
  if (step === -1) {
    const before = pysahdykset[at - 1]
    return before && !before.tehty ? before.id : undefined
  }
  return at + 1 < pysahdykset.length ? (pysahdykset[at + 2]?.id ?? null) : undefined
}

/** The versions of rows, for operations. */
export const versionsOf = (rows: readonly { id: string; vid: number }[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ id, vid }) => [id, vid]))
