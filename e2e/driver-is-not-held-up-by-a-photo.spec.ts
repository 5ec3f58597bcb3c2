import type { Page, Route } from '@playwright/test'
import type { Api } from './api.ts'
import { operate, rowsOf } from './api-data.ts'
import { type DoorJob, planJobs, types } from './driver-day.ts'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const photo = { name: 'kuva.png', mimeType: 'image/png', buffer: png }

const cardOf = (page: Page, door: string) => page.getByRole('article', { name: new RegExp(`, ${door}$`) })
const strip = (page: Page) => page.getByRole('status').filter({ hasText: /lähettämättä/ })
const acknowledgements = (admin: Api, { shipment }: DoorJob) =>
  rowsOf<{ id: string }>(admin, `/jsonapi/v_o_kuittaus_entity/v_o_kuittaus_entity?filter[lahetykset.id]=${shipment}`)
const faults = (admin: Api, text: string) =>
  rowsOf<{ id: string }>(admin, `/jsonapi/huolto_entity/huolto_entity?filter[info]=${encodeURIComponent(text)}`)

/** Goods for the driver's doors, already picked up. */
async function onBoard(admin: Api, driver: string, doors: readonly string[]): Promise<DoorJob[]> {
  const jobs = await planJobs(
    admin,
    driver,
    doors.map((name) => ({ name })),
  )
  const pickUps = jobs.map(({ shipment }) => ({
    op: 'update',
    data: { type: types.shipment, id: shipment, attributes: { tila: 'kuljetuksessa' } },
  }))
  await operate(admin, pickUps)
  return jobs
}

async function goTo(page: Page, tab: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: tab }).click()
}

async function deliver(page: Page, door: string): Promise<void> {
  await cardOf(page, door).getByRole('button', { name: 'Kuittaa', exact: true }).click()
  await page.getByRole('button', { name: 'Merkitse risti' }).click()
  // The signature's picture is made.
  await expect(page.getByText(/^Luonnos tallessa/)).toBeVisible()
  await page.getByLabel('Nimenselvennys').fill('Ville Vastaanottaja')
  await page.getByRole('button', { name: 'Kuittaa toimitus' }).click()
}

/** Requests that get no answer; `release` breaks their connections off. */
async function hold(page: Page, pattern: string | RegExp) {
  const held: Route[] = []
  await page.route(pattern, (route) => void held.push(route))
  const release = async () => {
    await page.unroute(pattern)
    for (const route of held) await route.abort('internetdisconnected').catch(() => undefined)
  }
  return { held, release }
}

