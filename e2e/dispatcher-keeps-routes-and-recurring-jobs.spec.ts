import type { Locator, Page } from '@playwright/test'
import { operate, rowsOf } from './api-data.ts'
import { reach } from './keyboard.ts'
import { expect, test } from './kuorma.ts'

const dates = (page: Page) => page.getByRole('list', { name: 'Seuraavat päivät' }).getByRole('listitem')
const preview = (page: Page) => page.getByRole('dialog', { name: /koskee \d+ tilausta$/ })
const tab = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Näkymät' }).getByRole('button', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Tallenna', exact: true })

async function confirm(page: Page): Promise<void> {
  await preview(page).getByRole('button', { name: 'Tallenna' }).click()
  await expect(preview(page)).toHaveCount(0)
  await expect(page.getByText('Tallennettu').first()).toBeVisible()
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a route: stops are put in order, a run is skipped and restored after a preview of its orders, and the route is paused', async ({
  as,
  api,
}) => {
  const [route] = await rowsOf<{ id: string }>(await api('yllapito'), '/jsonapi/reitti_entity/reitti_entity?filter[tila]=aktiivinen')
  const { page } = await as('yllapito', { at: `/reitti/${route?.id}` })
  const stops = page.getByRole('list', { name: 'Pysähdykset ajojärjestyksessä' }).getByRole('listitem')
  await expect(stops.nth(1)).not.toContainText('…')
  const [, second = ''] = await stops.allTextContents()

  await test.step('what a change does to the orders ahead is shown before it is saved', async () => {
    await stops
      .first()
      .getByRole('button', { name: /^Siirrä myöhemmäksi/ })
      .click()
    await expect(stops.first()).toContainText(second.slice(1))
    const third = (await stops.nth(2).textContent()) ?? ''
    await stops.nth(2).dragTo(stops.nth(1))
    await expect(stops.nth(1)).toContainText(third.slice(1))
    await dates(page)
      .nth(2)
      .getByRole('button', { name: /^Ohita/ })
      .click()
    await expect(dates(page).nth(2)).toContainText('Ohitetaan')
    await save(page).click()
    await expect(preview(page).getByText('Poistuu').first()).toBeVisible()
    await preview(page).getByRole('button', { name: 'Takaisin' }).click()
    await expect(dates(page).nth(2)).toContainText('Ohitetaan')
  })

  await test.step('saved, and the skipped run restored', async () => {
    await save(page).click()
    await confirm(page)
    await page.reload()
    await expect(stops.first()).toContainText(second.slice(1))
    await dates(page)
      .nth(2)
      .getByRole('button', { name: /^Palauta/ })
      .click()
    await save(page).click()
    await expect(preview(page).getByText('Tehdään').first()).toBeVisible()
    await confirm(page)
  })

  await test.step('a paused route makes no orders, and is on its own tab', async () => {
    await choose(page, 'Tila', 'Arkistoitu')
    await expect(page.getByText('Arkistoitu: tilauksia ei tehdä.')).toBeVisible()
    await save(page).click()
    await expect(preview(page).getByText('Poistuu').first()).toBeVisible()
    await confirm(page)
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    await page.goto('/reitit')
    await tab(page, /^Arkistoidut/).click()
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  })
})

test('a recurring job: its days change, an order that somebody has changed stays, and the job is paused', async ({ as, api }) => {
  const admin = await api('yllapito')
  const jobs = '/jsonapi/tuntituote_toisto_entity/tuntituote_toisto_entity?filter[tila]=aktiivinen'
  const [job] = await rowsOf<{ id: string }>(admin, jobs)
  const orders = () =>
    rowsOf<{ id: string; type: string }>(
      admin,
      `/jsonapi/tilaus_entity/tilaus_entity?filter[tuntituote_toisto.id]=${job?.id}&sort=-ajopaiva`,
    )
  await expect.poll(async () => (await orders()).length).toBeGreaterThan(2)
  const [touched] = await orders()
  await operate(admin, [
    { op: 'update', data: { type: 'tilaus_entity--tilaus_entity', id: touched?.id ?? '', attributes: { laskutus_viesti: 'Sovittu' } } },
  ])
  const { page } = await as('yllapito', { at: `/sopimustuntityo/${job?.id}` })
  await expect(dates(page).first()).toBeVisible()

  await test.step('the contact and the whole place can be given; the orders ahead change with them', async () => {
    await page.getByRole('textbox', { name: 'Nouto-osoitteen lisärivi' }).fill('Ovi 3')
    await page.getByRole('textbox', { name: 'Noudon yhteyshenkilön etunimi' }).fill('Aino')
    await page.getByRole('textbox', { name: 'Noudon puhelin' }).fill('040 123 4567')
    await save(page).click()
    await expect(preview(page).getByText('Muuttuu').first()).toBeVisible()
    await expect(preview(page).getByRole('listitem').filter({ hasText: 'Säilyy' })).toHaveCount(1)
    await confirm(page)
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Noudon yhteyshenkilön etunimi' })).toHaveValue('Aino')
    await expect(page.getByRole('textbox', { name: 'Nouto-osoitteen lisärivi' })).toHaveValue('Ovi 3')
  })

  await test.step('weekdays and single days', async () => {
    const count = (await orders()).length
    const day = page.getByRole('group', { name: 'Viikonpäivät' }).getByRole('checkbox', { name: 'ke', exact: true })
    await page.getByRole('group', { name: 'Viikonpäivät' }).getByText('ke', { exact: true }).click()
    await expect(day).not.toBeChecked()
    for (const text of await dates(page).allTextContents()) expect(text).not.toMatch(/^ke /)
    await dates(page)
      .nth(2)
      .getByRole('button', { name: /^Ohita/ })
      .click()
    await expect(dates(page).nth(2)).toContainText('Ohitetaan')
    await save(page).click()
    await confirm(page)
    expect((await orders()).length).toBeLessThan(count)
  })

  await test.step('paused: the untouched orders ahead go, and the job is on its own tab', async () => {
    await choose(page, 'Tila', 'Odottaa')
    await expect(page.getByText('Tauolla: tilauksia ei tehdä.')).toBeVisible()
    await save(page).click()
    await confirm(page)
    await page.goto('/sopimustuntityo')
    await tab(page, /^Tauolla/).click()
    await expect(page.locator(`a[href="/sopimustuntityo/${job?.id}"]`).first()).toBeVisible()
  })
})

