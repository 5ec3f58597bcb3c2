import { randomUUID } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { type Fault, faultKinds, RequestFault } from '#domain/errors.ts'
import type { importOrdersCall } from '#domain/features/order-import/import-orders.ts'
import { columnNames, columnOf, orderHeadings } from '#domain/features/order-import/order-columns.ts'
import { type ImportShipment, ordersOf, readRow } from '#domain/features/order-import/order-rows.ts'
import type { CellFault } from '#domain/model/import/import-table.ts'
import { formatMoment } from '#domain/values/time/helsinki-clock.ts'
import type { Context } from '#server/context.ts'
import { inputRow, type RowChange } from '#server/entities/engine.ts'
import { oncePerCell, refuseFaulty } from '#server/platform/documents/tables/cell-faults.ts'
import { fileBytes } from '#server/platform/documents/tables/import-file.ts'
import { parseTable } from '#server/platform/documents/tables/parse-table.ts'
import { chunksOf, mapWithPauses } from '#server/platform/documents/tables/with-pauses.ts'
import { type IdempotentRequest, storeOnce } from '#server/platform/idempotency-keys.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { isCustomerThere, productsNamed } from './customer-data.ts'
import { importedAt, numbersOf, storeImport } from './queries.ts'

type Input = z.output<typeof importOrdersCall.input>
type Answer = z.output<typeof importOrdersCall.output>
export type ImportParts = Context & { workers: WorkerPool }
type Importing = { parts: Context; viewer: Viewer; asiakas: string; now: number }

// Shipments per statement. Other requests are served between statements.
const chunkSize = 400

/** Creates orders from a file (rules/order-import.md#all-or-nothing, decision 19). The outcome is stored under `key`, the Idempotency-Key. */
export async function importOrders(parts: ImportParts, viewer: Viewer, input: Input, key: string | null): Promise<Answer> {
  const asiakas = customerOf(viewer, input.asiakas_id)
  if (!(await isCustomerThere(parts, viewer, asiakas)))
    throw new RequestFault({ kind: 'not_found', pointer: '/asiakas_id', detail: 'Asiakasta ei löydy.' })
  const file = { bytes: fileBytes(input), known: orderHeadings, choices: input.otsikot }
  const table = await parseTable(parts.workers, file, viewer.userId)
  // Checked before any row is read: a column under an unknown heading may contain the kind of goods.
  if (input.tarkista && table.unknown.length > 0) {
    const kysyttavat = table.unknown.map(({ heading, examples }) => ({ otsikko: heading, esimerkit: examples }))
    return { success: true, sarakkeet: table.found, kysyttavat }
  }

  const importing = { parts, viewer, asiakas, now: parts.clock() }
  const named = table.rows.flatMap(({ cells }) => cells[columnNames.indexOf('tuote')] || [])
  const find = await productsNamed(parts, viewer, { asiakas, named })
  const isStaff = viewer.roles.includes('yllapito')
  const context = { now: importing.now, mayBePast: isStaff, isStaff }
  const read = await mapWithPauses(table.rows, (row) => readRow(row, find, context))
  const allFaults = [...table.faults, ...read.flatMap(({ faults }) => faults)]
  const orders = ordersOf(read.map(({ shipment }) => shipment))
  const { digest } = table
  if (input.tarkista) {
    const faults = oncePerCell([...allFaults, ...(await check(importing, orders))], columnNames)
    return {
      success: true,
      sarakkeet: [...columnNames],
      rivit: table.rows.map(({ row, cells }) => ({ rivi: row, solut: cells })),
      virheet: faults.map(({ row, column, message }) => ({ rivi: row, sarake: column, viesti: message })),
      tuntemattomat: table.leftOut,
      tilauksia: orders.length,
      tuotu: await importedAt(parts.pool, asiakas, digest),
    }
  }
  refuseFaulty(allFaults, columnNames)
  const again = input.uudelleen
  const idempotent = key === null ? null : { userId: viewer.userId, key, content: `tuonti ${asiakas} ${again} ${digest}` }
  return store(importing, orders, { digest, again, idempotent })
}

