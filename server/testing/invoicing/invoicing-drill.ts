// Two administrators invoice the same orders at once through two servers, which are killed with -9 while the providers fail at random. In the end
// every order must be invoiced exactly once by the providers' own books.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { z } from 'zod'
import { type Random, seededRandom } from '#server/demo/random.ts'
import { killableServer } from '../killable-server.ts'
import { type FivaldiStub, fivaldiAccount, startFivaldiStub } from '../providers/fivaldi.ts'
import type { StubFault } from '../providers/stub-server.ts'
import { startTalenomStub, type TalenomStub, talenomAccount } from '../providers/talenom.ts'
import { endPauses } from '../queue-pauses.ts'
import { faultsInBooks } from './drill-books.ts'
import { addOrders, addStaff, closedCustomer, staffNames, staffPassword } from './drill-company.ts'
import { type Administrator, administrator } from './drill-staff.ts'
import { setSeller } from './invoices.ts'
import { type ServerKill, serverKills } from './server-kills.ts'

export type InvoicingDrillOptions = {
  pool: Pool
  databaseUrl: string
  orders: number
  kills: readonly ServerKill[]
  /** Of the requests that make an invoice. */
  faults: { kinds: readonly StubFault[]; share: number }
  /** Whether it waits for the pauses between attempts, and for the two minutes after which a person may say whether Talenom has an invoice. */
  waitsForChecks: boolean
  seed: number
  say: (line: string) => void
}
export type InvoicingDrillFigures = {
  invoices: number
  kills: number
  /** Requests that failed, by kind. */
  failed: Readonly<Record<string, number>>
  /** The messages of failed invoices as the administrators saw them, with the number of those invoices. */
  shown: Readonly<Record<string, number>>
  seconds: number
}

/** Orders that an administrator selects at a time. */
const selected = 20
const maxRounds = 2000
const refusal = '400 Order could not be created; Asiakas on laskutuskiellossa'
/** What a failed invoice may say: the provider's answer, or what became of the connection to it. */
const words = [
  /^429 (Too Many Requests|Rate limit is exceeded\.)$/,
  /^500 Internal server error$/i,
  /^Palvelu ei vastannut ajoissa\.$/,
  /^Yhteys palveluun katkesi\.$/,
  /^Lähetys keskeyt/,
  /^Talenomin lasku \S+ on luotu, mutta sen rivejä ei ehkä ole tallennettu: \S/,
  /^Tarkistettu: lasku ei lähtenyt\.$/,
]

const invoicePage = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({ tila: z.string(), virhe: z.string(), numero: z.number(), jarjestelma: z.string() }),
    }),
  ),
})
type Waiting = { id: string; tila: string; virhe: string; numero: number; jarjestelma: string }
type Stubs = { fivaldi: FivaldiStub; talenom: TalenomStub }
type Drill = InvoicingDrillOptions & { random: Random; stubs: Stubs; staff: readonly Administrator[]; shown: Map<string, Set<string>> }

/** Both administrators send the same orders at once, each to any provider. */
async function clickAtOnce({ random, staff }: Drill, ids: readonly string[]): Promise<void> {
  await Promise.all(
    staff.map((person, index) => {
      const provider = random.pick(['fivaldi', 'talenom'] as const)
      return person.tryCall('POST', `/api/${provider}/laskuta`, { tilaus_ids: index === 0 ? ids : ids.toReversed() })
    }),
  )
}

async function readWaiting(person: Administrator): Promise<Waiting[]> {
  const read = async (tila: string) => {
    const { body } = await person.call('GET', `/jsonapi/lasku_entity/lasku?filter[tila]=${tila}&page[limit]=250`)
    return invoicePage.parse(body).data.map(({ id, attributes }): Waiting => ({ id, ...attributes }))
  }
  const drafts = await read('luonnos')
  return [...drafts.filter(({ virhe }) => virhe !== ''), ...(await read('tarkista'))]
}

/** What administrators do about invoices that stand still: they read why, look into Talenom's books, and retry. */
async function mend(drill: Drill): Promise<number> {
  const { random, staff, stubs, shown } = drill
  const person = random.pick(staff)
  const waiting = await readWaiting(person)
  for (const { id, virhe } of waiting) {
    if (virhe !== refusal && !words.some((known) => known.test(virhe))) throw new Error(`Invoice ${id} says "${virhe}"`)
    const message = virhe.replace(/\btal-\d+/, 'tal-…')
    shown.set(message, (shown.get(message) ?? new Set()).add(id))
  }
  const isChecked = ({ tila, jarjestelma }: Waiting) => tila === 'tarkista' && jarjestelma === 'talenom'
  const inBooks = ({ numero }: Waiting) => stubs.talenom.invoices.some(({ invoiceNumber }) => invoiceNumber === String(numero))
  const checked = drill.waitsForChecks ? waiting.filter(isChecked) : []
  const idsOf = (some: readonly Waiting[]) => some.map(({ id }) => id)
  const operations = [
    { operation: 'tarkista', ids: idsOf(checked.filter(inBooks)), lahti: true },
    { operation: 'tarkista', ids: idsOf(checked.filter((one) => !inBooks(one))), lahti: false },
    { operation: 'laheta_uudelleen', ids: idsOf(waiting.filter((one) => !isChecked(one) && one.virhe !== refusal)) },
  ]
  for (const operation of operations) if (operation.ids.length > 0) await person.tryCall('POST', '/api/laskut', operation)
  return waiting.length
}

