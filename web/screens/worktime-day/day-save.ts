import { planLines } from '#domain/entities/order/order.rows.ts'
import { add, drop, type Operation, update } from '#web/data/operations.ts'
import type { DayValues, StoredVersions, TaskValues } from './model/day-values.ts'

const written = ['tyyppi', 'alkuaika', 'address_print', 'latitude', 'longitude'] as const satisfies (keyof TaskValues)[]

export type DaySave = {
  operations: Operation[]
  /** The field of the edited day for a fault's pointer; null when there is none. */
  fieldOf: (pointer: string) => string | null
}

/** The atomic call that saves a day with its tasks, based on the versions that were read. The record comes first: its tasks must lie within it. */
export function daySave(id: string, { alkuaika, loppuaika, tehtavat }: DayValues, stored: StoredVersions): DaySave {
  const plan = planLines(stored.tehtavat, tehtavat, written)
  const tasks = [
    ...plan.update.map(({ id: task, vid, set }) => ({
      task,
      operation: update('tyovuoro_kirjaus_tehtava', { id: task, vid }, set),
    })),
    ...plan.add.map((task) => ({ task: task.id, operation: add('tyovuoro_kirjaus_tehtava', { ...task, tyovuoro_kirjaus: id }) })),
    ...plan.remove.map(({ id: task, vid }) => ({ task, operation: removal(task, vid) })),
  ]
  return {
    operations: [update('tyovuoro_kirjaus', { id, vid: stored.vid }, { alkuaika, loppuaika }), ...tasks.map(({ operation }) => operation)],
    fieldOf: (pointer) => {
      const [, index, field] = /^\/atomic:operations\/(\d+)\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer) ?? []
      if (field === undefined) return null
      if (index === '0') return field === 'loppuaika' ? 'loppuaika' : field === 'alkuaika' ? 'tehtavat.0.alkuaika' : null
      const place = tehtavat.findIndex((task) => task.id === tasks[Number(index) - 1]?.task)
      return place < 0 ? null : `tehtavat.${place}.${field}`
    },
  }
}

/** With the version that was read, so that a task that somebody has changed meanwhile is not removed. */
function removal(id: string, vid: number): Operation {
  const operation = { ...drop('tyovuoro_kirjaus_tehtava', id), meta: { vid } }
  return operation
}
