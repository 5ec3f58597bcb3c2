import type { Locator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { rowsOf } from './api-data.ts'
import { choose } from './keyboard.ts'
import { expect, test } from './kuorma.ts'
import { editDriver, orderByCall, placeField, placeStep, shipments, trolley } from './order-form.ts'

const status = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text })

/** The drivers' names, each with four letters that occur in no other name. */
async function driversOf(admin: Api): Promise<{ name: string; letters: string }[]> {
  const rows = await rowsOf<{ attributes: { field_fullname: string } }>(
    admin,
    '/jsonapi/user/user?filter[user_roles]=kuljettaja&page[limit]=50',
  )
  const names = rows.map(({ attributes }) => attributes.field_fullname)
  return names.flatMap((name) => {
    const letters = [...name].flatMap((_, at) => /^\p{L}{4}/u.exec(name.slice(at).toLowerCase())?.[0] ?? [])
    const own = letters.find((text) => names.filter((other) => other.toLowerCase().includes(text)).length === 1)
    return own === undefined ? [] : [{ name, letters: own }]
  })
}

test('four letters and Enter choose a driver, and Enter chooses nothing else', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), [trolley], 'ENTER-1')
  const [first, second] = await driversOf(await api('yllapito'))
  if (!first || !second) throw new Error('The demo company has two drivers')
  const { page } = await as('yllapito', { at: `/tilaus/${id}`, deaf: true })

  await test.step('on the order page, where the toast of an undo offers no undo', async () => {
    await editDriver(shipments(page).first())
    const driver = shipments(page).first().getByRole('combobox', { name: 'Kuljettaja' })
    await driver.focus()
    await choose(page, first.letters)
    await expect(driver).toHaveValue(first.name)
    await status(page, 'kuljettaja vaihdettu').getByRole('button', { name: 'Kumoa' }).press('Enter')
    await expect(driver).toHaveValue('')
    await expect(status(page, /Kumottu: .*kuljettaja vaihdettu/)).toBeVisible()
    await expect(status(page, 'Kumottu').getByRole('button')).toHaveCount(0)
  })

  await test.step('typing the chosen name again keeps it, and an emptied field does not choose anybody', async () => {
    const driver = shipments(page).first().getByRole('combobox', { name: 'Kuljettaja' })
    await driver.focus()
    await choose(page, second.letters)
    await expect(status(page, /^(?!Kumottu).*kuljettaja vaihdettu/)).toBeVisible()
    await expect(driver).toHaveValue(second.name)
    const writes: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
    for (const typed of [second.name, second.letters, '', 'zzz']) {
      await driver.fill('x')
      await driver.fill(typed)
      await page.keyboard.press('Enter')
      await driver.blur()
      await expect(driver).toHaveValue(second.name)
    }
    expect(writes.filter((url) => url.includes('/jsonapi/'))).toEqual([])
  })

  await test.step('in the action bar over the list', async () => {
    await page.goto('/tilaukset')
    const driver = page.getByRole('combobox', { name: 'Kuljettaja' })
    await driver.focus()
    await choose(page, second.letters)
    await expect(driver).toHaveValue(second.name)
    await expect(page).toHaveURL(/kuljettaja=/)
    const customers = page.getByRole('combobox', { name: 'Asiakas' })
    await customers.focus()
    await page.keyboard.type('Oy')
    const option = page.getByRole('option').first()
    await expect(option).toHaveAttribute('data-combobox-selected', 'true')
    const name = (await option.textContent()) ?? ''
    await page.keyboard.press('Enter')
    await expect(customers).toHaveValue(name)
    await expect(page).toHaveURL(/asiakas=/)
  })

  await test.step('in the dialog of several orders, where Enter without a match does not submit', async () => {
    await page.goto('/tilaukset?haku=ENTER-1')
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: /^Tilaus / }) })
      .getByRole('checkbox', { name: 'Valitse rivi' })
      .press('Space')
    await page.getByRole('button', { name: 'Kuljettaja ja auto' }).press('Enter')
    const dialog = page.getByRole('dialog')
    const driver = dialog.getByRole('combobox', { name: 'Kuljettaja' })
    await driver.focus()
    await choose(page, first.letters)
    await expect(driver).toHaveValue(first.name)
    await dialog.getByRole('combobox', { name: 'Auto' }).focus()
    await page.keyboard.type('zzz')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Ei löytynyt')).toBeVisible()
    await dialog.getByRole('button', { name: 'Tallenna' }).press('Enter')
    await expect(status(page, /vaihdettu\./)).toBeVisible()
  })
})

test('an address typed as one line is split into its fields', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  const step = placeStep(page, 'Toimitus')
  const fields = async (typed: string): Promise<string[]> => {
    await step.getByRole('combobox', { name: /^Osoite tai/ }).fill(typed)
    await step.getByRole('option', { name: `Uusi osoite: ${typed}` }).click()
    const values = ['Nimi', 'Osoite', 'Postinumero', 'Paikkakunta'].map((name) => placeField(step, name).inputValue())
    const read = await Promise.all(values)
    await page.getByRole('button', { name: 'Valitse tallennetuista: Toimitus' }).click()
    return read
  }
  expect(await fields('Mannerheimintie 5 A 12, 00100 Helsinki')).toEqual(['', 'Mannerheimintie 5 A 12', '00100', 'Helsinki'])
  expect(await fields('Mannerheimintie 5, Helsinki')).toEqual(['', 'Mannerheimintie 5', '', 'Helsinki'])
  expect(await fields('Takapihan ovi, 2. krs')).toEqual(['Takapihan ovi, 2. krs', '', '', ''])

  await test.step('by keyboard alone, no matter when Enter is pressed', async () => {
    await step.getByRole('combobox', { name: /^Osoite tai/ }).focus()
    await page.keyboard.type('Oy Firma Ab, Teollisuustie 3, 33100 Tampere')
    await page.keyboard.press('Enter')
    for (const [name, value] of [
      ['Nimi', 'Oy Firma Ab'],
      ['Osoite', 'Teollisuustie 3'],
      ['Postinumero', '33100'],
      ['Paikkakunta', 'Tampere'],
    ] as const) {
      await expect(placeField(step, name)).toHaveValue(value)
    }
  })
})
