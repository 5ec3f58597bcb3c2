import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'
import { changeConfig } from './page-config.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const street = (page: Page) => page.getByRole('combobox', { name: 'Osoite', exact: true })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Osoite-ehdotukset' }).getByRole('option')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const pin = (page: Page) => page.getByRole('button', { name: /^Sijainti .* Siirrä nuolinäppäimillä/ })

/** Stubs the call for suggestions of the map provider; the answer is sent when the test releases it. */
async function withProvider(page: Page): Promise<{ answer: () => void }> {
  await changeConfig(page, { placeSearch: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/here_autocomplete*', async (route) => {
    await promise
    const place = { field_osoite_1: 'Ehdotuskatu 5', field_postinumero: '33100', field_postitoimipaikka: 'Tampere', field_maa: 'FI' }
    const found = {
      id: '',
      lahde: 'karttapalvelu',
      arvio: false,
      bundle: 'postiosoite',
      name: '',
      tyyppi: [],
      lat: 61.49809,
      lng: 23.76721,
    }
    await route.fulfill({
      json: { data: [{ ...found, ...place, field_osoite_2: '', label: 'Ehdotuskatu 5, 33100 Tampere' }], meta: { count: 1 } },
    })
  })
  return { answer: resolve }
}

test('an administrator adds an address with suggestions, moves its pin, and removes it', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/postiosoitteet?omistaja=omat' })
  const provider = await withProvider(page)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessibleInFullRun(page)

  await test.step('own suggestions are shown at once, the provider’s place is added and fills the fields', async () => {
    await page.goto('/postiosoite/new')
    await expect(heading(page, 'Uusi osoite')).toBeVisible()
    await field(page, 'Nimi').fill('Ehdotettu varasto')
    await street(page).fill('Ehdotuskatu 5, tamp')
    await expect(suggestions(page).filter({ hasText: '33100 Tampere' })).toBeVisible()
    provider.answer()
    const place = suggestions(page).filter({ hasText: 'Karttapalvelu' })
    await expect(place).toBeVisible()
    await place.click()
    await expect(street(page)).toHaveValue('Ehdotuskatu 5')
    await expect(field(page, 'Postitoimipaikka')).toHaveValue('Tampere')
    await expect(page.getByText('Sijainti on karttapalvelusta.')).toBeVisible()
  })

  await test.step('a postal code fills in its town', async () => {
    await field(page, 'Postitoimipaikka').fill('')
    await field(page, 'Postinumero').fill('00100')
    await expect(field(page, 'Postitoimipaikka')).toHaveValue('Helsinki')
    await expect(page.getByText(/^Sijaintia ei tiedetä/)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(heading(page, 'Ehdotettu varasto')).toBeVisible()
    await expect(page.getByText('Sijainti on arvio: postinumeron keskipiste.')).toBeVisible()
  })

  await test.step('the pin is moved by keyboard and by mouse on our own base map, and saved', async () => {
    await expect(page.locator('.maplibregl-ctrl-attrib-inner')).toContainText('Natural Earth')
    const before = await field(page, 'Leveysaste').inputValue()
    await pin(page).focus()
    await page.keyboard.press('ArrowUp')
    await expect(field(page, 'Leveysaste')).not.toHaveValue(before)
    await expect(pin(page)).toBeFocused()
    await expect(page.getByText('Sijainti on asetettu käsin.')).toBeVisible()
    const byKey = await field(page, 'Pituusaste').inputValue()
    await pin(page).scrollIntoViewIfNeeded()
    const { x, y } = (await pin(page).boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + 70, y + 40, { steps: 5 })
    await page.mouse.up()
    await expect(field(page, 'Pituusaste')).not.toHaveValue(byKey)
    await expectAccessible(page)
    const [lat, lng] = [await field(page, 'Leveysaste').inputValue(), await field(page, 'Pituusaste').inputValue()]
    await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
    await expect(toast(page, 'Ehdotettu varasto tallennettu').last()).toBeVisible()
    await page.reload()
    await expect(field(page, 'Leveysaste')).toHaveValue(lat)
    await expect(field(page, 'Pituusaste')).toHaveValue(lng)
    await expect(page.getByText('Sijainti on asetettu käsin.')).toBeVisible()
  })

  await test.step('the list finds it by its street, and its removal can be undone', async () => {
    await page.goto('/postiosoitteet?haku=ehdotuskatu')
    await page.getByRole('link', { name: 'Ehdotettu varasto' }).click()
    await expect(heading(page, 'Ehdotettu varasto')).toBeVisible()
    await page.goto(`${new URL(page.url()).pathname}/delete`)
    await expect(heading(page, 'Poista Ehdotettu varasto')).toBeVisible()
    await expect(page.getByText('Ei käytössä missään.')).toBeVisible()
    await expectAccessibleInFullRun(page)
    await page.getByRole('button', { name: 'Poista', exact: true }).click()
    await expect(heading(page, 'Osoitteet')).toBeVisible()
    await toast(page, 'Ehdotettu varasto poistettu').getByRole('button', { name: 'Kumoa' }).click()
    await expect(toast(page, 'Ehdotettu varasto poistettu')).toHaveCount(0)
  })

  await test.step('before the removal of an address its orders are shown', async () => {
    await page.goto('/postiosoitteet?tyyppi=nouto&omistaja=asiakkaiden')
    await page.getByRole('row').nth(1).getByRole('link').click()
    await expect(page).toHaveURL(/\/postiosoite\/[0-9a-f-]{36}$/)
    await page.goto(`${new URL(page.url()).pathname}/delete`)
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: /^Lähetys/ })
        .first(),
    ).toBeVisible()
  })
})

test('a driver finds the buttons for calling and navigation on a phone and cannot edit; maintenance staff see no addresses', async ({
  as,
}) => {
  const { page: office } = await as('yllapito', { at: '/postiosoitteet?omistaja=omat' })
  await office.getByRole('row').nth(1).getByRole('link').click()
  await expect(office).toHaveURL(/\/postiosoite\/[0-9a-f-]{36}$/)
  const address = new URL(office.url()).pathname
  const { page } = await as('kuljettaja', { phone: true, at: address })
  await expect(page.getByRole('link', { name: /^Navigoi/ })).toHaveAttribute('href', /google\.com\/maps\/dir/)
  await expect(page.getByRole('region', { name: 'Osoite', exact: true })).toContainText('Postitoimipaikka')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('img', { name: /^Sijainti/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Poista|Tallenna)$/ })).toHaveCount(0)
  await expectAccessibleInFullRun(page)
  await page.goto(`${address}/delete`)
  await expect(page.getByRole('heading', { name: 'Sinulla ei ole oikeutta poistaa tätä' })).toBeVisible()
  const { page: maintenance } = await as('huolto', { phone: true, at: address })
  await expect(heading(maintenance, 'Osoitetta ei löydy')).toBeVisible()
})
