import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import type { Row } from '#domain/model/registry.ts'
import { addRow, type RowChange, removeRow, updateRow } from '#server/entities/engine.ts'

type Task = Row<'tyovuoro_kirjaus_tehtava'>
/** A record with its tasks, removed ones included. */
export type StoredDay = { record: Row<'tyovuoro_kirjaus'>; tasks: Task[] }
type WantedTask = { id?: string; alkuaika: number; tyyppi: TaskType }

/**
 * The changes after which a record has exactly these tasks. A task keeps its row, and with it its place and its history, when it has the same id, or,
 * without ids, starts at the same minute.
 */
export function taskChanges({ record, tasks }: StoredDay, wanted: readonly WantedTask[], reason: string): RowChange[] {
  const free = new Map(tasks.map((task) => [task.id, task]))
  const take = (task: WantedTask): Task | undefined => {
    const found =
      task.id === undefined
        ? [...free.values()].find(({ alkuaika, status }) => status === 1 && alkuaika === task.alkuaika)
        : free.get(task.id)
    if (found) free.delete(found.id)
    return found
  }
  const placed = wanted.map((task) => ({ task, row: take(task) }))
  const changes = placed.flatMap(({ task, row }): RowChange[] => {
    const values = { alkuaika: task.alkuaika, tyyppi: task.tyyppi }
    if (!row) {
      const id = task.id === undefined ? {} : { id: task.id }
      return [addRow('tyovuoro_kirjaus_tehtava', { ...values, tyovuoro_kirjaus: record.id }, { ...id, reason })]
    }
    const isSame = row.status === 1 && row.alkuaika === task.alkuaika && row.tyyppi === task.tyyppi
    return isSame ? [] : [updateRow('tyovuoro_kirjaus_tehtava', row.id, { ...values, status: 1 }, { reason })]
  })
  const removed = [...free.values()].filter(({ status }) => status === 1)
  return [...changes, ...removed.map(({ id }) => removeRow('tyovuoro_kirjaus_tehtava', id, { reason }))]
}
