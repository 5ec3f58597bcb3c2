// 5 000 orders are priced, listed, edited and sent through the outbox of Finvoice files, and 40 to Fivaldi at its own rate:
// `node bench/invoicing/measure-invoicing.ts [orders in the database] [folder for a CPU profile]`, or as a part of the whole run.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { monthOf } from '#domain/features/reports/months.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { sellerSettings } from '#server/testing/invoicing/invoices.ts'
import { fivaldiAccount, startFivaldiStub } from '#server/testing/providers/fivaldi.ts'
import { ensureWebBuilt } from '../../tools/prepare.mjs'
import { openDatabases } from '../databases.ts'
import { median } from '../load.ts'
import { residentMemory, type Server, signIn, startServer } from '../servers.ts'
import { type ListFigures, measureInvoicingList } from './invoicing-list.ts'

export type InvoicingFigures = {
  orders: number
  /** Milliseconds. `page` and `figures` are what the list asks first. */
  priced: number
  page: number
  figures: number
  sent: number
  report: number
  /** Resident memory when a tenth has been sent, and the most from then until all have been, MB. */
  memory: { early: number | undefined; peak: number | undefined }
  list: ListFigures
  fivaldi: { orders: number; milliseconds: number; requests: number; refused: number }
}

const orders = 5000
const fivaldiOrders = 40
/** Every tenth order is billed by e-mail: its invoice is a PDF as well. */
const mailed = 10
const rounds = 7
/** Milliseconds. */
const maxPricing = 180_000
const [month, year] = [30 * 86_400, 365 * 86_400]

type Caller = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => Promise<T>

