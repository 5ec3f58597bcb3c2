import { type End, ends } from '#domain/values/place/place.ts'
import {
  blankRow,
  type GoodsValues,
  type JobValues,
  type OrderContent,
  type PlaceLists,
  type SavedOrder,
  typedGoods,
  typedMinutes,
} from '../order-values.ts'
import { ownNotes } from '../timing/order-notes.ts'
import { blankPlace, placeOf, samePlace } from './place-values.ts'

// Changes of an order's places on its form. Each function returns the parts of the form that change.

type Lines = Pick<OrderContent, 'rows' | 'jobs'>
type Placed = PlaceLists & Lines
type Change = Partial<Placed>

/** The rows that use a place, and for a pickup the extra work too. */
const naming = ({ rows, jobs }: Lines, end: End, key: string): (GoodsValues | JobValues)[] =>
  end === 'nouto' ? [...rows, ...jobs].filter(({ nouto }) => nouto === key) : rows.filter(({ toimitus }) => toimitus === key)

/** Drops places that no line uses; one of each kind stays, since the form needs its fields. */
export function namedPlaces(values: Placed): PlaceLists {
  const unchanged = (end: End) => {
    const named = values[end].filter(({ key }) => naming(values, end, key).length > 0)
    return named.length > 0 ? named : values[end].slice(0, 1)
  }
  return { nouto: unchanged('nouto'), toimitus: unchanged('toimitus') }
}

/** Restores places that were on the form before and are used again, in their old positions. */
const withPlacesOf = (values: Placed, before: PlaceLists): PlaceLists => {
  const restored = (end: End) => {
    const known = new Set(values[end].map(({ key }) => key))
    const back = before[end].filter(({ key }) => !known.has(key) && naming(values, end, key).length > 0)
    const order = new Map(before[end].map(({ key }, index) => [key, index]))
    return [...values[end], ...back].sort((a, b) => (order.get(a.key) ?? before[end].length) - (order.get(b.key) ?? before[end].length))
  }
  return namedPlaces({ ...values, nouto: restored('nouto'), toimitus: restored('toimitus') })
}

/** Removes rows and jobs, and the places that only they used. */
export function withoutLines(values: Placed, ids: ReadonlySet<string>): Change {
  const left = { rows: values.rows.filter(({ id }) => !ids.has(id)), jobs: values.jobs.filter(({ id }) => !ids.has(id)) }
  return { ...left, ...namedPlaces({ ...values, ...left }) }
}

/** The places, by end and position, that only these rows and jobs use: they are removed with them. */
export function placesOnlyOf(values: Placed, ids: ReadonlySet<string>): { end: End; position: number }[] {
  const left = { ...values, ...withoutLines(values, ids) }
  return ends.flatMap((end) =>
    values[end].flatMap(({ key }, position) => (left[end].some((place) => place.key === key) ? [] : [{ end, position }])),
  )
}

/** Restores removed rows and jobs with their places and positions; text typed meanwhile stays. */
export function withLinesBack(values: Placed, before: Placed, ids: ReadonlySet<string>): Change {
  const inserted = <L extends { id: string }>(now: readonly L[], was: readonly L[]): L[] => {
    const lines = [...now]
    was.forEach((line, position) => {
      if (ids.has(line.id) && lines.every(({ id }) => id !== line.id)) lines.splice(position, 0, line)
    })
    return lines
  }
  const back = { rows: inserted(values.rows, before.rows), jobs: inserted(values.jobs, before.jobs) }
  return { ...back, ...withPlacesOf({ ...values, ...back }, before) }
}

/** Adds a pickup or delivery with its first goods row; the row's other end is that of the last row. */
export function withPlace(values: Placed, end: End, newId: () => string): Change & { row: string; place: string } {
  const place = blankPlace(newId)
  const last = values.rows.at(-1)
  const keys = { nouto: last?.nouto ?? values.nouto[0]?.key ?? '', toimitus: last?.toimitus ?? values.toimitus[0]?.key ?? '' }
  keys[end] = place.key
  const row = blankRow(newId, keys)
  const places = [...values[end], place]
  const lists = end === 'nouto' ? { nouto: places } : { toimitus: places }
  return { ...lists, rows: [...values.rows, row], row: row.id, place: place.key }
}

/** Moves one row or job to another place on the form. */
export function movedLine(values: Placed, end: End, id: string, key: string): Change {
  const move = <L extends { id: string }>(line: L): L => (line.id === id ? { ...line, [end]: key } : line)
  const moved = { rows: values.rows.map(move), jobs: end === 'nouto' ? values.jobs.map(move) : values.jobs }
  return { ...moved, ...namedPlaces({ ...values, ...moved }) }
}

/** How many rows and jobs would change if all used one place. */
export const countElsewhere = (values: Placed, end: End, key: string): number =>
  values[end].reduce((count, place) => (place.key === key ? count : count + naming(values, end, place.key).length), 0)

export const linesAt = (values: Placed, end: End, key: string): ReadonlySet<string> => new Set(naming(values, end, key).map(({ id }) => id))

/** Moves all rows (and the work, at a pickup) to one place. */
export function mergedInto(values: Placed, end: End, key: string): Change {
  const to = <L extends object>(line: L): L => ({ ...line, [end]: key })
  const merged = { rows: values.rows.map(to), jobs: end === 'nouto' ? values.jobs.map(to) : values.jobs }
  return { ...merged, ...namedPlaces({ ...values, ...merged }) }
}

/** Moves rows and jobs back to their earlier places; text typed meanwhile stays. */
export function withEarlierPlaces(values: Placed, before: Placed, end: End): Change {
  const earlier = new Map([...before.rows, ...before.jobs].map((line) => [line.id, line]))
  const back = <L extends GoodsValues | JobValues>(line: L): L => {
    const was = earlier.get(line.id)
    const key = was && (end === 'nouto' ? was.nouto : 'toimitus' in was ? was.toimitus : null)
    return key ? { ...line, [end]: key } : line
  }
  const lines = { rows: values.rows.map(back), jobs: end === 'nouto' ? values.jobs.map(back) : values.jobs }
  return { ...lines, ...withPlacesOf({ ...values, ...lines }, before) }
}

/** Copies a shipment as a new row of its order, with its places: from its row on the form, or as stored when it has no row. */
export function withCopy(values: OrderContent, line: SavedOrder['lines'][number], newId: () => string): Change & { row: string } {
  const id = newId()
  const typed = values.rows.find((row) => row.id === line.id)
  if (typed) return { rows: [...values.rows, { ...typed, id }], row: id }
  const lists: PlaceLists = { nouto: values.nouto, toimitus: values.toimitus }
  const keyAt = (end: End): string => {
    const place = placeOf(end, line)
    const known = values[end].find((listed) => samePlace(listed, place))
    if (known) return known.key
    const added = { ...blankPlace(newId), ...place }
    lists[end] = [...values[end], added]
    return added.key
  }
  const places = { nouto: keyAt('nouto'), toimitus: keyAt('toimitus') }
  const row: GoodsValues = { id, ...typedGoods(line), palveluaika: typedMinutes(line), ...places, own: ownNotes(line, values) }
  return { ...lists, rows: [...values.rows, row], row: id }
}
