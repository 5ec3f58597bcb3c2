import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { EntityName, Row } from '#domain/model/registry.ts'
import { addRow, type Engine, type RowChange, system, systemFor, updateRow } from '#server/entities/engine.ts'
import type { Random } from './random.ts'

/** The time, the user (null is the system itself) and, where one is required, the reason of a change. */
export type Moment = { at: number; by: Viewer | null; reason?: string }

export type History = ReturnType<typeof openHistory>

/** The changes in the company, collected in any order and saved in chronological order. */
export function openHistory(random: Random) {
  let saves = new Map<string, { moment: Moment; changes: RowChange[] }>()
  const record = (moment: Moment, change: RowChange): void => {
    const key = `${moment.at} ${moment.by?.userId}`
    const save = saves.get(key) ?? { moment, changes: [] }
    saves.set(key, save)
    save.changes.push(change)
  }
  return {
    random,
    record,
    /** Adds a row; returns its id. */
    add<N extends EntityName>(entity: N, values: Partial<Row<N>>, moment: Moment): string {
      const id = random.uuid()
      record(moment, addRow(entity, values, { id }))
      return id
    },
    /** Adds a row with an id that other rows name. */
    addWithId<N extends EntityName>(entity: N, { id, ...values }: Partial<Row<N>> & { id: string }, moment: Moment): void {
      record(moment, addRow(entity, values as Partial<Row<N>>, { id }))
    },
    /** Changes the row with the id. */
    update<N extends EntityName>(entity: N, { id, ...values }: Partial<Row<N>> & { id: string }, moment: Moment): void {
      // Without its id a row's values are values of the row.
      record(moment, updateRow(entity, id, values as Partial<Row<N>>, { reason: moment.reason ?? '' }))
    },
    /** Returns the saves collected since the last call, the earliest first: one for all changes of a user at the same time. */
    take() {
      const taken = [...saves.values()].sort((a, b) => a.moment.at - b.moment.at)
      saves = new Map()
      return taken
    },
  }
}

/** Saves the history in the caller's transaction, through the engine that `openAt` returns for a clock: each save by its user at its time. */
export async function saveHistory(client: PoolClient, history: History, openAt: (clock: () => number) => Engine): Promise<void> {
  let now = 0
  const engine = openAt(() => now)
  for (const { moment, changes } of history.take()) {
    now = moment.at
    await engine.save(moment.by ? systemFor(moment.by) : system, changes, { client, confirmed: true })
  }
}
