// Delivered, priced orders, and invoices of them through the server's calls.
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { SendInvoicesAnswer } from '#domain/features/invoicing/send-invoices.ts'
import { deliveredOrder, type MadeOrder, operations, orderType } from '../deliveries.ts'
import { type Answer, insert, type Person, type TestServer } from '../test-server.ts'

export const sellerSettings = {
  yritys_y_tunnus: '1234567-1',
  yritys_iban: 'FI2112345600000785',
  yritys_bic: 'NDEAFIHH',
  yritys_verkkolaskuosoite: '003712345671',
  yritys_valittaja: '003723327487',
}

type Caller = { call: (method: 'GET' | 'PATCH', path: string, body?: unknown) => Promise<Pick<Answer, 'status' | 'text' | 'body'>> }

/** Sets what invoices need of the company. */
export async function setSeller(admin: Caller, values: Record<string, unknown> = sellerSettings): Promise<void> {
  const { versio } = (await admin.call('GET', '/api/asetukset')).body
  const answer = await admin.call('PATCH', '/api/asetukset', { values, versio })
  expect(answer.status, answer.text).toBe(200)
}

export async function billedCustomer(
  { pool, clock }: Pick<TestServer, 'pool' | 'clock'>,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = crypto.randomUUID()
  await insert(pool, 'asiakas', { id, name: 'Pirkan Putki Oy', y_tunnus: '0116297-6', talenom_asiakasnumero: '1001', ...values }, clock.now)
  return id
}

type People = { admin: Person; customer: Person; driver: Person }

/** A delivered order that can be invoiced. */
export async function billableOrder(
  people: People,
  hinta = 100,
  order: Record<string, unknown> = { laskutus_email: 'laskut@esimerkki.fi' },
): Promise<MadeOrder> {
  const made = await deliveredOrder(people, [{ viite: 'PO-1' }], order)
  await setPrice(people.admin, made.id, hinta)
  return made
}

const jobType = 'tuntituote--tuntituote'

/** A delivered order of hourly work alone; returns its id. */
export async function deliveredHourlyOrder(
  { admin, customer }: Pick<People, 'admin' | 'customer'>,
  jobs: readonly { attributes: Record<string, unknown>; relationships?: Record<string, unknown> }[],
  order: Record<string, unknown> = {},
): Promise<string> {
  const id = randomUUID()
  const jobIds = jobs.map(() => randomUUID())
  const made = await operations(admin, [
    { op: 'add', data: { type: orderType, id, attributes: { tyyppi: 'tunti', asiakas_id: customer.asiakasId, ...order } } },
    ...jobs.map(({ attributes, relationships }, index) => ({
      op: 'add',
      data: {
        type: jobType,
        id: jobIds[index],
        attributes,
        relationships: { ...relationships, tilaus: { data: { type: orderType, id } } },
      },
    })),
  ])
  expect(made.status, made.text).toBe(200)
  for (const tila of ['kuljetuksessa', 'toimitettu']) {
    const moved = await operations(
      admin,
      jobIds.map((job) => ({ op: 'update', data: { type: jobType, id: job, attributes: { tila } } })),
    )
    expect(moved.status, moved.text).toBe(200)
  }
  return id
}

export async function setPrice(admin: Person, id: string, hinta: number): Promise<void> {
  const answer = await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'setHinta', ids: [id], hinta })
  expect(answer.body.results, answer.text).toEqual([{ id, success: true }])
}

export async function invoiceOrders(
  admin: Person,
  tilaus_ids: readonly string[],
  system: 'fivaldi' | 'talenom' = 'fivaldi',
): Promise<SendInvoicesAnswer['results']> {
  const answer = await admin.call('POST', `/api/${system}/laskuta`, { tilaus_ids })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.results
}

export const readInvoice = async (who: Person, id: string) =>
  (await who.call('GET', `/jsonapi/lasku_entity/lasku/${id}`)).body?.data?.attributes

/** Waits until the sending of an invoice has ended; returns its fields. */
export async function sentInvoice(admin: Person, id: string) {
  return expect
    .poll(() => readInvoice(admin, id), { timeout: 20_000, interval: 50 })
    .toSatisfy(({ tila, virhe }) => tila !== 'lahetetaan' && (tila !== 'luonnos' || virhe !== ''))
    .then(() => readInvoice(admin, id))
}

export const act = (admin: Person, body: Record<string, unknown>) => admin.call('POST', '/api/laskut', body)

let orderNumbers = 700_000

/** Inserts a delivered order with a shipment directly into the database; for tests of many orders. */
export async function insertDeliveredOrder(pool: Pool, asiakas_id: string, values: Record<string, unknown> = {}): Promise<string> {
  const [id, now] = [crypto.randomUUID(), 1_795_000_000]
  const delivered = { timestamp_toimitettu: now, asiakas_id }
  const order = {
    id,
    tilausnro: orderNumbers++,
    tilauksen_tila: 'toimitettu',
    avoin: false,
    hinta: 100,
    hinta_kasin: true,
    saa_jattaa: 'ei',
  }
  await insert(
    pool,
    'tilaus',
    { ...order, laskutus_nimi: 'Pirkan Putki Oy', laskutus_email: 'laskut@esimerkki.fi', ...delivered, ...values },
    now,
  )
  await insert(pool, 'lahetys', { id: crypto.randomUUID(), tilaus_id: id, tila: 'toimitettu', maara: 1, ...delivered }, now)
  return id
}

/** A job that has just stored its outcome ends a moment later; until then its invoice cannot be queued again (409). */
export async function retried(call: () => ReturnType<typeof act>) {
  let answer = await call()
  for (let tries = 0; tries < 100 && /päättymässä/.test(answer.text); tries++) answer = await call()
  expect(answer.status, answer.text).toBe(200)
  return answer
}
