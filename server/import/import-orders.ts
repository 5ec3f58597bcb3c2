import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { importOrdersCall } from '#domain/calls/import-orders.ts'
import { columnNames, columnOf } from '#domain/csv/order-columns.ts'
import { type FindProduct, type ImportShipment, ordersOf, readRow } from '#domain/csv/order-rows.ts'
import { type CellFault, type ImportRow, type ImportTable, mostImportBytes, readTable } from '#domain/csv/order-table.ts'
import type { BillingFields } from '#domain/entities/order/order.billing.ts'
import { type Fault, faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { formatMoment } from '#domain/values/time.ts'
import { base64Of } from '../base64.ts'
import { Faults, type Intent, readIntent } from '../jsonapi/intents.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import type { Runner } from '../jsonapi/read.ts'
import { type Repeat, storeOnce } from '../jsonapi/repeats.ts'
import { save } from '../jsonapi/save.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { billingOf, productsNamed } from './customer-data.ts'
import { unreadable } from './limits.ts'
import { readFileCells } from './read-file.ts'

type Asked = z.output<typeof importOrdersCall.input>
type Answer = z.output<typeof importOrdersCall.output>
type Importing = { parts: JsonApi; viewer: Viewer; asiakas: string; billing: BillingFields; now: number }

// So many shipments are saved at a time: other requests get their turn between, and a statement stays of an easy size.
const chunkSize = 500
// What is told of a file that is refused; the dry run tells all.
const mostToldFaults = 100

/** Orders out of a file (RULES section 5, decision 19). `key` is the Idempotency-Key under which the outcome is kept. */
export async function importOrders(parts: JsonApi, viewer: Viewer, asked: Asked, key: string | null): Promise<Answer> {
  const asiakas = companyOf(viewer, asked.asiakas_id)
  const reading = { ...parts, runner: parts.pool, viewer }
  const billing = await billingOf(reading, asiakas)
  if (!billing) throw new RequestFault({ kind: 'not_found', pointer: '/asiakas_id', detail: 'Asiakasta ei löydy.' })
  const bytes = Buffer.from(base64Of(asked.base64, { field: 'base64', what: 'Tiedosto' }), 'base64')
  if (bytes.length > mostImportBytes)
    throw new RequestFault({ kind: 'too_large', pointer: '/base64', detail: 'Tiedosto on liian suuri: enintään 5 Mt.' })
  const table = readTable(await readFileCells(bytes))
  if ('fault' in table) throw unreadable(table.fault)

  const importing = { parts, viewer, asiakas, billing, now: parts.clock() }
  const find = await productsNamed(
    reading,
    asiakas,
    table.rows.flatMap(({ cells }) => cells[columnNames.indexOf('tuote')] || []),
  )
  const read = await readRows(table.rows, find, importing.now)
  const seen = [...table.faults, ...read.flatMap(({ faults }) => faults)]
  const orders = ordersOf(read.map(({ shipment }) => shipment))
  const digest = digestOf(table)
  if (asked.tarkista) {
    const faults = oncePerCell([...seen, ...(await check(importing, orders))])
    return {
      success: true,
      sarakkeet: [...columnNames],
      rivit: table.rows.map(({ row, cells }) => ({ rivi: row, solut: cells })),
      virheet: faults.map(({ row, column, message }) => ({ rivi: row, sarake: column, viesti: message })),
      tuntemattomat: table.unknown,
      tilauksia: orders.length,
      tuotu: await importedAt(parts.pool, asiakas, digest),
    }
  }
  refuseFaulty(seen)
  const again = asked.uudelleen
  const repeat = key === null ? null : { userId: viewer.userId, key, asked: `tuonti ${asiakas} ${again} ${digest}` }
  return store(importing, orders, { digest, again, repeat })
}

/** With a pause now and then, in which other requests get their turn. */
async function readRows(rows: readonly ImportRow[], find: FindProduct, now: number): Promise<ReturnType<typeof readRow>[]> {
  const read: ReturnType<typeof readRow>[] = []
  for (let from = 0; from < rows.length; from += chunkSize) {
    for (const row of rows.slice(from, from + chunkSize)) read.push(readRow(row, find, now))
    await pause()
  }
  return read
}

/** The customer whose orders they will be: a customer's own, an administrator's choice. */
function companyOf({ roles, asiakasId }: Viewer, asked: string | undefined): string {
  const own = roles.includes('yllapito') ? null : asiakasId
  if (asked !== undefined && own !== null && asked !== own)
    throw new RequestFault({ kind: 'forbidden', pointer: '/asiakas_id', detail: faultKinds.forbidden.title })
  const asiakas = asked ?? own
  if (asiakas === null) throw new RequestFault({ kind: 'invalid', pointer: '/asiakas_id', detail: 'Valitse asiakas.' })
  return asiakas
}

/** Of the contents as they were read: the same rows in another form of file are the same. */
const digestOf = ({ rows }: ImportTable): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ cells }) => cells)))
    .digest('base64url')

