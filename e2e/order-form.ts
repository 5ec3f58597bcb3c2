// Actions on the order form, by its visible labels.
import { expect, type Locator, type Page } from '@playwright/test'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { publicHolidays } from '#domain/values/time/public-holidays.ts'
import { addDays, startOfDay, weekdayOf } from '#domain/values/time/time.ts'
import type { Api } from './api.ts'
import { operate, rowOf } from './api-data.ts'

export type TypedPlace = { nimi: string; osoite: string; postinumero: string; paikkakunta: string }
export type Goods = { kpl: number; pituus: number; leveys: number; korkeus: number; paino: string; kuvaus: string }
export type Ordered = { id: string; number: string }

export const warehouse: TypedPlace = { nimi: 'Testivarasto Oy', osoite: 'Varastokatu 1', postinumero: '33100', paikkakunta: 'Tampere' }
export const shop: TypedPlace = { nimi: 'Kauppa Kulma Oy', osoite: 'Kauppakatu 5', postinumero: '15110', paikkakunta: 'Lahti' }
export const trolley: Goods = { kpl: 2, pituus: 80, leveys: 60, korkeus: 150, paino: '120', kuvaus: 'Hyllytavara' }
export const pallet: Goods = { kpl: 1, pituus: 120, leveys: 80, korkeus: 100, paino: '250,5', kuvaus: 'Lavakuorma' }

/** Today in Helsinki as people type it: `21.11.2026`. */
export const today = (): string => new Intl.DateTimeFormat('fi-FI', { timeZone: 'Europe/Helsinki' }).format(new Date())

/** Today, or the next day that the order form does not ask about: not a Sunday or a public holiday. */
export function orderDay(): string {
  const now = startOfDay(Math.floor(Date.now() / 1000))
  const holidays = new Set(publicHolidays(now, addDays(now, 30)).map(({ paiva }) => paiva))
  const days = Array.from({ length: 30 }, (_, ahead) => addDays(now, ahead))
  return formatDate(days.find((day) => weekdayOf(day) < 7 && !holidays.has(day)) ?? now)
}

export const placeStep = (page: Page, end: string): Locator => page.getByRole('region', { name: end, exact: true })
export const goodsRow = (page: Page, position: number): Locator => page.getByRole('group', { name: `Tavararivi ${position}`, exact: true })
export const wishedDay = (page: Page): Locator => page.getByRole('textbox', { name: 'Toivottu toimitus' })

/** A field of a typed place. The street is a combobox, because it has suggestions. */
export const placeField = (step: Locator, name: string): Locator =>
  step.getByRole(name === 'Osoite' ? 'combobox' : 'textbox', { name, exact: true })

export async function typePlace(page: Page, end: string, place: TypedPlace): Promise<void> {
  const step = placeStep(page, end)
  await step.getByRole('combobox', { name: /^Osoite tai/ }).click()
  await step.getByRole('option', { name: 'Kirjoita uusi osoite' }).click()
  const field = (name: string) => placeField(step, name)
  await field('Nimi').fill(place.nimi)
  await field('Osoite').fill(place.osoite)
  await field('Postinumero').fill(place.postinumero)
  // Retried, since the town that follows from the postal code may be filled in between, and the text is then appended to it.
  await expect(async () => {
    await field('Paikkakunta').fill(place.paikkakunta)
    await expect(field('Paikkakunta')).toHaveValue(place.paikkakunta, { timeout: 500 })
  }).toPass()
}

/** The fields of a row of goods with what is typed into each, in their order. */
export const goodsFields = (row: Locator, { kpl, pituus, leveys, korkeus, paino, kuvaus }: Goods): [Locator, string][] => [
  [row.getByLabel('Kpl'), String(kpl)],
  [row.getByLabel('Pituus cm'), String(pituus)],
  [row.getByLabel('Leveys cm'), String(leveys)],
  [row.getByLabel('Korkeus cm'), String(korkeus)],
  [row.getByLabel('Paino kg'), paino],
  [row.getByLabel('Kuvaus'), kuvaus],
]

export async function fillGoods(row: Locator, goods: Goods): Promise<void> {
  for (const [field, value] of goodsFields(row, goods)) await field.fill(value)
}