test('a delivery arrives while the photo of a fault report is still being uploaded', async ({ as, api }) => {
  const admin = await api('yllapito')
  const [job] = await onBoard(admin, (await api('kuljettaja')).id, ['Ovi Ylätorni'])
  if (!job) throw new Error('Nothing was planned.')
  const { page } = await as('kuljettaja', { at: '/autot', phone: true })
  const text = 'Perälauta jumittaa'
  const uploads = await hold(page, '**/file/upload/huolto_entity/**')

  await test.step('the report is stored at once, and its photo hangs', async () => {
    await page.getByRole('list', { name: 'Autot' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Ilmoita vika' }).click()
    const dialog = page.getByRole('dialog', { name: /^Ilmoita vika/ })
    await dialog.getByRole('textbox', { name: 'Mikä on vialla?' }).fill(text)
    await dialog.locator('input[type=file]').setInputFiles(photo)
    await expect(dialog.getByRole('img', { name: 'Kuva 1' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(page.getByText('Vika ilmoitettu.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => uploads.held.length).toBe(1)
    await expect(strip(page)).toContainText('1 vikailmoitus lähettämättä')
  })

  await test.step('the signature reaches the server, and the photo is uploaded after it', async () => {
    await goTo(page, 'Tilaukset')
    await deliver(page, 'Ovi Ylätorni')
    await expect(page.getByText('Toimitus kuitattu: 1 lähetys.')).toBeVisible()
    await expect.poll(async () => (await acknowledgements(admin, job)).length).toBe(1)
    expect(await faults(admin, text)).toEqual([])
    await expect.poll(() => uploads.held.length).toBeGreaterThan(1)
    await expect(strip(page)).toContainText('1 vikailmoitus lähettämättä')
  })

  await test.step('the report arrives once, when its photo does', async () => {
    await uploads.release()
    await expect(strip(page)).toHaveCount(0)
    expect(await faults(admin, text)).toHaveLength(1)
  })
})

test('over a slow network a signature, a delay and a fault are shown at once', async ({ as, api }) => {
  const admin = await api('yllapito')
  const [first, second] = await onBoard(admin, (await api('kuljettaja')).id, ['Ovi Hidas', 'Ovi Myöhäinen'])
  if (!first || !second) throw new Error('Nothing was planned.')
  const { page } = await as('kuljettaja', { at: '/tilaukset', phone: true })
  /** Less than what a press used to wait for an answer. */
  const atOnce = { timeout: 5000 }
  const saves = await hold(page, '**/jsonapi/operations')
  const delays = await hold(page, /\/api\/myohastyminen/)

  await test.step('the signed card is delivered, and can be taken back', async () => {
    await deliver(page, 'Ovi Hidas')
    await expect(page).toHaveURL(/\/tilaukset/, atOnce)
    await expect(cardOf(page, 'Ovi Hidas')).toContainText('Toimitettu', atOnce)
    await expect(
      page.getByRole('status').filter({ hasText: 'Toimitus kuitattu: 1 lähetys.' }).getByRole('button', { name: 'Kumoa' }),
    ).toBeVisible(atOnce)
    await expect.poll(() => saves.held.length).toBe(1)
  })

  await test.step('the delay is told by its card', async () => {
    const card = cardOf(page, 'Ovi Myöhäinen')
    await card.getByRole('button', { name: /^Muut, / }).click()
    await card.getByRole('button', { name: 'Ilmoita myöhästymisestä' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ilmoita myöhästymisestä' })
    await dialog.getByRole('radio', { name: '30 min' }).click()
    await dialog.getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(dialog).toHaveCount(0, atOnce)
    await expect(card.getByText(/^Ilmoitus myöhästymisestä/)).toBeVisible(atOnce)
  })

  await test.step('the fault is among what waits to be sent', async () => {
    await goTo(page, 'Autot')
    await page.getByRole('list', { name: 'Autot' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Ilmoita vika' }).click()
    const dialog = page.getByRole('dialog', { name: /^Ilmoita vika/ })
    await dialog.getByRole('textbox', { name: 'Mikä on vialla?' }).fill('Ovi ei aukea')
    await dialog.getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(dialog).toHaveCount(0, atOnce)
    await expect(strip(page)).toContainText('3 kirjausta lähettämättä')
  })

  await test.step('all three arrive once', async () => {
    await delays.release()
    await saves.release()
    await expect(strip(page)).toHaveCount(0)
    expect(await acknowledgements(admin, first)).toHaveLength(1)
    expect(await faults(admin, 'Ovi ei aukea')).toHaveLength(1)
    const [row] = await rowsOf<{ attributes: { myohastyminen: number } }>(
      admin,
      `/jsonapi/lahetys_entity/lahetys?filter[id]=${second.shipment}`,
    )
    expect(row?.attributes.myohastyminen).toBe(30)
  })
})

test('a failed delivery that is refused at once goes to the dispatcher with its words and its photo', async ({ as, api }) => {
  await onBoard(await api('yllapito'), (await api('kuljettaja')).id, ['Ovi Purettu'])
  const { page } = await as('kuljettaja', { at: '/tilaukset', phone: true })
  const card = cardOf(page, 'Ovi Purettu')
  const detail = 'Lähetystä ei voi enää muuttaa.'
  await page.route('**/jsonapi/operations', (route) => route.fulfill({ status: 422, json: { errors: [{ status: '422', detail }] } }))
  await card.getByRole('button', { name: /^Muut, / }).click()
  await card.getByRole('button', { name: 'Toimitus ei onnistunut' }).click()
  const dialog = page.getByRole('dialog', { name: 'Toimitus ei onnistunut' })
  await dialog.getByRole('radio', { name: 'Väärä osoite' }).click()
  await dialog.getByLabel('Mitä tapahtui').fill('Talo on purettu.')
  await dialog.locator('input[type=file]').setInputFiles(photo)
  await expect(dialog.getByRole('img', { name: 'Kuva 1' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Tallenna' }).click()
  await expect(dialog).toHaveCount(0)

  const told = page.getByRole('status').filter({ hasText: '1 kirjaus ajojärjestelyllä' })
  await told.getByRole('button', { name: 'Näytä lähettämättömät' }).click()
  const own = page.getByRole('dialog', { name: 'Lähettämättä' }).getByRole('region', { name: 'Ajojärjestelyn ratkaistavana' })
  await expect(own).toContainText('Toimitus ei onnistunut: Ovi Purettu')
  await expect(own).toContainText('Väärä osoite: Talo on purettu.')
  await expect(own).toContainText(detail)
  await expectAccessibleInFullRun(page)

  const { page: admin } = await as('yllapito', { at: '/', deaf: true })
  const conflict = admin.getByRole('region', { name: 'Ristiriidat' }).getByRole('listitem').filter({ hasText: 'Ovi Purettu' })
  await expect(conflict).toContainText('Väärä osoite: Talo on purettu.')
  await expect(conflict.getByRole('button', { name: /, kuva 1, suurenna$/ })).toBeVisible()
  await expectAccessibleInFullRun(admin)
})
