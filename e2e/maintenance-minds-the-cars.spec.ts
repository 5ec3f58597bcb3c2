import type { Page } from '@playwright/test'
import { makePerson, rowsOf, userIdOf } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const open = (page: Page) => page.getByRole('region', { name: 'Avoimet huollot ja viat' })
const cars = (page: Page) => page.getByRole('region', { name: 'Autot katsastuksen mukaan' })
const entryOf = (page: Page, text: string) => open(page).getByRole('listitem').filter({ hasText: text })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('maintenance adds an entry on a phone, moves it with a picture, marks it as done, and takes it back', async ({ as }) => {
  const { page } = await as('huolto', { at: '/', phone: true })
  await expect(page.getByRole('heading', { level: 1, name: 'Autot ja huollot' })).toBeVisible()
  await expect(open(page).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)

  await test.step('an entry is added to a car', async () => {
    await page.getByRole('button', { name: 'Lisää huolto' }).click()
    const form = page.getByRole('form', { name: 'Uusi merkintä' })
    await form.getByRole('button', { name: 'Lisää', exact: true }).click()
    await expect(form.getByRole('alert').filter({ hasText: 'Auto: Kenttä on pakollinen.' })).toBeFocused()
    await form.getByRole('combobox', { name: 'Auto' }).fill('101')
    await page.getByRole('option', { name: 'KUO-101' }).click()
    await form.getByRole('textbox', { name: 'Lisätiedot' }).fill('Lasinpesunestettä ja sulat')
    await form.getByRole('button', { name: 'Lisää', exact: true }).click()
    await expect(entryOf(page, 'Lasinpesunestettä')).toContainText('Kirjasi')
    await expect(form).toHaveCount(0)
  })

  await test.step('its text is edited and a picture is added', async () => {
    await entryOf(page, 'Lasinpesunestettä')
      .getByRole('button', { name: /^Muokkaa: / })
      .click()
    const form = open(page).getByRole('form')
    await form.getByRole('textbox', { name: 'Lisätiedot' }).fill('Lasinpesunestettä ja uudet sulat')
    const chooser = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Lisää kuva' }).click()
    await (await chooser).setFiles({ name: 'sulat.png', mimeType: 'image/png', buffer: png })
    await expectAccessibleInFullRun(page)
    await form.getByRole('button', { name: 'Tallenna', exact: true }).click()
    await expect(entryOf(page, 'uudet sulat').getByRole('button', { name: /, kuva 1, suurenna$/ })).toBeVisible()
  })

  await test.step('it is marked as done, which can be undone', async () => {
    const done = entryOf(page, 'uudet sulat').getByRole('button', { name: /^Merkitse tehdyksi: / })
    await done.click()
    await expect(entryOf(page, 'uudet sulat')).toHaveCount(0)
    await toast(page, 'merkitty tehdyksi').getByRole('button', { name: 'Kumoa' }).click()
    await expect(entryOf(page, 'uudet sulat')).toBeVisible()
    await done.click()
    await expect(toast(page, 'merkitty tehdyksi').last()).toBeVisible()
    await page.reload()
    await expect(open(page).getByRole('listitem').first()).toBeVisible()
    await expect(entryOf(page, 'uudet sulat')).toHaveCount(0)
  })
})

test('maintenance opens a car by its inspection, reads its log, and sets the next inspection', async ({ as }) => {
  const { page } = await as('huolto', { at: '/' })
  // The demo company has a car whose inspection is within a week, and one within a month.
  const rows = cars(page).getByRole('listitem')
  await expect(rows.first()).toContainText('6 pv')
  await expect(rows.nth(1)).toContainText('27 pv')
  await rows.first().getByRole('button').first().click()
  const log = page.getByRole('region', { name: 'Huoltoloki' })
  await expect(log.getByRole('listitem').filter({ hasText: 'Tehty' }).first()).toBeVisible()
  await expectAccessibleInFullRun(page)
  const plate = (await rows.first().getByRole('button').first().textContent())?.match(/^[A-Z]+-\d+/)?.[0] ?? ''
  await page.getByRole('button', { name: 'Merkitse seuraava katsastus' }).click()
  const form = page.getByRole('form', { name: /^Auto / })
  await form.getByRole('textbox', { name: 'Seuraava katsastus' }).fill('1.2.2031')
  await form.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: `${plate} tallennettu` })).toBeVisible()
  await expect(rows.filter({ hasText: plate })).toContainText('1.2.2031')
  await expect(rows.first()).toContainText('27 pv')

  for (const path of ['/autot', '/auto/new']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/paasy-kielletty/)
  }
})

test('each role opens the pages that are open to everybody, twice, and no request is refused', async ({ as, api }) => {
  const admin = await api('yllapito')
  const firstOf = async (path: string) => (await rowsOf<{ id: string }>(admin, `/jsonapi/${path}?page[limit]=1`))[0]?.id
  const address = await firstOf('osoite_entity/postiosoite')
  const order = await firstOf('tilaus_entity/tilaus_entity')
  const paths = [
    `/asiakas/${await firstOf('asiakas_entity/asiakas_entity')}`,
    `/postiosoite/${address}`,
    `/postiosoite/${address}/delete`,
    `/kuittaa-dokumentti/${await firstOf('dokumentti/dokumentti')}`,
    `/kuittaa/${order}`,
    `/tilaus/${order}/rahtikirja`,
    `/user/${await userIdOf(admin, 'kuljettaja2')}`,
    '/tilaukset',
  ]
  const refused: string[] = []
  for (const name of ['huolto', 'kuljettaja', 'asiakas', 'asiakasyllapito']) {
    // A file of the site, so that each answer to the app is looked at.
    const { page } = await as(name, { at: '/favicon.svg' })
    page.on('response', (answer) => answer.status() === 403 && refused.push(`${name}, ${page.url()}: ${answer.url()}`))
    for (const path of name === 'huolto' ? [...paths, ...paths] : paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    }
    await expect(page).not.toHaveURL(/\/login/)
  }
  expect(refused).toEqual([])
})

test('a driver who is also maintenance staff starts from the day and reaches the cars by a tab', async ({ as, api }) => {
  await makePerson(await api('yllapito'), { name: 'ajava-huoltaja', user_roles: ['kuljettaja', 'huolto'] })
  const { page } = await as('ajava-huoltaja', { at: '/', phone: true })
  await expect(page).toHaveURL(/\/kuljettajan-etusivu/)
  await page.getByRole('navigation', { name: 'Päävalikko' }).getByRole('link', { name: 'Huollot' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Autot ja huollot' })).toBeVisible()
  await expect(open(page).getByRole('listitem').first()).toBeVisible()
  await expectAccessibleInFullRun(page, { apart: ['target-size'] })
})