type Orders = readonly (readonly ImportShipment[])[]

/** What the JSON:API would be asked for: the order and its shipments. Faults of their fields point at the row in the file. */
function intentsOf({ parts, viewer, asiakas, billing }: Importing, orders: Orders, faults: Faults): Intent[] {
  const rights = parts.rightsOf(viewer)
  const [order, shipment, product] = ['tilaus', 'lahetys', 'tuote'].map((name) => resourceNamed(parts.model, name))
  if (!order || !shipment || !product) return []
  const add = (resource: typeof order, row: number, data: object): Intent =>
    readIntent(
      parts.model,
      rights,
      resource,
      { type: resource.type, ...data },
      { op: 'add', id: null, pointer: `/rivit/${row}`, localIds: new Map() },
      faults,
    )
  return orders.flatMap((lines) => {
    const id = randomUUID()
    return [
      add(order, lines[0]?.row ?? 0, { id, attributes: { ...billing, asiakas_id: asiakas } }),
      ...lines.map(({ row, attributes, tuote }) =>
        add(shipment, row, {
          attributes,
          relationships: {
            tilaus: { data: { type: order.type, id } },
            ...(tuote === null ? {} : { tuote: { data: { type: product.type, id: tuote } } }),
          },
        }),
      ),
    ]
  })
}

/** Orders of about `chunkSize` shipments at a time. */
function* chunks(orders: Orders): Generator<Orders> {
  let chunk: (readonly ImportShipment[])[] = []
  let size = 0
  for (const order of orders) {
    chunk.push(order)
    size += order.length
    if (size < chunkSize) continue
    yield chunk
    chunk = []
    size = 0
  }
  if (chunk.length > 0) yield chunk
}

/** Goes all the way of a save up to storing, and gives its faults. Rows whose cells cannot be read go along without them. */
async function check(importing: Importing, orders: Orders): Promise<CellFault[]> {
  const found: Fault[] = []
  for (const chunk of chunks(orders)) {
    const faults = new Faults()
    const intents = intentsOf(importing, chunk, faults)
    found.push(...faults.list)
    await saveChunk(importing, importing.parts.pool, intents, { checkOnly: true }).catch((error: unknown) => {
      if (!(error instanceof RequestFault)) throw error
      found.push(...error.faults)
    })
    await pause()
  }
  return found.map(cellFaultOf)
}

function saveChunk({ parts, viewer, now }: Importing, runner: Runner, intents: readonly Intent[], { checkOnly = false } = {}) {
  const { model, rules, rightsOf } = parts
  return save({ model, rules, runner, viewer, rights: rightsOf(viewer), now, checkOnly }, intents)
}

type Storing = { digest: string; again: boolean; repeat: Repeat | null }