/** Fills in the form of a new order, which is opened unless the page shows it. */
export async function fillOrder(page: Page, rows: readonly Goods[], viite: string, to = shop): Promise<void> {
  if (new URL(page.url()).pathname !== '/tilaus/new') await page.goto('/tilaus/new')
  await typePlace(page, 'Nouto', warehouse)
  await typePlace(page, 'Toimitus', to)
  for (const [index, goods] of rows.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Lisää rivi' }).click()
    await fillGoods(goodsRow(page, index + 1), goods)
  }
  await wishedDay(page).fill(orderDay())
  await page.getByLabel('Viite', { exact: true }).fill(viite)
}

/** Presses "Tilaa" and returns the order with the number that its page shows. */
export async function pressOrder(page: Page): Promise<Ordered> {
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  return arrived(page)
}

export async function arrived(page: Page): Promise<Ordered> {
  const said = page.getByRole('status').filter({ hasText: /T-\d+ (vastaanotettu|luotu)/ })
  await expect(said).toBeVisible()
  const number = /T-\d+/.exec((await said.textContent()) ?? '')?.[0] ?? ''
  const id = /\/tilaus\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  expect(id).not.toBe('')
  return { id, number }
}

/** Makes a whole order on the form. */
export async function orderByForm(page: Page, rows: readonly Goods[] = [trolley], viite = 'Testi', to = shop): Promise<Ordered> {
  await fillOrder(page, rows, viite, to)
  return pressOrder(page)
}

/** One end of a shipment in its stored form. */
export const placed = (end: 'nouto' | 'toimitus', { nimi, osoite, postinumero, paikkakunta }: TypedPlace) => ({
  [`${end}_nimi`]: nimi,
  [`${end}_osoite1`]: osoite,
  [`${end}_postinro`]: postinumero,
  [`${end}_postitmp`]: paikkakunta,
})

/** Makes the same order by a call, for tests of what happens afterwards. */
export async function orderByCall(api: Api, rows: readonly Goods[] = [trolley], viite = 'Testi'): Promise<Ordered> {
  const order = { type: 'tilaus_entity--tilaus_entity', id: crypto.randomUUID() }
  const ends = { ...placed('nouto', warehouse), ...placed('toimitus', shop), toivottu_toimitus: startOfDay(Math.floor(Date.now() / 1000)) }
  const shipments = rows.map(({ kpl, pituus, leveys, korkeus, paino, kuvaus }) => ({
    type: 'lahetys_entity--lahetys',
    attributes: {
      ...{ ...ends, viite, kuvaus, maara: kpl, yksikkopaino: Number(paino.replace(',', '.')) },
      ...{ pituus: pituus * 10, leveys: leveys * 10, korkeus: korkeus * 10 },
    },
    relationships: { tilaus: { data: order } },
  }))
  await operate(
    api,
    [{ ...order, attributes: {} }, ...shipments].map((data) => ({ op: 'add', data })),
  )
  const { attributes } = await rowOf<{ attributes: { tunniste: string } }>(api, `/jsonapi/tilaus_entity/tilaus_entity/${order.id}`)
  return { id: order.id, number: attributes.tunniste }
}

/** The shipments on the order page, each with its badge, driver, car and buttons. */
export const shipments = (page: Page): Locator => page.getByRole('group', { name: /^Lähetys / })

type Part = 'Tavarat' | 'Paikat' | 'Ajankohta ja viitteet' | 'Laskutus' | 'Hinta'

/** A part of the order page, as it is read. */
export const part = (page: Page, name: Part): Locator => page.getByRole('region', { name, exact: true })
/** Opens a part of the order page for editing. */
export const editPart = (page: Page, name: Part): Promise<void> =>
  page.getByRole('button', { name: `Muokkaa: ${name}`, exact: true }).click()

/** Chooses a step or a tool from the menu of a shipment or an hourly job. */
export async function chooseFor(line: Locator, name: string): Promise<void> {
  await line.getByRole('button', { name: /^Muut toiminnot: / }).click()
  await line.page().getByRole('menuitem', { name, exact: true }).click()
}

/** Opens the fields of the driver and the car of a shipment or an hourly job. */
export const editDriver = (line: Locator): Promise<void> =>
  line.getByRole('button', { name: /^(Anna kuljettaja|Vaihda kuljettaja tai auto): / }).click()
