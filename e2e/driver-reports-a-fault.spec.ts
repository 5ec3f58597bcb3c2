import type { Page } from '@playwright/test'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const bell = (page: Page) => page.getByRole('button', { name: /^Ilmoitukset/ })
const entries = (page: Page) => page.getByRole('dialog', { name: 'Ilmoitukset' }).getByRole('listitem')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Ilmoita vika/ })

async function addPicture(page: Page): Promise<void> {
  await dialogOf(page).locator('input[type=file]').setInputFiles({ name: 'vika.png', mimeType: 'image/png', buffer: png })
  await expect(dialogOf(page).getByRole('img', { name: 'Kuva 1' })).toBeVisible()
}

test('a driver reports a fault with a photo; maintenance and the office hear of it at once', async ({ as }) => {
  const { page: mechanic } = await as('huolto', { at: '/', phone: true })
  const { page: office } = await as('yllapito', { at: '/' })
  const { page } = await as('kuljettaja', { at: '/autot', phone: true })
  const link = page.getByRole('list', { name: 'Autot' }).getByRole('link').first()
  const plate = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: plate })).toBeVisible()

  await test.step('what is wrong must be told, and stays as a draft when the dialog is closed', async () => {
    await page.getByRole('button', { name: 'Ilmoita vika' }).click()
    await dialogOf(page).getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(dialogOf(page).getByText('Kerro, mikä autossa on vialla.')).toBeVisible()
    await expect(dialogOf(page).getByRole('textbox', { name: 'Mikä on vialla?' })).toBeFocused()
    await expectAccessibleInFullRun(page)
    await dialogOf(page).getByRole('textbox', { name: 'Mikä on vialla?' }).fill('Oikea peili on haljennut')
    await addPicture(page)
    await expect(dialogOf(page).getByText(/^Luonnos tallessa/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Ilmoita vika' }).click()
    await expect(dialogOf(page).getByRole('textbox', { name: 'Mikä on vialla?' })).toHaveValue('Oikea peili on haljennut')
    await expect(dialogOf(page).getByRole('img', { name: 'Kuva 1' })).toBeVisible()
  })

  await test.step('the report stands in the car’s log with its author', async () => {
    await dialogOf(page).getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(dialogOf(page)).toHaveCount(0)
    const entry = page.getByRole('region', { name: 'Huoltoloki' }).getByRole('listitem').filter({ hasText: 'Oikea peili on haljennut' })
    await expect(entry).toContainText('Vika')
    await expect(entry).toContainText('Ilmoitti')
    await expect(entry.getByRole('button', { name: /, kuva 1, suurenna$/ })).toBeVisible()
    await expect(entry.getByRole('button', { name: /^Muokkaa/ })).toHaveCount(0)
  })

  await test.step('maintenance sees it on the start page and in the bell', async () => {
    const entry = mechanic.getByRole('listitem', { name: `${plate}: Vika` }).filter({ hasText: 'Oikea peili on haljennut' })
    await expect(entry.getByRole('button', { name: /, kuva 1, suurenna$/ })).toBeVisible()
    await expect(entry).toContainText('Ilmoitti')
    await bell(mechanic).click()
    await expect(entries(mechanic).filter({ hasText: `Vika autossa ${plate}: Oikea peili on haljennut` })).toBeVisible()
  })

  await test.step('the office opens the car from the bell', async () => {
    await bell(office).click()
    await entries(office)
      .filter({ hasText: `Vika autossa ${plate}: Oikea peili on haljennut` })
      .getByRole('link')
      .click()
    await expect(office.getByRole('heading', { level: 1, name: plate })).toBeVisible()
    await expect(office.getByRole('region', { name: 'Huoltoloki' })).toContainText('Oikea peili on haljennut')
  })
})

test('from the list of cars a driver chooses the car in the report', async ({ as }) => {
  const { page, context } = await as('kuljettaja', { at: '/autot', phone: true, installed: true })
  await page.getByRole('button', { name: 'Ilmoita vika' }).click()
  await dialogOf(page).getByRole('combobox', { name: 'Auto' }).fill('108')
  await page.getByRole('option', { name: /-108$/ }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Mikä on vialla?' }).fill('Tuulilasissa on halkeama')
  await expectAccessibleInFullRun(page)
  await context.setOffline(true)
  await dialogOf(page).getByRole('button', { name: 'Ilmoita', exact: true }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Näytä lähettämättömät' }).click()
  const unsent = page.getByRole('dialog', { name: 'Lähettämättä' })
  await expect(unsent.getByText(/^Vika: .*-108$/)).toBeVisible()
  await unsent.getByRole('button', { name: 'Sulje' }).click()
  await context.setOffline(false)
  await page.getByRole('list', { name: 'Autot' }).getByRole('link', { name: /-108$/ }).click()
  await expect(page.getByRole('region', { name: 'Huoltoloki' })).toContainText('Tuulilasissa on halkeama')
})

test('a fault reported without a network is stored on the device with its photo, and sent once when the network returns', async ({
  as,
}) => {
  const { page, context } = await as('kuljettaja', { at: '/autot', phone: true, installed: true })
  const bar = page.getByRole('status').filter({ hasText: 'lähettämättä' })
  await page.getByRole('list', { name: 'Autot' }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Huoltoloki' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Ilmoita vika' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Mikä on vialla?' }).fill('Perälauta ei nouse')
  await addPicture(page)
  await dialogOf(page).getByRole('button', { name: 'Ilmoita', exact: true }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(bar).toContainText('1 vikailmoitus lähettämättä')
  await expectAccessibleInFullRun(page, { apart: ['target-size'] })
  await context.setOffline(false)
  await expect(bar).toHaveCount(0)
  const entry = page.getByRole('region', { name: 'Huoltoloki' }).getByRole('listitem').filter({ hasText: 'Perälauta ei nouse' })
  await expect(entry).toHaveCount(1)
  await expect(entry.getByRole('button', { name: /, kuva 1, suurenna$/ })).toBeVisible()

  await test.step('an answer that is lost does not make a second entry', async () => {
    let lost = 0
    await page.route('**/jsonapi/operations', async (route) => {
      await route.fetch()
      await route.abort('internetdisconnected')
      lost += 1
    })
    await page.getByRole('button', { name: 'Ilmoita vika' }).click()
    await dialogOf(page).getByRole('textbox', { name: 'Mikä on vialla?' }).fill('Ajovalo on pimeä')
    await dialogOf(page).getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(bar).toContainText('1 vikailmoitus lähettämättä')
    await expect.poll(() => lost).toBe(1)
    await page.unroute('**/jsonapi/operations')
    await bar.getByRole('button', { name: 'Lähetä' }).click()
    await expect(bar).toHaveCount(0)
    const second = page.getByRole('region', { name: 'Huoltoloki' }).getByRole('listitem').filter({ hasText: 'Ajovalo on pimeä' })
    await expect(second).toHaveCount(1)
  })
})
