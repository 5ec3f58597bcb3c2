import { useCallback, useMemo, useState } from 'react'
import { bulkOperationCall, mostBulkRows } from '#domain/calls/bulk-operation.ts'
import type { DriverToday } from '#domain/calls/drivers-today.ts'
import type { OperationResults } from '#domain/calls/operation-results.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { ask } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { showFault } from '../../data/fault-toast.tsx'
import { rereadAfterChange } from '../../data/queries.ts'
import { plural } from '../../kit/format.ts'
import type { LineRow, Named, OrderRow } from '../../kit/order-rows.ts'
import { showDone, showUndo } from '../../ui/undo-toast.tsx'

type Crew = { driver: Named; car: Named | null }
type Results = OperationResults['results']

/** How an order is shown from the drop on, until the server has told what became of it. */
export function withCrew(order: OrderRow, { driver, car }: Crew): OrderRow {
  const lines = order.lines.map((line): LineRow => (line.live ? { ...line, driver, car: car ?? line.car } : line))
  return { ...order, lines }
}

/** What puts the orders' lines back as they were: those with the same driver and car before go together. */
export function returnsOf(orders: readonly OrderRow[]): { entityType: LineRow['entity']; ids: string[]; crew: ReturnedCrew }[] {
  const live = orders.flatMap(({ lines }) => lines.filter((line) => line.live))
  const groups = Map.groupBy(live, ({ entity, driver, car }) => [entity, driver?.id, car?.id].join())
  return [...groups.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            entityType: first.entity,
            ids: [first, ...others].map(({ id }) => id),
            crew: { kuljettaja: first.driver?.id ?? null, auto: first.car?.id ?? null },
          },
        ]
      : [],
  )
}
type ReturnedCrew = { kuljettaja: string | null; auto: string | null }

async function assign(
  entityType: 'tilaus' | LineRow['entity'],
  ids: readonly string[],
  params: { kuljettaja?: string | null; auto?: string | null },
): Promise<Results> {
  const results: Results[] = []
  for (const part of inParts(ids, mostBulkRows)) {
    const answer = await ask(
      bulkOperationCall,
      { entityType, ids: part, operation: 'assign', params },
      { quiet: [0, 403, 404, 409, 422, 500, 503] },
    ).catch((failure: unknown) => {
      if (!(failure instanceof CallFault)) throw failure
      return { results: part.map((id) => ({ id, success: false, message: failure.message })) }
    })
    results.push(answer.results)
  }
  return results.flat()
}

/** `T-1042: Laskutettua tilausta ei voi muuttaa.` A reason that several have is said once. */
function refusalsOf(results: Results, orders: readonly OrderRow[]): string {
  const refused = results.filter(({ success }) => !success)
  const numberOf = new Map(orders.map(({ id, number }) => [id, number]))
  const reasons = Map.groupBy(refused, ({ message = '' }) => message)
  return [...reasons]
    .map(
      ([reason, rows]) =>
        `${rows.length > 3 ? plural(rows.length, 'tilaus', 'tilausta') : rows.map(({ id }) => numberOf.get(id)).join(', ')}: ${reason}`,
    )
    .join(' ')
}

/**
 * Gives orders to a driver with his car: shown at once in the rows that `shown` gives back, told row by row where refused,
 * and to be undone for ten seconds.
 */
export function useAssignment() {
  const [given, setGiven] = useState<ReadonlyMap<string, Crew>>(new Map())

  const give = useCallback(async (orders: readonly OrderRow[], { id, name, auto }: DriverToday) => {
    const crew = { driver: { id, name }, car: auto && { id: auto.id, name: auto.rekisterinumero } }
    setGiven((before) => new Map([...before, ...orders.map((order) => [order.id, crew] as const)]))
    const params = { kuljettaja: id, ...(auto ? { auto: auto.id } : {}) }
    const ids = orders.map((order) => order.id)
    const results = await assign('tilaus', ids, params)
    await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
    setGiven((before) => new Map([...before].filter(([orderId]) => !ids.includes(orderId))))
    const refusals = refusalsOf(results, orders)
    if (refusals) showFault(refusals, 10)
    const stored = new Set(results.filter(({ success }) => success).map((result) => result.id))
    const done = orders.filter((order) => stored.has(order.id))
    if (done.length === 0) return
    const what = done.length === 1 ? done[0]?.number : plural(done.length, 'tilaus', 'tilausta')
    showUndo(`${what}: ${name}${auto ? `, ${auto.rekisterinumero}` : ''}.`, () => takeBack(done))
  }, [])

  const shown = useCallback(
    (rows: readonly OrderRow[]): readonly OrderRow[] =>
      given.size === 0
        ? rows
        : rows.map((order) => {
            const crew = given.get(order.id)
            return crew ? withCrew(order, crew) : order
          }),
    [given],
  )
  return useMemo(() => ({ give, shown }), [give, shown])
}

async function takeBack(orders: readonly OrderRow[]): Promise<void> {
  const failed: Results = []
  for (const { entityType, ids, crew } of returnsOf(orders)) {
    const results = await assign(entityType, ids, crew)
    failed.push(...results.filter(({ success }) => !success))
  }
  await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
  if (failed.length === 0) showDone('Kumottu.')
  else
    showFault(
      `${plural(failed.length, 'riviä', 'riviä')} ei voitu palauttaa. ${[...new Set(failed.map(({ message }) => message))].join(' ')}`,
    )
}