/** The customer of the orders: a customer's user's own, or the one that an administrator chose. */
function customerOf({ roles, asiakasId }: Viewer, requested: string | undefined): string {
  const own = roles.includes('yllapito') ? null : asiakasId
  if (requested !== undefined && own !== null && requested !== own)
    throw new RequestFault({ kind: 'forbidden', pointer: '/asiakas_id', detail: faultKinds.forbidden.title })
  const asiakas = requested ?? own
  if (asiakas === null) throw new RequestFault({ kind: 'invalid', pointer: '/asiakas_id', detail: 'Valitse asiakas.' })
  return asiakas
}

type Orders = readonly (readonly ImportShipment[])[]

/** The orders and their shipments. Faults of their fields point at the row in the file. */
function changesOf({ asiakas }: Importing, orders: Orders): RowChange[] {
  return orders.flatMap((lines) => {
    const id = randomUUID()
    return [
      inputRow('add', 'tilaus', id, { asiakas_id: asiakas }, { pointer: `/rivit/${lines[0]?.row ?? 0}` }),
      ...lines.map(({ row, attributes, tuote }) => {
        const values = { ...attributes, tilaus: id, ...(tuote === null ? {} : { tuote }) }
        return inputRow('add', 'lahetys', randomUUID(), values, { pointer: `/rivit/${row}` })
      }),
    ]
  })
}

/** Orders of about `chunkSize` shipments at a time. */
const chunks = (orders: Orders) => chunksOf(orders, chunkSize, ({ length }) => length)

/** Performs a save without storing it, and returns its faults. Cells that cannot be read are left out of their rows. */
async function check(importing: Importing, orders: Orders): Promise<CellFault[]> {
  const { parts, viewer } = importing
  const found: Fault[] = []
  for (const chunk of chunks(orders)) {
    found.push(...(await parts.engine.check(viewer, changesOf(importing, chunk))))
    await pause()
  }
  return found.map(cellFaultOf)
}

type Storing = { digest: string; again: boolean; idempotent: IdempotentRequest | null }

async function store(importing: Importing, orders: Orders, { digest, again, idempotent }: Storing): Promise<Answer> {
  const { parts, viewer, now } = importing
  const stored = await storeOnce(parts.pool, idempotent, now, async (client) => {
    await noteImport(importing, client, digest, again)
    const ids: string[] = []
    for (const chunk of chunks(orders)) {
      const changes = changesOf(importing, chunk)
      await parts.engine.save(viewer, changes, { client }).catch((error: unknown) => {
        if (error instanceof RequestFault && error.status === 422) refuseFaulty(error.faults.map(cellFaultOf), columnNames)
        throw error
      })
      for (const { entity, id } of changes) if (entity === 'tilaus') ids.push(id)
      await pause()
    }
    const answer = { success: true, tilauksia: ids.length, lahetyksia: orders.flat().length, ...(await numbersOf(client, ids)) }
    return { status: 200, location: null, body: JSON.stringify(answer) }
  })
  const answer: Answer = JSON.parse(stored.body)
  return answer
}

/** A concurrent import of the same contents waits here for the first one's outcome. */
async function noteImport({ viewer, asiakas, now }: Importing, client: PoolClient, digest: string, again: boolean): Promise<void> {
  if (await storeImport(client, { asiakas, digest, now, userId: viewer.userId, again })) return
  const at = await importedAt(client, asiakas, digest)
  throw new RequestFault({
    kind: 'conflict',
    pointer: '/base64',
    detail: `Samat tilaukset on jo tuotu ${formatMoment(at)}. Vahvista, jos haluat tuoda ne uudelleen.`,
  })
}

function cellFaultOf({ pointer = '', detail }: Fault): CellFault {
  const [, row, field = ''] = /^\/rivit\/(\d+)(?:\/(?:attributes|relationships)\/([^/]+))?/.exec(pointer) ?? []
  return { row: Number(row ?? 0), column: columnOf(field), message: detail }
}
