import type pg from 'pg'
import type { BaseRow } from '#domain/define-entity.ts'
import { entityNames } from '#domain/registry.ts'
import { addDays, atTime, startOfDay } from '#domain/values/time.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import { addPostalCodes } from '../ports/maps/postal-codes.ts'
import { type Book, openBook, type Pages } from './book.ts'
import { type Company, demoSize, foundCompany, hourlyTypePrices } from './company.ts'
import { copyRevisions, copyRows, orderTables } from './copy-rows.ts'
import { addDailyWork } from './daily-work.ts'
import { addDemoOrders } from './demo-orders.ts'
import type { Signatures } from './order-story.ts'
import { towns } from './places.ts'
import { addPriceLists } from './price-lists.ts'
import { seededRandom } from './random.ts'

const seed = 20_250_106
const orders = 600
const firstOrderNumber = 1000

/** The sign-ins that are worth printing; more are `kuljettaja2`…`kuljettaja15` and `asiakas2`…`asiakas12`. */
export const demoSignIns = ['yllapito', 'kuljettaja', 'asiakas', 'asiakasyllapito', 'huolto'] as const

export type DemoOptions = {
  /** Of every sign-in. */
  password: string
  /** Unix seconds; the same second gives the same company. */
  now: number
  log: { info: (message: string) => void }
  /** Where signatures are kept; without it deliveries are acknowledged by name only. */
  files?: Pick<FileStore, 'save' | 'remove'>
}

/** The demo company, whole, as rows; makes nothing but memory. */
export function makeDemo(now: number, signatures: Signatures | null): { book: Book; company: Company; nextOrderNumber: number } {
  const book = openBook(seededRandom(seed))
  const today = startOfDay(now)
  const company = foundCompany(book, demoSize, today, (name) => name, 'KUO')
  const lists = addPriceLists(book, company, today, { by: company.administrators[0] ?? null, at: atTime(addDays(today, -380), 9) })
  const nextOrderNumber = addDemoOrders({ book, company, lists, signatures }, orders, now, firstOrderNumber)
  addDailyWork(book, company, now)
  return { book, company, nextOrderNumber }
}

/** Customers point at their addresses and addresses at their customers: the customers' side is filled in after. */
export async function copyPages(client: pg.ClientBase, { tables, revisions }: Pages): Promise<void> {
  await copyRows(client, 'user', tables.user)
  await copyRows(client, 'auto', tables.auto)
  await copyRows(
    client,
    'asiakas',
    tables.asiakas.map((row) => ({ ...row, kayntiosoite: null })),
  )
  await copyRows(client, 'yhteyshenkilo', tables.yhteyshenkilo)
  await copyRows(client, 'postiosoite', tables.postiosoite)
  await client.query(
    'UPDATE asiakas SET kayntiosoite_id = osoite FROM unnest($1::uuid[], $2::uuid[]) AS uusi (rivi, osoite) WHERE id = rivi',
    [tables.asiakas.map(({ id }) => id), tables.asiakas.map(({ kayntiosoite }) => kayntiosoite)],
  )
  await copyRows(client, 'laskutusosoite_email', tables.laskutusosoite_email)
  await copyRows(client, 'laskutusosoite_posti', tables.laskutusosoite_posti)
  await copyRows(client, 'laskutusosoite_verkkolasku', tables.laskutusosoite_verkkolasku)
  await copyRows(client, 'profile_yllapito', tables.profile_yllapito)
  await copyRows(client, 'profile_kuljettaja', tables.profile_kuljettaja)
  await copyRows(client, 'profile_asiakas', tables.profile_asiakas)
  await copyRows(client, 'tuote', tables.tuote)
  await copyRows(client, 'tuntituote_instanssi', tables.tuntituote_instanssi)
  await copyRows(client, 'file', tables.file)
  // Each after the tables that its rows refer to.
  const planned = ['reitti', 'tyoreitti', 'tyovuoro', 'tyovuoro_lisatieto', 'tuntituote_toisto'] as const
  const others = ['huolto', 'notification', 'dokumentti', 'dokumentti_kuittaus', 'vuokraus', 'hinnasto', 'tilaus_ryhma'] as const
  for (const name of [...planned, ...others, ...orderTables, 'hintalaskuri_log'] as const) await copyRows(client, name, tables[name])
  await copyRevisions(client, revisions)
}

