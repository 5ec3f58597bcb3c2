// A driver's planned day on a phone, for the stories of several files; it is planned with an administrator's calls.
import type { BrowserContext, Page } from '@playwright/test'
import { midnightOf } from '../domain/values/time/time.ts'
import type { Api } from './api.ts'
import { operate, rowsOf } from './api-data.ts'
import { expect, password, signInWith } from './kuorma.ts'
import { placed, shop, warehouse } from './order-form.ts'

export const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const

/** Signs the driver in, which leads to the day. */
export async function openDay(context: BrowserContext, name: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/login')
  await signInWith(page, name, password)
  await expect(page).toHaveURL(/\/kuljettajan-etusivu$/)
  return page
}

export const types = {
  order: 'tilaus_entity--tilaus_entity',
  shipment: 'lahetys_entity--lahetys',
  shift: 'tyovuoro_entity--tyovuoro_entity',
} as const
const today = () => midnightOf(new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Helsinki' }).format())
const to = (type: string, id: string | undefined) => ({ data: { type, id } })

/**
 * A door to deliver to; its goods come from the warehouse, or from a place of their own. The order and the shipment get new ids unless given.
 * Doors of the same number in the same `street` are one stop.
 */
export type Door = {
  name: string
  from?: string
  street?: string
  pieces?: number
  leaving?: 'ei' | 'kylla'
  order?: string
  shipment?: string
}
export type DoorJob = { door: string; order: string; shipment: string }

/** Work of today for the driver: an order with a shipment for each of the doors. */
export async function planJobs(admin: Api, driver: string, doors: readonly Door[]): Promise<DoorJob[]> {
  const [customer] = await rowsOf<{ id: string }>(admin, '/jsonapi/asiakas_entity/asiakas_entity?page[limit]=1')
  const asiakas = to('asiakas_entity--asiakas_entity', customer?.id)
  const jobs = doors.map(
    ({ name, order = crypto.randomUUID(), shipment = crypto.randomUUID() }): DoorJob => ({ door: name, order, shipment }),
  )
  const operations = doors.flatMap(({ name, from, street = 'Ovikatu', pieces = 2, leaving = 'ei' }, index) => {
    const { order, shipment } = jobs[index] ?? {}
    const pickup = from === undefined ? warehouse : { ...warehouse, nimi: from, osoite: `Noutokatu ${index + 1}` }
    const ends = { ...placed('nouto', pickup), ...placed('toimitus', { ...shop, nimi: name, osoite: `${street} ${index + 1}` }) }
    const attributes = { maara: pieces, yksikkopaino: 50, viesti: 'Soita ennen tuloa.', toivottu_toimitus: today(), ...ends }
    const relationships = { tilaus: to(types.order, order), kuljettaja: to('user--user', driver) }
    return [
      { op: 'add', data: { type: types.order, id: order, attributes: { saa_jattaa: leaving }, relationships: { asiakas } } },
      { op: 'add', data: { type: types.shipment, id: shipment, attributes, relationships } },
    ]
  })
  await operate(admin, operations)
  return jobs
}

/** Plans a published shift, from six to two unless said otherwise. Returns the registration number of its car. */
export async function planShift(admin: Api, driver: string, paiva: number, hours = { alkuaika: 360, kesto: 480 }): Promise<string> {
  type Car = { id: string; attributes: { rekisterinumero: string } }
  const [car] = await rowsOf<Car>(admin, '/jsonapi/auto_entity/auto_entity?page[limit]=1&sort=rekisterinumero')
  const relationships = { kuljettaja: to('user--user', driver), auto: to('auto_entity--auto_entity', car?.id) }
  const attributes = { paiva, ...hours, tila: 'PUBLISHED' }
  await operate(admin, [{ op: 'add', data: { type: types.shift, id: crypto.randomUUID(), attributes, relationships } }])
  return car?.attributes.rekisterinumero ?? ''
}

/** Plans a published shift of today and its work. `car`: the registration number of the shift's car. */
export async function planDay(
  admin: Api,
  driver: string,
  doors: readonly Door[],
  hours?: { alkuaika: number; kesto: number },
): Promise<{ car: string; jobs: DoorJob[] }> {
  const car = await planShift(admin, driver, today(), hours)
  return { car, jobs: await planJobs(admin, driver, doors) }
}

/** Starts the driver's day so many minutes before `now` (seconds), and then its tasks, as another device would have done. */
export async function startEarlier(
  driver: Api,
  minutes: number,
  tasks: readonly { tyyppi: string; ago: number }[],
  now = Math.floor(Date.now() / 1000),
): Promise<void> {
  const before = (ago: number) => now - ago * 60
  const operations = [
    { operation: 'POST_OPERATION_START_DAY', auto: null, alkuaika: before(minutes) },
    ...tasks.map(({ tyyppi, ago }) => ({ operation: 'POST_OPERATION_START_TASK', tyyppi, alkuaika: before(ago) })),
  ]
  for (const operation of operations) expect((await driver.send('POST', '/api/tyovuoro-kirjaus', operation)).status).toBe(200)
}
