// A driver's day on a phone, for the stories of several files.
import type { BrowserContext, Page } from '@playwright/test'
import { midnightOf } from '../domain/values/time/time.ts'
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

const types = { order: 'tilaus_entity--tilaus_entity', shipment: 'lahetys_entity--lahetys', shift: 'tyovuoro_entity--tyovuoro_entity' }
const today = () => midnightOf(new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Helsinki' }).format())
const to = (type: string, id: string | undefined) => ({ data: { type, id } })

/** Plans a published shift of today with a shipment to each of the doors, all picked up at the warehouse. Returns the ids of their orders. */
export async function planDay(admin: Page, driver: string, doors: readonly string[]): Promise<string[]> {
  const [customer] = await rowsOf<{ id: string }>(admin, '/jsonapi/asiakas_entity/asiakas_entity?page[limit]=1')
  const [car] = await rowsOf<{ id: string }>(admin, '/jsonapi/auto_entity/auto_entity?page[limit]=1&sort=rekisterinumero')
  const kuljettaja = to('user--user', driver)
  const attributes = { paiva: today(), alkuaika: 360, kesto: 480, tila: 'PUBLISHED' }
  const relationships = { kuljettaja, auto: to('auto_entity--auto_entity', car?.id) }
  await operate(admin, [{ op: 'add', data: { type: types.shift, id: crypto.randomUUID(), attributes, relationships } }])
  const orders = doors.map(() => crypto.randomUUID())
  for (const [index, nimi] of doors.entries()) {
    const id = orders[index]
    const ends = { ...placed('nouto', warehouse), ...placed('toimitus', { ...shop, nimi, osoite: `Ovikatu ${index + 1}` }) }
    await operate(admin, [
      {
        op: 'add',
        data: {
          type: types.order,
          ...(id ? { id } : {}),
          attributes: {},
          relationships: { asiakas: to('asiakas_entity--asiakas_entity', customer?.id) },
        },
      },
      {
        op: 'add',
        data: {
          type: types.shipment,
          attributes: { maara: 2, yksikkopaino: 50, viesti: 'Soita ennen tuloa.', toivottu_toimitus: today(), ...ends },
          relationships: { tilaus: to(types.order, id), kuljettaja },
        },
      },
    ])
  }
  return orders
}