async function callerOf({ address }: Server): Promise<Caller> {
  const authorization = await signIn(address, 'yllapito')
  return async (method, path, body) => {
    const type = path.startsWith('/jsonapi') ? 'application/vnd.api+json' : 'application/json'
    const headers = { authorization, ...(body === undefined ? {} : { 'content-type': type }) }
    const response = await fetch(`${address}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Leaves these many delivered orders uninvoiced, the newest, at this price; a tenth billed by e-mail, the others by e-invoice. Returns their ids. */
async function leaveUninvoiced(client: pg.Client, count: number, typedPrice: number): Promise<string[]> {
  await client.query(`UPDATE tilaus SET tilauksen_tila = 'laskutettu' WHERE tilauksen_tila = 'toimitettu'`)
  await client.query(`UPDATE asiakas SET y_tunnus = '0116297-6' WHERE y_tunnus = ''`)
  // Fivaldi's stub knows this payment term.
  await client.query('UPDATE asiakas SET maksuehto = 14')
  const { rows } = await client.query<{ id: string }>(
    `UPDATE tilaus SET tilauksen_tila = 'toimitettu', hinta = $3::numeric, hinta_kasin = $3::numeric > 0,
       laskutus_email = CASE WHEN tilausnro % $4 = 0 THEN 'laskut@saaja.example' ELSE '' END,
       laskutus_osoite1 = '', laskutus_osoite2 = '', laskutus_postinro = '', laskutus_postitmp = '',
       laskutus_verkkolaskuosoite = '003701162976', laskutus_valittaja = '003723327487', laskutus_nimi = 'Saaja Oy',
       timestamp_toimitettu = extract(epoch FROM now())::bigint - 3600 - timestamp_toimitettu % $2
     WHERE id IN (SELECT id FROM tilaus WHERE tilauksen_tila = 'laskutettu' AND status = 1 AND tyyppi = 'lahetys' AND tilaus_ryhma_id IS NULL
       AND lasku_id IS NULL AND NOT EXISTS (SELECT FROM tuntituote j WHERE j.tilaus_id = tilaus.id) ORDER BY tilausnro DESC LIMIT $1) RETURNING id`,
    [count, month, typedPrice, mailed],
  )
  if (rows.length < count) throw new Error(`Only ${rows.length} delivered orders`)
  await client.query('VACUUM ANALYZE tilaus')
  return rows.map(({ id }) => id)
}

async function setSeller(call: Caller): Promise<void> {
  const { versio } = await call<{ versio: number }>('GET', '/api/asetukset')
  await call('PATCH', '/api/asetukset', { values: sellerSettings, versio })
}

/**
 * Adds the default price list, by which a task prices the orders that have no price (decision 71). Returns the milliseconds from the first priced
 * orders, before which the task waits for its minute, to the last ones.
 */
async function price(call: Caller, client: pg.Client, ids: readonly string[]): Promise<number> {
  const attributes = {
    name: 'Mittaus',
    voimassa_alkaen: startOfDay(Date.now() / 1000 - year),
    perusmaksu: 20,
    hinta_kg: 0.05,
  }
  await call('POST', '/jsonapi/hinnasto_entity/hinnasto_entity', { data: { type: 'hinnasto_entity--hinnasto_entity', attributes } })
  const started = performance.now()
  let begun = started
  for (let left = ids.length; left > 0; ) {
    if (performance.now() - started > maxPricing) throw new Error(`${left} orders have no price`)
    if (left === ids.length) begun = performance.now()
    await pause(100)
    const { rows } = await client.query<{ left: number }>('SELECT count(*)::int AS left FROM tilaus WHERE id = ANY($1) AND hinta = 0', [
      ids,
    ])
    left = rows[0]?.left ?? 0
  }
  return performance.now() - begun
}

type Sending = { call: Caller; client: pg.Client; system: 'fivaldi' | 'talenom'; each?: (sent: number) => Promise<void> }

/** Sends the orders and waits until each is invoiced. */
async function send(ids: readonly string[], { call, client, system, each }: Sending): Promise<void> {
  const started = performance.now()
  const { results } = await call<{ results: { success: boolean; message?: string }[] }>('POST', `/api/${system}/laskuta`, {
    tilaus_ids: ids,
  })
  const refused = results.find(({ success }) => !success)
  if (refused) throw new Error(`An order was refused: ${refused.message}`)
  console.log(`The call answered in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  for (;;) {
    const { rows } = await client.query<{ sent: number; failed: string | null }>(
      `SELECT count(*) FILTER (WHERE t.tilauksen_tila = 'laskutettu')::int AS sent, min(l.virhe) FILTER (WHERE l.virhe <> '') AS failed
       FROM tilaus t LEFT JOIN lasku l ON l.id = t.lasku_id WHERE t.id = ANY($1)`,
      [ids],
    )
    const { sent = 0, failed } = rows[0] ?? {}
    if (failed) throw new Error(`An invoice failed: ${failed}`)
    await each?.(sent)
    if (sent === ids.length) return
    await pause(500)
  }
}

/** The report of the last months, each asked alone. */
async function measureReport(call: Caller): Promise<number> {
  const times: number[] = []
  for (let back = 0; back < rounds; back++) {
    const asked = monthOf(Date.now() / 1000 - back * 31 * 86_400)
    times.push(await timed(() => call('GET', `/api/raportit?kuukausi=${asked}`)))
  }
  console.log(`A month's report: ${times.map((time) => time.toFixed(0)).join(', ')} ms`)
  return Math.max(...times)
}

async function measureFivaldi(databaseUrl: string, client: pg.Client, folder: string): Promise<InvoicingFigures['fivaldi']> {
  const stub = await startFivaldiStub()
  const server = await startServer(databaseUrl, undefined, {
    ...fivaldiAccount,
    ...{ FIVALDI_DELIVERY_METHOD: '01', FIVALDI_URL: stub.url, FINVOICE_FOLDER: folder },
  })
  try {
    const ids = await leaveUninvoiced(client, fivaldiOrders, 100)
    const call = await callerOf(server)
    const milliseconds = await timed(() => send(ids, { call, client, system: 'fivaldi' }))
    if (stub.orders.length !== fivaldiOrders) throw new Error(`Fivaldi has ${stub.orders.length} orders`)
    return { orders: fivaldiOrders, milliseconds, requests: stub.requests.length, refused: stub.limited }
  } finally {
    await server.stop()
    await stub.close()
  }
}

export async function measureInvoicing(databaseUrl: string, profile?: string): Promise<InvoicingFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'kuorma-finvoice-'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const server = await startServer(databaseUrl, profile, { FINVOICE_FOLDER: folder })
  try {
    const call = await callerOf(server)
    await setSeller(call)
    const report = await measureReport(call)
    const ids = await leaveUninvoiced(client, orders, 0)
    const priced = await price(call, client, ids)
    console.log(`${orders} orders priced in ${(priced / 1000).toFixed(1)} s`)
    const askedTimes = async (path: string) => {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) times.push(await timed(() => call('GET', path)))
      return median(times)
    }
    const page = await askedTimes('/api/laskuttamattomat_tilaukset?page[limit]=50')
    const figures = await askedTimes('/api/laskuttamattomat_tilaukset/asiakkaat')
    console.log(`A page of the list ${page.toFixed(0)} ms, the figures by customer ${figures.toFixed(0)} ms`)
    const list = await measureInvoicingList(server)
    const before = await residentMemory(server)
    const samples: number[] = []
    const each = async (sent: number) => {
      const now = sent >= orders / 10 ? await residentMemory(server) : undefined
      if (now !== undefined) samples.push(now)
    }
    const sent = await timed(() => send(ids, { call, client, system: 'talenom', each }))
    const memory = { early: samples[0], peak: samples.length === 0 ? undefined : Math.max(...samples) }
    console.log(
      `${orders} orders sent as Finvoice files in ${(sent / 1000).toFixed(1)} s; resident memory ${before?.toFixed(0)} → ${memory.early?.toFixed(0)} → ${memory.peak?.toFixed(0)} MB at most`,
    )
    // Its workers would take the jobs, and it has no account at Fivaldi.
    await server.stop()
    const fivaldi = await measureFivaldi(databaseUrl, client, folder)
    console.log(
      `${fivaldi.orders} orders sent to Fivaldi in ${(fivaldi.milliseconds / 1000).toFixed(1)} s, ${fivaldi.requests} requests, ${fivaldi.refused} refused for the rate`,
    )
    return { orders, priced, page, figures, sent, report, memory, list, fivaldi }
  } finally {
    await server.stop()
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function main(inDatabase: number): Promise<void> {
  ensureWebBuilt()
  const databases = await openDatabases()
  try {
    console.log(await measureInvoicing(await databases.copy(inDatabase), process.argv[3]))
  } finally {
    await databases.close()
  }
}

if (import.meta.main) await main(Number(process.argv[2] ?? 103_000))