/** The keys reach a control of a long form. */
async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await reach(page, control, { within: 120 })
  await page.keyboard.press(key)
}

/** Skips the third of the next dates. */
async function skipByKeys(page: Page): Promise<void> {
  const date = dates(page).nth(2)
  await press(page, date.getByRole('button', { name: /^Ohita/ }))
  await expect(date).toContainText('Ohitetaan')
}

async function chooseByKeys(page: Page, field: string, option: string): Promise<void> {
  await press(page, page.getByRole('combobox', { name: field, exact: true }), 'ArrowDown')
  const wanted = page.getByRole('option', { name: option, exact: true })
  await expect(wanted).toBeVisible()
  const isChosen = () => wanted.evaluate((element) => element.hasAttribute('data-combobox-selected'))
  for (let pressed = 0; pressed < 10 && !(await isChosen()); pressed++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** Saves with keys; the preview's button has the focus. */
async function saveByKeys(page: Page): Promise<void> {
  await press(page, save(page))
  await expect(preview(page).getByRole('button', { name: 'Tallenna' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(preview(page)).toHaveCount(0)
  await expect(page.getByText('Tallennettu').first()).toBeVisible()
}

test('by keyboard alone a route is opened from its list, its stops are put in order, a run is skipped, and it is paused', async ({
  as,
}) => {
  const { page } = await as('yllapito', { at: '/reitit' })
  await press(page, page.getByRole('row').getByRole('link').first())
  const stops = page.getByRole('list', { name: 'Pysähdykset ajojärjestyksessä' }).getByRole('listitem')
  await expect(stops.nth(1)).not.toContainText('…')
  const [, second = ''] = await stops.allTextContents()
  await skipByKeys(page)
  const later = stops.first().getByRole('button', { name: /^Siirrä myöhemmäksi/ })
  await press(page, later)
  await expect(stops.first()).toContainText(second.slice(1))
  await expect(stops.nth(1).getByRole('button', { name: /^Siirrä myöhemmäksi/ })).toBeFocused()
  await saveByKeys(page)
  await page.reload()
  await expect(stops.first()).toContainText(second.slice(1))
  await expect(dates(page).nth(2)).toContainText('Ohitetaan')
  await chooseByKeys(page, 'Tila', 'Arkistoitu')
  await expect(page.getByText('Arkistoitu: tilauksia ei tehdä.')).toBeVisible()
  await saveByKeys(page)
})

test('by keyboard alone a recurring job is opened from its list, its days change, one is skipped, and it is paused', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/sopimustuntityo' })
  await press(page, page.getByRole('row').getByRole('link').first())
  await expect(dates(page).first()).toBeVisible()
  const weekdays = page.getByRole('group', { name: 'Viikonpäivät' }).getByRole('checkbox', { checked: true })
  const count = await weekdays.count()
  // The box itself is hidden under its chip, so it is not reached by looking for it.
  await weekdays.first().focus()
  await page.keyboard.press('Space')
  await expect(weekdays).toHaveCount(count - 1)
  await skipByKeys(page)
  await saveByKeys(page)
  await chooseByKeys(page, 'Tila', 'Odottaa')
  await expect(page.getByText('Tauolla: tilauksia ei tehdä.')).toBeVisible()
  await saveByKeys(page)
})
