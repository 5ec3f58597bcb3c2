// A ledger of the orders that a writer has sent, and a comparison with the database.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '../../platform/database/embedded.ts'

type Entry = {
  body: string
  shipments: number
  /** The order in the server's answer; null before an answer. */
  acknowledged: { id: string; tilausnro: number } | null
}
export type Ledger = {
  /** A new order: its key. */
  open: (shipments: number) => string
  /** Sends the order of a key; retries send the same body. True once it is acknowledged; false when the outcome is unknown. */
  send: (address: string, key: string) => Promise<boolean>
  /** Keys of the orders whose outcome is unknown. */
  unknown: () => string[]
  acknowledged: () => number
  /** The number of answers other than a success, by status, for the report. */
  failures: ReadonlyMap<string, number>
  /** Compares the database with the ledger; a line of text for every difference. */
  inspect: (connection: Connection) => Promise<string[]>
}

const firstNumber = 1000

function orderBody(key: string, shipments: number): string {
  const type = 'tilaus_entity--tilaus_entity'
  const relationships = { tilaus: { data: { type, lid: 'tilaus' } } }
  const rows = Array.from({ length: shipments }, (_, index) => ({
    op: 'add',
    data: { type: 'lahetys_entity--lahetys', lid: `rivi${index}`, attributes: { viite: key, maara: index + 1 }, relationships },
  }))
  // Sent without an id: only the Idempotency-Key keeps a retry from creating a second order.
  return JSON.stringify({
    'atomic:operations': [{ op: 'add', data: { type, lid: 'tilaus', attributes: { laskutus_viesti: key } } }, ...rows],
  })
}

export function openLedger(authorization: string): Ledger {
  const entries = new Map<string, Entry>()
  const failures = new Map<string, number>()
  const failed = (what: string): false => {
    failures.set(what, (failures.get(what) ?? 0) + 1)
    return false
  }

  async function send(address: string, key: string): Promise<boolean> {
    const entry = entries.get(key)
    if (!entry) throw new Error(`No order has the key ${key}`)
    const headers = { authorization, 'content-type': 'application/vnd.api+json', 'idempotency-key': key }
    const request = { method: 'POST', headers, body: entry.body, signal: AbortSignal.timeout(15_000) }
    let status: number
    let text: string
    try {
      const answer = await fetch(`${address}/jsonapi/operations`, request)
      status = answer.status
      text = await answer.text()
    } catch {
      return failed('no answer')
    }
    if (status >= 500) return failed(String(status))
    if (status !== 200) throw new Error(`A good order was refused: ${status} ${text}`)
    const [{ data }] = JSON.parse(text)['atomic:results']
    const answered = { id: String(data.id), tilausnro: Number(data.attributes.tilausnro) }
    if (entry.acknowledged && entry.acknowledged.id !== answered.id) throw new Error(`The key ${key} was answered with two orders`)
    entry.acknowledged = answered
    return true
  }

  return {
    open(shipments) {
      const key = randomUUID()
      entries.set(key, { body: orderBody(key, shipments), shipments, acknowledged: null })
      return key
    },
    send,
    unknown: () => [...entries].filter(([, entry]) => entry.acknowledged === null).map(([key]) => key),
    acknowledged: () => [...entries.values()].filter((entry) => entry.acknowledged !== null).length,
    failures,
    inspect: async (connection) => compare(entries, await readStored(connection)),
  }
}

type StoredOrder = {
  id: string
  key: string
  tilausnro: number
  vid: number
  shipments: number
  revisions: number
  shipmentRevisions: number
}
type Stored = { orders: StoredOrder[]; next: number; strays: { what: string; count: number }[]; keys: string[] }

async function readStored(connection: Connection): Promise<Stored> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const orders = await client.query<StoredOrder>(
      `SELECT t.id, t.laskutus_viesti AS key, t.tilausnro::int, t.vid::int,
         (SELECT count(*)::int FROM lahetys l WHERE l.tilaus_id = t.id AND l.viite = t.laskutus_viesti AND l.status = 1) AS shipments,
         (SELECT count(*)::int FROM revisio r WHERE r.entiteetti = 'tilaus' AND r.rivi = t.id) AS revisions,
         (SELECT count(*)::int FROM revisio r JOIN lahetys l ON l.id = r.rivi WHERE r.entiteetti = 'lahetys' AND l.tilaus_id = t.id) AS "shipmentRevisions"
       FROM tilaus t ORDER BY t.tilausnro`,
    )
    const next = await client.query<{ next: number }>(`SELECT seuraava::int AS next FROM numerosarja WHERE nimi = 'tilaus.tilausnro'`)
    const strays = await client.query<{ what: string; count: number }>(
      `SELECT 'revisions without a row' AS what, count(*)::int AS count FROM revisio r
         WHERE r.entiteetti IN ('tilaus', 'lahetys') AND r.rivi NOT IN (SELECT id FROM tilaus UNION ALL SELECT id FROM lahetys)
       UNION ALL SELECT 'shipments without an order', count(*)::int FROM lahetys WHERE tilaus_id NOT IN (SELECT id FROM tilaus)
       UNION ALL SELECT 'keys without an answer', count(*)::int FROM toistoavain WHERE tila IS NULL OR vastaus IS NULL`,
    )
    const keys = await client.query<{ avain: string }>('SELECT avain FROM toistoavain')
    return { orders: orders.rows, next: next.rows[0]?.next ?? 0, strays: strays.rows, keys: keys.rows.map(({ avain }) => avain) }
  } finally {
    await client.end()
  }
}

function compare(entries: ReadonlyMap<string, Entry>, { orders, next, strays, keys }: Stored): string[] {
  const faults: string[] = []
  const byKey = new Map<string, StoredOrder>()
  orders.forEach((order, index) => {
    const entry = entries.get(order.key)
    if (!entry) faults.push(`order ${order.tilausnro} was never asked for`)
    if (byKey.has(order.key)) faults.push(`order ${order.key} is there twice`)
    byKey.set(order.key, order)
    if (order.tilausnro !== firstNumber + index) faults.push(`the numbers have a gap before ${order.tilausnro}`)
    if (entry && order.shipments !== entry.shipments)
      faults.push(`order ${order.tilausnro} has ${order.shipments} of ${entry.shipments} shipments`)
    if (order.revisions !== order.vid || order.shipmentRevisions !== order.shipments)
      faults.push(`order ${order.tilausnro} lacks revisions`)
  })
  for (const [key, { acknowledged }] of entries) {
    const order = byKey.get(key)
    if (acknowledged && (order?.id !== acknowledged.id || order.tilausnro !== acknowledged.tilausnro))
      faults.push(`order ${acknowledged.tilausnro} was acknowledged and is not there`)
  }
  if (next !== firstNumber + orders.length) faults.push(`the next number is ${next} after ${orders.length} orders`)
  for (const { what, count } of strays) if (count > 0) faults.push(`${count} ${what}`)
  if (keys.length !== orders.length || !keys.every((key) => byKey.has(key))) faults.push('the keys are not those of the orders')
  return faults
}