async function store(importing: Importing, orders: Orders, { digest, again, repeat }: Storing): Promise<Answer> {
  const { parts, now } = importing
  const kept = await storeOnce(parts.pool, repeat, now, async (client) => {
    await noteImport(importing, client, digest, again)
    const ids: string[] = []
    for (const chunk of chunks(orders)) {
      const faults = new Faults()
      const intents = intentsOf(importing, chunk, faults)
      refuseFaulty(faults.list.map(cellFaultOf))
      const saved = await saveChunk(importing, client, intents).catch((error: unknown) => {
        if (error instanceof RequestFault && error.status === 422) refuseFaulty(error.faults.map(cellFaultOf))
        throw error
      })
      for (const { resource, id } of saved) if (resource.name === 'tilaus') ids.push(id)
    }
    const answer = { success: true, tilauksia: ids.length, lahetyksia: orders.flat().length, ...(await numbersOf(importing, client, ids)) }
    return { status: 200, location: null, body: JSON.stringify(answer) }
  })
  const answer: Answer = JSON.parse(kept.body)
  return answer
}

/** Who comes second with the same contents waits here for the first one's outcome. */
async function noteImport({ viewer, asiakas, now }: Importing, client: PoolClient, digest: string, again: boolean): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO tuonti (asiakas_id, tiiviste, aika, kayttaja) VALUES ($1, $2, $3, $4)
     ON CONFLICT (asiakas_id, tiiviste) DO UPDATE SET aika = excluded.aika, kayttaja = excluded.kayttaja WHERE $5`,
    [asiakas, digest, now, viewer.userId, again],
  )
  if (rowCount === 1) return
  const at = await importedAt(client, asiakas, digest)
  throw new RequestFault({
    kind: 'conflict',
    pointer: '/base64',
    detail: `Samat tilaukset on jo tuotu ${formatMoment(at)}. Vahvista, jos haluat tuoda ne uudelleen.`,
  })
}

/** When the same contents were last imported for the customer; 0 is never. */
async function importedAt(runner: Runner, asiakas: string, digest: string): Promise<number> {
  const { rows } = await runner.query<{ aika: number }>('SELECT aika::float8 AS aika FROM tuonti WHERE asiakas_id = $1 AND tiiviste = $2', [
    asiakas,
    digest,
  ])
  return rows[0]?.aika ?? 0
}

async function numbersOf({ parts }: Importing, client: PoolClient, ids: readonly string[]) {
  const { prefix } = resourceNamed(parts.model, 'tilaus').entity.tunniste
  const { rows } = await client.query<{ ensimmainen: string; viimeinen: string }>(
    `SELECT $2 || '-' || min(tilausnro) AS ensimmainen, $2 || '-' || max(tilausnro) AS viimeinen FROM tilaus WHERE id = ANY($1::uuid[])`,
    [ids, prefix],
  )
  return rows[0]
}

function cellFaultOf({ pointer = '', detail }: Fault): CellFault {
  const [, row, field = ''] = /^\/rivit\/(\d+)(?:\/(?:attributes|relationships)\/([^/]+))?/.exec(pointer) ?? []
  return { row: Number(row ?? 0), column: columnOf(field), message: detail }
}

/** A cell says one fault at a time, the one that was seen first; in the order of rows and columns. */
function oncePerCell(faults: readonly CellFault[]): CellFault[] {
  const byCell = new Map<string, CellFault>()
  for (const fault of faults) {
    const cell = `${fault.row} ${fault.column}`
    if (!byCell.has(cell)) byCell.set(cell, fault)
  }
  const place = ({ column }: CellFault): number => columnNames.indexOf(column)
  return [...byCell.values()].sort((a, b) => a.row - b.row || place(a) - place(b))
}

function refuseFaulty(found: readonly CellFault[]): void {
  if (found.length === 0) return
  throw new RequestFault(
    oncePerCell(found)
      .slice(0, mostToldFaults)
      .map(({ row, column, message }) => ({
        kind: 'invalid' as const,
        pointer: `/rivit/${row}/${column}`,
        detail: column === '' ? `Rivi ${row}: ${message}` : `Rivi ${row}, ${column}: ${message}`,
      })),
  )
}