/** The rows brought their own numbers: the next ones go on from there. */
async function advanceNumbers(client: pg.ClientBase, nextOrderNumber: number): Promise<void> {
  const tops = entityNames.map(
    (name) =>
      `SELECT setval(pg_get_serial_sequence('"${name}"', 'drupal_internal__id'), max(drupal_internal__id)) FROM "${name}" HAVING count(*) > 0`,
  )
  await client.query(tops.join(' UNION ALL '))
  await client.query(`UPDATE numerosarja SET seuraava = greatest(seuraava, $1) WHERE nimi = 'tilaus.tilausnro'`, [nextOrderNumber])
}

export async function storePassword(client: pg.ClientBase, users: readonly BaseRow[], password: string, now: number): Promise<void> {
  // One hash for all: each takes as long as a sign-in, on purpose.
  const { argon2id } = await hashPassword(password)
  await client.query('INSERT INTO salasana (user_id, tiiviste, vaihdettu) SELECT id, $2, $3 FROM unnest($1::uuid[]) AS uusi (id)', [
    users.map(({ id }) => id),
    argon2id,
    now,
  ])
}

/** The hourly types are the migrations' rows; the prices are the demo haulier's. */
async function priceHourlyTypes(client: pg.ClientBase, by: string | null, at: number): Promise<void> {
  await client.query(
    `WITH hinnat AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS h (id uuid, hinta_h numeric, hinta_km numeric, hinta_kpl numeric)
     ), muutetut AS (
       UPDATE tuntituote_tyyppi AS uusi
       SET hinta_h = h.hinta_h, hinta_km = h.hinta_km, hinta_kpl = h.hinta_kpl, vid = uusi.vid + 1, changed = $2, revision_created = $2
       FROM hinnat AS h JOIN tuntituote_tyyppi AS vanha USING (id)
       WHERE uusi.id = vanha.id
       RETURNING uusi.id, uusi.vid, jsonb_build_object(
         'hinta_h', jsonb_build_array(vanha.hinta_h, uusi.hinta_h),
         'hinta_km', jsonb_build_array(vanha.hinta_km, uusi.hinta_km),
         'hinta_kpl', jsonb_build_array(vanha.hinta_kpl, uusi.hinta_kpl)) AS muutokset
     )
     INSERT INTO revisio (entiteetti, rivi, vid, aika, kayttaja, syy, muutokset)
     SELECT 'tuntituote_tyyppi', id, vid, $2, $3, '', muutokset FROM muutetut`,
    [JSON.stringify(hourlyTypePrices), at, by],
  )
}

/**
 * Loads the demo company into a database without users, in one transaction; false when it already has some. Never in
 * production: everybody would know its sign-ins.
 */
export async function loadDemo(pool: pg.Pool, { password, now, log, files }: DemoOptions): Promise<boolean> {
  if (process.env.NODE_ENV === 'production') throw new Error('Esittelyaineistoa ei ladata, kun NODE_ENV=production.')
  const started = performance.now()
  const pending: { id: string; bytes: Buffer }[] = []
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('BEGIN')
    // Two servers that start at once: the second waits here and then finds the users of the first.
    await client.query('LOCK TABLE "user" IN SHARE ROW EXCLUSIVE MODE')
    const { rowCount } = await client.query('SELECT FROM "user" LIMIT 1')
    if (rowCount !== 0) {
      await client.query('ROLLBACK')
      return false
    }
    const signatures = files && { save: (id: string, bytes: Buffer) => void pending.push({ id, bytes }) }
    const { book, company, nextOrderNumber } = makeDemo(now, signatures ?? null)
    const pages = book.take()
    await copyPages(client, pages)
    await storePassword(client, pages.tables.user, password, now)
    await priceHourlyTypes(client, company.administrators[0] ?? null, now)
    await advanceNumbers(client, nextOrderNumber)
    await addPostalCodes(
      client,
      towns.map(({ code, town, lat, lng }) => ({ maa: 'FI', postinumero: code, paikka: town, lat, lng })),
    )
    // Before the commit: a row must never point at a file that is not there.
    const kept = await Promise.allSettled(pending.map(({ id, bytes }) => files?.save(id, bytes)))
    const lost = kept.find((result) => result.status === 'rejected')
    if (lost) throw lost.reason
    await client.query('COMMIT')
    // From here on they are the database's, whatever happens.
    pending.length = 0
    await client.query(`ANALYZE ${entityNames.map((name) => `"${name}"`).join(', ')}, revisio`)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    log.info(`Esittely-yritys on ladattu: ${pages.tables.asiakas.length} asiakasta, ${pages.tables.tilaus.length} tilausta (${seconds} s).`)
    return true
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    await client.query('ROLLBACK').catch(() => undefined)
    await Promise.allSettled(pending.map(({ id }) => files?.remove(id)))
    throw failure
  } finally {
    client.release(failure)
  }
}
