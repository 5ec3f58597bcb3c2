import { useSyncExternalStore } from 'react'
import type { ShipmentState } from '#domain/entities/order/order.states.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import type { Operation, Results } from '#web/data/operations.ts'

/** The values shown of a line until it has been reread. `vid`: of one that the server has answered. */
export type ShownLine = { tila: ShipmentState } & Partial<
  Pick<Row<'lahetys'>, 'vid' | 'timestamp_toimitettu' | 'timestamp_noudettu' | 'tila_muuttui' | 'laitteen_aika' | 'laitteen_ero'>
>
export type ShownLines = ReadonlyMap<string, ShownLine>
type AnsweredLine = ShownLine & { id: string; vid: number }

/** What the server has answered to this device's changes, by line: a line may be read only later, when the network is lost just then. */
let answered: ReadonlyMap<string, AnsweredLine> = new Map()
const listeners = new Set<() => void>()

/** The lines that a save has changed, as the server answered them. */
function answeredLines(list: readonly Operation[], results: Results): AnsweredLine[] {
  return list.flatMap((operation, index): AnsweredLine[] => {
    if (operation.op !== 'update') return []
    if (operation.data.type === registry.tuntituote.type) {
      const job = results.row('tuntituote', index)
      return job ? [{ id: job.id, vid: job.vid, tila: job.tila, timestamp_toimitettu: job.timestamp_toimitettu }] : []
    }
    const row = operation.data.type === registry.lahetys.type ? results.row('lahetys', index) : null
    if (!row) return []
    const { id, vid, tila, timestamp_toimitettu, timestamp_noudettu, tila_muuttui, laitteen_aika, laitteen_ero } = row
    return [{ id, vid, tila, timestamp_toimitettu, timestamp_noudettu, tila_muuttui, laitteen_aika, laitteen_ero }]
  })
}

/** Shows what the server has answered to a save of lines, until newer versions of them have been read. */
export function showAnswered(list: readonly Operation[], results: Results): void {
  const newer = answeredLines(list, results).filter(({ id, vid }) => vid > versionAnswered(id))
  answered = new Map([...answered, ...newer.map((line) => [line.id, line] as const)])
  for (const listener of listeners) listener()
}

/** The version of a line that the server has answered to this page; 0 when it has answered none. */
export const versionAnswered = (id: string): number => answered.get(id)?.vid ?? 0

/** What is shown in place of the row's own values; undefined when the row was read after the answer. */
export const shownOver = <L extends ShownLine>(row: { vid: number }, line: L | undefined): L | undefined =>
  line?.vid !== undefined && line.vid <= row.vid ? undefined : line

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAnsweredLines = (): ShownLines => useSyncExternalStore(subscribe, () => answered)
