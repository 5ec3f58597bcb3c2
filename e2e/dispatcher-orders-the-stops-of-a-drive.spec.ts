import type { Page } from '@playwright/test'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import type { Api } from './api.ts'
import { makePerson } from './api-data.ts'
import { planShift } from './driver-day.ts'
import { expect, expectAccessible, test } from './kuorma.ts'

async function addAddress(page: Page, label: string, typed: string, picked: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: picked }).first().click()
}

test('the dispatcher orders the stops of a drive, locks and moves them by mouse and by keyboard, and finds them after a reload', async ({
  as,
}) => {
  const { page } = await as('yllapito', { at: '/reitin-optimointi' })
  await addAddress(page, 'Lähtöpaikka', '33100', /33100 Tampere/)
  for (const code of ['90100', '15100', '40100', '20100']) await addAddress(page, 'Lisää osoite', code, new RegExp(code))
  const stops = page.getByRole('list', { name: 'Pysähdykset järjestyksessä' }).getByRole('listitem')
  await expect(stops).toHaveCount(4)
  await expect(stops.first()).toContainText('90100')
  await page.getByRole('button', { name: 'Optimoi järjestys' }).click()
  await expect(page.getByText('Säästö')).toBeVisible()
  // From Tampere around: Oulu is never between Lahti and Turku.
  await expect(stops.nth(1)).not.toContainText('20100')
  await expect(page.getByRole('link', { name: 'Avaa kartoissa' })).toHaveAttribute('href', /waypoints=/)

  await page.getByLabel('Lähtöaika').fill('23.30')
  await page.keyboard.press('Tab')
  // The drive goes on after midnight.
  await expect(stops.first()).toContainText(/(ma|ti|ke|to|pe|la|su) \d+\.\d+\. klo \d+\.\d\d/)
  const codeOf = async (index: number) => /(?:90|15|40|20)100/.exec((await stops.nth(index).textContent()) ?? '')?.[0] ?? ''
  const [first, second] = [await codeOf(0), await codeOf(1)]
  await page
    .getByRole('button', { name: /^Siirrä alas/ })
    .first()
    .press('Enter')
  await expect(stops.first()).toContainText(second)
  await stops.nth(1).dragTo(stops.nth(0))
  await expect(stops.first()).toContainText(first)
  await page
    .getByRole('button', { name: /^Lukitse paikalleen/ })
    .first()
    .click()

  await page.reload()
  await expect(stops).toHaveCount(4)
  await expect(page.getByRole('button', { name: /^Poista lukitus/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Palauta järjestys' }).click()
  await expect(stops.first()).toContainText('90100')
})

test('a driver adds today’s stops, and opens the drive in pieces that a phone takes', async ({ as }) => {
  const { page } = await as('kuljettaja', { at: '/reitin-optimointi', phone: true })
  await addAddress(page, 'Lähtöpaikka', '33100', /33100 Tampere/)
  await page.getByRole('button', { name: 'Lisää päivän tilauksista' }).click()
  await page.getByRole('checkbox', { disabled: false }).first().check()
  await page.getByRole('button', { name: /^Lisää valitut/ }).click()
  for (const code of ['15100', '40100', '20100', '00100']) await addAddress(page, 'Lisää osoite', code, new RegExp(code))
  await expect(page.getByRole('link', { name: 'Avaa kartoissa 2/2' })).toBeVisible()
})

/** A driver with a shift tomorrow, which may be a Sunday. */
async function planTomorrow(admin: Api, name: string): Promise<void> {
  const driver = await makePerson(admin, { name, user_roles: ['kuljettaja'] })
  await planShift(admin, driver, addDays(startOfDay(Math.floor(Date.now() / 1000)), 1))
}

test('the dispatcher sends the stops of orders to a driver’s day in their order, and takes them back', async ({ as, api }) => {
  await planTomorrow(await api('yllapito'), 'huomisenkuljettaja')
  const { page } = await as('yllapito', { at: '/reitin-optimointi' })
  await page.getByRole('button', { name: 'Lisää päivän tilauksista' }).click()
  const candidates = page.getByRole('checkbox', { name: /^(Nouto|Toimitus): /, disabled: false })
  for (const index of [0, 1]) await candidates.nth(index).check()
  await page.getByRole('button', { name: /^Lisää valitut/ }).click()
  await addAddress(page, 'Lisää osoite', '15100', /15100/)
  await page.getByRole('button', { name: 'Lähetä kuljettajan päivään' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lähetä kuljettajan päivään' })
  await expect(dialog).toContainText('1 kirjoitettu osoite jää pois')
  await dialog.getByText(/^Huomenna/).click()
  await dialog.getByRole('combobox', { name: 'Kuljettaja' }).click()
  await page.getByRole('option').first().click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Lähetä', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const toast = page.getByRole('status').filter({ hasText: /Pysähdykset ovat nyt kuljettajan .+ päivässä/ })
  await toast.getByRole('button', { name: 'Kumoa' }).click()
  await expect(toast).toHaveCount(0)
})

test('on a phone the dispatcher moves and locks stops of orders by touch, and sends them to a driver’s day', async ({ as, api }) => {
  await planTomorrow(await api('yllapito'), 'huomisentoinen')
  const { page } = await as('yllapito', { at: '/reitin-optimointi', phone: true })
  await page.getByRole('button', { name: 'Lisää päivän tilauksista' }).tap()
  const candidates = page.getByRole('checkbox', { name: /^(Nouto|Toimitus): /, disabled: false })
  for (const index of [0, 1]) await candidates.nth(index).tap()
  await page.getByRole('button', { name: 'Lisää valitut (2)' }).tap()
  const stops = page.getByRole('list', { name: 'Pysähdykset järjestyksessä' }).getByRole('listitem')
  await expect(stops).toHaveCount(2)
  const textOf = (index: number) => stops.nth(index).getByRole('button').first().getAttribute('aria-label')
  const [first, second] = [await textOf(0), await textOf(1)]
  await stops
    .first()
    .getByRole('button', { name: /^Siirrä alas/ })
    .tap()
  await expect.poll(() => textOf(0)).toBe(second)
  await stops
    .nth(1)
    .getByRole('button', { name: /^Lukitse paikalleen/ })
    .tap()
  await expect.poll(() => textOf(1)).toBe(first?.replace('Lukitse paikalleen', 'Poista lukitus'))
  await page.getByRole('button', { name: 'Lähetä kuljettajan päivään' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Lähetä kuljettajan päivään' })
  await dialog.getByText(/^Huomenna/).tap()
  await dialog.getByRole('combobox', { name: 'Kuljettaja' }).tap()
  await page.getByRole('option').first().tap()
  await dialog.getByRole('button', { name: 'Lähetä', exact: true }).tap()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /Pysähdykset ovat nyt kuljettajan .+ päivässä/ })).toBeVisible()
})
