import type { Pool, PoolClient } from 'pg'
import { entityNames } from '#domain/model/registry.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { PasswordHash } from '../auth/passwords.ts'
import { openContext } from '../open-context.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { FileStore } from '../platform/files/store/file-store.ts'
import { addPostalCodes } from '../platform/ports/maps/postal-codes.ts'
import { saveSettings } from '../platform/settings/settings.ts'
import { addCompany, addPrices, type DemoCompany, demoSize } from './company.ts'
import { addDailyWork, addPlannedMaintenance } from './daily-work.ts'
import { type History, openHistory, saveHistory } from './history.ts'
import { addInvoices, type DemoInvoicing } from './invoices.ts'
import { addOrders } from './orders.ts'
import { towns } from './places.ts'
import { seededRandom } from './random.ts'
import { openSignatures, readSignatures, type SignatureFiles } from './signatures.ts'
import { workOf } from './work.ts'
import { addWorkingDays } from './working-days.ts'

const seed = 20_250_106
const orders = 600

/** What invoices say of the demo haulier, so that they can be sent; a reserved account number of a bank's examples. */
const demoSeller = {
  yritys_y_tunnus: '1234567-1',
  yritys_katuosoite: 'Terminaalikatu 1',
  yritys_postinumero: '33960',
  yritys_postitoimipaikka: 'Pirkkala',
  yritys_iban: 'FI2112345600000785',
  yritys_bic: 'NDEAFIHH',
  yritys_verkkolaskuosoite: '003712345671',
  yritys_valittaja: '003721291126',
}

/** Where payroll files go, and payroll's numbers of the kinds of time. */
const demoPayroll = {
  palkka_sahkoposti: 'palkat@kuorma.example',
  palkkalaji_tyoaika: '1000',
  palkkalaji_ylityo_50: '1150',
  palkkalaji_ylityo_100: '1200',
  palkkalaji_ilta: '1310',
  palkkalaji_yo: '1320',
  palkkalaji_pyha: '1400',
  palkkalaji_odotus: '1500',
}

/** The sign-ins that the start prints; further ones are `kuljettaja2`…`kuljettaja15` and `asiakas2`…`asiakas12`. */
export const demoSignIns = ['yllapito', 'kuljettaja', 'asiakas', 'asiakasyllapito', 'huolto'] as const

export type DemoOptions = {
  /** The password of every sign-in. Called only when the company is loaded. */
  password: () => Promise<PasswordHash>
  /** Unix seconds; the same second gives the same company. */
  now: number
  log: { info: (message: string) => void }
  /** The store of signatures; without it deliveries are acknowledged by name only. */
  files?: Pick<FileStore, 'save' | 'remove'>
}

/** The history of the demo company until `now`, and the orders whose invoices come after it. */
export function makeDemo(
  now: number,
  signatures: SignatureFiles | null,
): { history: History; company: DemoCompany; toInvoice: DemoInvoicing } {
  const history = openHistory(seededRandom(seed))
  const today = startOfDay(now)
  const company = addCompany(history, { size: demoSize, today, named: (name) => name, series: 'KUO' })
  addPrices(history, company, today)
  addDailyWork({ history, company, files: signatures }, now)
  const toInvoice = addOrders({ history, company, signatures }, orders, now)
  addPlannedMaintenance({ history, company, files: signatures }, now)
  addWorkingDays(workOf({ history, company, files: signatures }, now), now)
  return { history, company, toInvoice }
}

/** One hash for all users, as each takes as long to compute as a sign-in. */
export async function storeSharedPassword(client: PoolClient, { argon2id }: PasswordHash, now: number): Promise<void> {
  await client.query(
    'INSERT INTO salasana (user_id, tiiviste, vaihdettu) SELECT id, $1, $2 FROM "user" WHERE id NOT IN (SELECT user_id FROM salasana)',
    [argon2id, now],
  )
}

export async function addDemoPostalCodes(client: PoolClient): Promise<void> {
  const codes = towns.map(({ code, town, lat, lng }) => ({ maa: 'FI', postinumero: code, paikka: town, lat, lng }))
  await addPostalCodes(client, codes)
}

/**
 * Loads the demo company into a database without users, in one transaction; false when it already has some. Never in
 * production: its sign-ins are public.
 */
export async function loadDemo(pool: Pool, { password, now, log, files }: DemoOptions): Promise<boolean> {
  if (process.env.NODE_ENV === 'production') throw new Error('Esittelyaineistoa ei ladata, kun NODE_ENV=production.')
  const started = performance.now()
  const signatures = files ? openSignatures(await readSignatures()) : null
  const load = async (client: PoolClient): Promise<boolean> => {
    // When two servers start at once, the second waits here and then finds the users of the first.
    await client.query('LOCK TABLE "user" IN SHARE ROW EXCLUSIVE MODE')
    const { rowCount } = await client.query('SELECT FROM "user" LIMIT 1')
    if (rowCount !== 0) return false
    await addDemoPostalCodes(client)
    const { history, company, toInvoice } = makeDemo(now, signatures)
    // Before the routes, whose goods are picked up at the company.
    await saveSettings(client, { ...demoSeller, ...demoPayroll }, { now, kayttaja: null })
    // Before the rows that point at them, and before the long part of the work.
    const saved = await Promise.allSettled([...(signatures?.bytes ?? [])].map(([id, bytes]) => files?.save(id, bytes)))
    const lost = saved.find((result) => result.status === 'rejected')
    if (lost) throw lost.reason
    await saveHistory(client, history, (clock) => openContext({ pool, clock }).engine)
    await addInvoices({ pool, client, company, businessId: demoSeller.yritys_y_tunnus }, toInvoice)
    await storeSharedPassword(client, await password(), now)
    return true
  }
  const isLoaded = await inTransaction(pool, load).catch(async (error: unknown) => {
    await Promise.allSettled([...(signatures?.bytes.keys() ?? [])].map((id) => files?.remove(id)))
    throw error
  })
  if (!isLoaded) return false
  await pool.query(`ANALYZE ${entityNames.map((name) => `"${name}"`).join(', ')}, revisio`)
  log.info(`Esittely-yritys on ladattu: ${orders} tilausta (${((performance.now() - started) / 1000).toFixed(1)} s).`)
  return true
}
