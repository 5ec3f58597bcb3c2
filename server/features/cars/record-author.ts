import type { Conclude } from '#server/entities/engine.ts'
import { readUserName } from './queries.ts'

/** Stores who added an entry of a maintenance log, or checked a car, as a name (rules/cars.md#maintenance). */
export const recordAuthor: Conclude = async (runner, entries, { viewer }) => {
  const added = entries.filter(({ root }) => root.before === null)
  if (viewer === null || added.length === 0) return { set: [], made: [] }
  const kirjaaja = await readUserName(runner, viewer.userId)
  return { set: added.map(({ root }) => ({ of: root, values: { kirjaaja } })), made: [] }
}
