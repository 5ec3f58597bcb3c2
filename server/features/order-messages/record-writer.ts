import type { Conclude } from '#server/entities/engine.ts'
import { nameOfUser } from './queries.ts'

/** Stores who wrote a message, as a name, and on which side of the conversation. */
export const recordWriter: Conclude = async (runner, entries, { viewer }) => {
  const added = entries.filter(({ root }) => root.before === null)
  if (viewer === null || added.length === 0) return { set: [], made: [] }
  const values = { kirjoittaja: await nameOfUser(runner, viewer.userId), asiakkaalta: !viewer.roles.includes('yllapito') }
  return { set: added.map(({ root }) => ({ of: root, values })), made: [] }
}