/** Fivaldi opens the customer that it had closed; the administrators retry what it has refused. */
async function reopen({ stubs, staff, shown, say }: Drill): Promise<void> {
  stubs.fivaldi.closed.clear()
  const refused = [...(shown.get(refusal) ?? [])]
  say(`${refused.length} invoices were refused in the provider's words and are sent again`)
  if (refused.length > 0) await staff[0]?.call('POST', '/api/laskut', { operation: 'laheta_uudelleen', ids: refused })
}

/** The orders that are not invoiced, in the order of the list given. */
async function uninvoiced({ pool, waitsForChecks }: Drill, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select t.id from tilaus t left join lasku l on l.id = t.lasku_id
     where t.id = any($1) and t.tilauksen_tila = 'toimitettu' and ($2 or l.tila is distinct from 'tarkista' or l.jarjestelma <> 'talenom')`,
    [ids, waitsForChecks],
  )
  return rows.map(({ id }) => id)
}

/** Clicks and mends until nothing is left to invoice. */
async function invoiceAll(drill: Drill, ids: readonly string[]): Promise<void> {
  const { random, say, stubs } = drill
  for (let at = 0; at < ids.length; at += selected) await clickAtOnce(drill, ids.slice(at, at + selected))
  for (let round = 1; ; round++) {
    const left = await uninvoiced(drill, ids)
    if (left.length === 0) return
    if (round > maxRounds) throw new Error(`${left.length} orders are not invoiced after ${maxRounds} rounds`)
    const from = random.between(0, Math.max(0, left.length - selected))
    await clickAtOnce(drill, left.slice(from, from + selected))
    const waiting = await mend(drill)
    if (round % 20 === 0) say(`${left.length} orders are left; ${waiting} invoices wait for somebody`)
    if (stubs.fivaldi.closed.size > 0 && left.length <= ids.length / 4 && drill.shown.has(refusal)) await reopen(drill)
    if (!drill.waitsForChecks) await endPauses(drill.pool, 'laskut')
    await pause(500)
  }
}

const environment = ({ fivaldi, talenom }: Stubs, databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  COMPANY_NAME: 'Testikuljetus Oy',
  RATE_LIMIT_MULTIPLIER: '1000',
  ...fivaldiAccount,
  FIVALDI_DELIVERY_METHOD: '01',
  FIVALDI_URL: fivaldi.url,
  FIVALDI_RATE: '1000',
  // The stub takes an order at most a second late.
  FIVALDI_REPEAT_AFTER: '3',
  ...talenomAccount,
  TALENOM_URL: talenom.url.slice(0, talenom.url.lastIndexOf('/')),
  TALENOM_TOKEN_URL: talenom.tokenUrl,
})

/** Throws when an order is not invoiced exactly once, or an invoice fails in other words than its provider's. */
export async function invoicingDrill(options: InvoicingDrillOptions): Promise<InvoicingDrillFigures> {
  const { pool, databaseUrl, seed, kills, say } = options
  const started = performance.now()
  const random = seededRandom(seed)
  const stubs = { fivaldi: await startFivaldiStub(), talenom: await startTalenomStub() }
  stubs.fivaldi.limit = null
  stubs.fivaldi.closed.add(closedCustomer)
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'kuorma-laskutus-'))))
  const servers = folders.map((dataDir) => killableServer({ dataDir, cluster: null, env: environment(stubs, databaseUrl) }))
  const killing = serverKills({ servers, kills, say })
  const failed: Record<string, number> = {}
  try {
    await addStaff(pool)
    const ids = await addOrders(pool, { random, count: options.orders })
    for (const server of servers) await server.start()
    const anyAddress = () => random.pick(servers.filter(killing.isUp)).address()
    const staff = staffNames.map((name) => administrator(anyAddress, name, staffPassword))
    for (const person of staff.slice(0, 1)) await setSeller(person)
    Object.values(stubs).forEach(({ faults }, index) => {
      Object.assign(faults, options.faults, { seed: seed + index })
      faults.onDone = (fault) => {
        if (fault !== null) failed[fault] = (failed[fault] ?? 0) + 1
        killing.happened()
      }
    })
    const drill: Drill = { ...options, random, stubs, staff, shown: new Map() }
    await invoiceAll(drill, ids)
    await killing.stop()
    const { faults, booked } = await faultsInBooks(pool, stubs, { mayWait: !options.waitsForChecks })
    if (faults.length > 0) throw new Error(`seed ${seed}:\n${faults.slice(0, 20).join('\n')}`)
    const shown = Object.fromEntries([...drill.shown].map(([message, invoices]) => [message, invoices.size]))
    return { invoices: booked, kills: killing.count(), failed, shown, seconds: (performance.now() - started) / 1000 }
  } catch (error) {
    for (const server of servers) say(server.log())
    throw error
  } finally {
    await killing.stop().catch(() => undefined)
    for (const server of servers) await server.stop()
    for (const stub of Object.values(stubs)) await stub.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
