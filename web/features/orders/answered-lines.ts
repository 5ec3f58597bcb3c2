import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { pick } from '#domain/entities/order/order.rows.ts'
import { isShipmentState, type ShipmentState } from '#domain/entities/order/order.states.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import { storedState } from '#web/data/device/stored-reads.ts'
import type { Operation, Results } from '#web/data/operations.ts'
import { queryClient } from '#web/data/query-client.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** The values shown of a line until it has been reread. `vid`: of one that the server has answered. */
export type ShownLine = { tila: ShipmentState } & Partial<
  Pick<Row<'lahetys'>, 'vid' | 'timestamp_toimitettu' | 'timestamp_noudettu' | 'tila_muuttui' | 'laitteen_aika' | 'laitteen_ero'>
>
export type ShownLines = ReadonlyMap<string, ShownLine>

const seconds = z.optional(z.number())
const lineShape = z.object({
  id: z.string(),
  vid: z.number(),
  tila: z.custom<ShipmentState>(isShipmentState),
  timestamp_toimitettu: seconds,
  timestamp_noudettu: seconds,
  tila_muuttui: seconds,
  laitteen_aika: seconds,
  laitteen_ero: seconds,
})
type AnsweredLine = z.infer<typeof lineShape>

/** The newest lines are kept: many more than a device changes before it reads them again. */
const maxLines = 500

/**
 * What the server has answered to this device's changes, by line: a line may be read only later, when the network is lost, or the app closed,
 * just then.
 */
const answeredQuery = {
  queryKey: queryKeys.device('answered-lines'),
  queryFn: (): readonly AnsweredLine[] => [],
  enabled: false,
  ...storedState,
}
// Without the options a query that no page has asked for would not be stored.
queryClient.setQueryDefaults(answeredQuery.queryKey, storedState)

const linesShape = z.readonly(z.array(lineShape))
/** Another build may have stored another shape. */
const byId = (data: unknown): ReadonlyMap<string, AnsweredLine> =>
  new Map((linesShape.safeParse(data).data ?? []).map((line) => [line.id, line]))
const answered = (): ReadonlyMap<string, AnsweredLine> => byId(queryClient.getQueryData(answeredQuery.queryKey))

/** The fields of a shipment that are shown until it has been reread: what a call asks for that shows what it read (`showRead`). */
export const shownFields = [
  'vid',
  'tila',
  'timestamp_toimitettu',
  'timestamp_noudettu',
  'tila_muuttui',
  'laitteen_aika',
  'laitteen_ero',
] as const
type ShownShipment = Pick<Row<'lahetys'>, 'id' | (typeof shownFields)[number]>

const lineOf = (shipment: ShownShipment): AnsweredLine => pick(shipment, ['id', ...shownFields])

/** The lines that a save has changed, as the server answered them. */
function answeredLines(list: readonly Operation[], results: Results): AnsweredLine[] {
  return list.flatMap((operation, index): AnsweredLine[] => {
    if (operation.op !== 'update') return []
    if (operation.data.type === registry.tuntituote.type) {
      const job = results.row('tuntituote', index)
      return job ? [{ id: job.id, vid: job.vid, tila: job.tila, timestamp_toimitettu: job.timestamp_toimitettu }] : []
    }
    const row = operation.data.type === registry.lahetys.type ? results.row('lahetys', index) : null
    return row ? [lineOf(row)] : []
  })
}

function show(lines: readonly AnsweredLine[]): void {
  const known = answered()
  const newer = lines.filter(({ id, vid }) => vid > (known.get(id)?.vid ?? 0))
  const ids = new Set(newer.map(({ id }) => id))
  const kept = [...known.values()].filter(({ id }) => !ids.has(id))
  queryClient.setQueryData<readonly AnsweredLine[]>(answeredQuery.queryKey, [...kept, ...newer].slice(-maxLines))
}

/** Shows what the server has answered to a save of lines, until newer versions of them have been read. */
export const showAnswered = (list: readonly Operation[], results: Results): void => show(answeredLines(list, results))

/** The same of shipments that an earlier save has changed whose answer was lost, as they were read since. */
export const showRead = (shipments: readonly ShownShipment[]): void => show(shipments.map(lineOf))

/** The version of a line that the server has answered to this device; 0 when it has answered none. */
export const versionAnswered = (id: string): number => answered().get(id)?.vid ?? 0

/** What is shown in place of the row's own values; undefined when the row was read after the answer. */
export const shownOver = <L extends ShownLine>(row: { vid: number }, line: L | undefined): L | undefined =>
  line?.vid !== undefined && line.vid <= row.vid ? undefined : line

export function useAnsweredLines(): ShownLines {
  const { data } = useQuery(answeredQuery)
  return useMemo(() => byId(data), [data])
}
