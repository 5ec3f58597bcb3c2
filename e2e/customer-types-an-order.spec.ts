import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'
import {
  arrived,
  fillOrder,
  goodsRow,
  orderDay,
  pallet,
  placeField,
  placeStep,
  shipments,
  shop,
  trolley,
  warehouse,
  wishedDay,
} from './order-form.ts'

test('a reload while typing loses nothing, and leaving the page warns', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  await fillOrder(page, [trolley, pallet], 'KESKEN-1')
  await goodsRow(page, 2).getByRole('combobox', { name: 'Varaus' }).click()
  await page.getByRole('option', { name: 'Lavapaikka' }).click()
  await page.getByRole('button', { name: 'Monista rivi 2' }).click()
  await page.getByRole('button', { name: 'Lisää kellonajat' }).click()
  // Key by key: what cannot be read yet stays in the field.
  await page.getByLabel('Toimitus aikaisintaan: kello').pressSequentially('930')
  await page.getByLabel('Toimitus viimeistään: kello').pressSequentially('23.5')
  // The reload comes right after the last key, before the debounced draft save runs.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('Viesti kuljettajalle').fill('Ovi on pihan puolella')
  await page.reload()

  const expectAllTyped = async () => {
    await expect(placeStep(page, 'Nouto')).toContainText(warehouse.nimi)
    await expect(placeStep(page, 'Toimitus')).toContainText(shop.nimi)
    await expect(goodsRow(page, 1).getByLabel('Kuvaus')).toHaveValue(trolley.kuvaus)
    for (const row of [goodsRow(page, 2), goodsRow(page, 3)]) {
      await expect(row.getByLabel('Paino kg')).toHaveValue(pallet.paino)
      await expect(row.getByRole('combobox', { name: 'Varaus' })).toHaveValue('Lavapaikka')
    }
    await expect(wishedDay(page)).toHaveValue(new RegExp(`${orderDay()}$`))
    await expect(page.getByLabel('Toimitus aikaisintaan: kello')).toHaveValue('9.30')
    await expect(page.getByLabel('Toimitus viimeistään: kello')).toHaveValue('23.5')
    await expect(page.getByLabel('Viite', { exact: true })).toHaveValue('KESKEN-1')
    await expect(page.getByLabel('Viesti kuljettajalle')).toHaveValue('Ovi on pihan puolella')
  }
  await expectAllTyped()

  // The archive's script loads slowly: the form stays on screen after "Poistu" and does not ask a second time.
  const release = Promise.withResolvers<void>()
  await page.route(/\/archive-[^/]*\.js$/, (route) => release.promise.then(() => route.continue()))
  await page.getByRole('link', { name: 'Arkisto', exact: true }).click()
  const warning = page.getByRole('dialog', { name: 'Lomakkeella on tallentamattomia tietoja' })
  await warning.getByRole('button', { name: 'Jatka muokkausta' }).click()
  await expect(page).toHaveURL(/\/tilaus\/new/)
  await page.getByRole('link', { name: 'Arkisto', exact: true }).click()
  await warning.getByRole('button', { name: 'Poistu' }).click()
  await expect(page).toHaveURL(/\/arkisto/)
  await page.getByRole('link', { name: 'Uusi tilaus' }).click()
  await expect(page).toHaveURL(/\/tilaus\/new/)
  release.resolve()
  await expectAllTyped()

  await page.getByLabel('Toimitus viimeistään: kello').fill('23.59')
  await page.getByRole('button', { name: 'Tilaa ja tee uusi' }).click()
  await expect(page.getByRole('status').filter({ hasText: /Tilaus T-\d+ vastaanotettu/ })).toBeVisible()
  await expect(placeStep(page, 'Nouto')).toContainText(warehouse.nimi)
  await expect(placeStep(page, 'Toimitus').getByRole('combobox', { name: /^Osoite tai/ })).toBeFocused()
  await expect(page.getByLabel('Viite', { exact: true })).toHaveValue('')
  await page.goto('/tilaus/new')

  // An incomplete address keeps its fields open.
  const pickup = placeStep(page, 'Nouto')
  await pickup.getByRole('combobox', { name: /^Osoite tai/ }).fill('Keksitynkuja 5')
  await pickup.getByRole('option', { name: 'Uusi osoite: Keksitynkuja 5' }).click()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(placeField(pickup, 'Osoite')).toHaveValue('Keksitynkuja 5')
  await expect(pickup.getByRole('textbox', { name: 'Nimi', exact: true })).toHaveValue('')

  await test.step('when the device has no room for a draft, the page says so before the form is left', async () => {
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError')
      }
    })
    await page.getByLabel('Viite', { exact: true }).fill('EI-TILAA')
    await page.getByRole('link', { name: 'Arkisto', exact: true }).click()
    await expect(warning).toContainText('Laite ei ole säilyttänyt niitä')
  })
})

test('limits are shown before they are exceeded, and each fault is shown beside its field and at the top', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  const row = goodsRow(page, 1)
  await row.getByRole('combobox', { name: 'Tavaralaji' }).click()
  await page.getByRole('option', { name: 'Paketti' }).click()
  await expect(row).toContainText('Paketti: enintään 60 × 60 × 60 cm ja 30 kg / kpl.')
  await row.getByLabel('Paino kg').fill('34')
  await expect(row.getByText('Paketin enimmäispaino on 30 kg.')).toBeVisible()
  await expect(row.getByLabel('Paino kg')).toHaveAttribute('aria-invalid', 'true')

  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  const faults = page.getByRole('alert').filter({ hasText: /^Korjaa \d+ kohtaa/ })
  await expect(faults).toBeFocused()
  await faults.getByRole('button', { name: /paino kg: Paketin enimmäispaino on 30 kg\./ }).click()
  await expect(row.getByLabel('Paino kg')).toBeFocused()
  await row.getByLabel('Paino kg').fill('30')
  await expect(row.getByText('Paketin enimmäispaino on 30 kg.')).toHaveCount(0)
  await expect(page).toHaveURL(/\/tilaus\/new/)
  // The customer's own products are listed first, and have fixed sizes.
  await row.getByRole('combobox', { name: 'Tuote' }).click()
  await page.getByRole('option').first().click()
  await expect(row.getByLabel('Pituus cm')).toBeDisabled()
})

test('numbers and days that cannot be parsed stay as typed and are rejected with an explanation', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  const row = goodsRow(page, 1)
  const length = row.getByLabel('Pituus cm')
  for (const [typed, written] of [
    ['80.5', '80,5'],
    ['80,5', '80,5'],
    ['-7', '-7'],
    ['1e2', '1e2'],
    ['80,55', '80,55'],
  ] as const) {
    await length.fill(typed)
    await expect(length).toHaveValue(typed)
    await length.blur()
    await expect(length).toHaveValue(written)
    const fault = row.getByText(/^(Kirjoita luku muodossa 80,5|Rullakon vähimmäispituus on 0,1 cm)\.$/)
    await expect(fault).toHaveCount(written === '80,5' ? 0 : 1)
    if (written !== '80,5') await expect(length).toHaveAccessibleDescription(/^(Kirjoita luku|Rullakon vähimmäispituus)/)
  }

  const faultOfDay = page.getByText(/^Päivää ei ole\. Kirjoita esimerkiksi \d+\.\d+\.\d{4}, ti tai huomenna\.$/)
  for (const typed of ['31.2.2026', 'joskus']) {
    await wishedDay(page).fill(typed)
    await wishedDay(page).blur()
    await expect(wishedDay(page)).toHaveValue(typed)
    await expect(faultOfDay).toBeVisible()
  }
  await wishedDay(page).fill('1.1.9999')
  await wishedDay(page).blur()
  await expect(page.getByText(/^Päivä on liian kaukana\. Viimeinen mahdollinen on /)).toBeVisible()
  await wishedDay(page).fill('joskus')
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  const faults = page.getByRole('alert').filter({ hasText: /^Korjaa \d+ kohtaa/ })
  await expect(faults.getByRole('button', { name: /^Toivottu toimitus: Päivää ei ole\./ })).toBeVisible()
  // The draft keeps it over a reload, like everything that is typed.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(wishedDay(page)).toHaveValue('joskus')
  await expect(length).toHaveValue('80,55')

  await wishedDay(page).fill(`6.12.${new Date().getFullYear() + 1}`)
  await expect(wishedDay(page)).toHaveAccessibleDescription('Päivä on pyhäpäivä: itsenäisyyspäivä.')
  const inTwoDigits = orderDay().replace(/\d\d(\d\d)$/, '$1')
  await wishedDay(page).fill(inTwoDigits)
  await wishedDay(page).blur()
  await expect(wishedDay(page)).toHaveValue(new RegExp(`^[a-z]{2} ${orderDay()}$`))
})

test('an order that was stored although its answer was lost is found again, and later edits change that order', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  await fillOrder(page, [trolley], 'KATKO-1')
  await page.route('**/jsonapi/operations', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  await expect(page.getByText('Palvelin ei vastannut. Kirjoittamasi on tallessa, ja voit lähettää sen uudelleen.')).toBeVisible()
  await page.unroute('**/jsonapi/operations')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByLabel('Viite', { exact: true }).fill('KATKO-2')
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  await arrived(page)
  await expect(page.getByText(/^Tilaus oli jo tallennettu/)).toBeVisible()
  await expect(page.getByLabel('Viite', { exact: true })).toHaveValue('KATKO-2')
  await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Tilaus tallennettu' })).toBeVisible()
  for (const [label, count] of [
    ['KATKO-1', 0],
    ['KATKO-2', 1],
  ] as const) {
    await page.goto(`/tilaukset?haku=${label}`)
    await expect(page.getByRole('link', { name: /^Tilaus T-/ })).toHaveCount(count)
  }
  await page.goto('/tilaus/new')
  await expect(page.getByLabel('Viite', { exact: true })).toHaveValue('')
})

/** Uses the keyboard alone, and counts keystrokes and mental steps: one before each item to type. */
function keyboardOf(page: Page) {
  const { keyboard } = page
  const focused = page.locator(':focus')
  const counts = { keys: 0, thoughts: 0 }
  const nameOfFocused = () =>
    focused.evaluate((element) => {
      const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? [...(element.labels ?? [])] : []
      return (element.getAttribute('aria-label') ?? (labels.map(({ textContent }) => textContent).join(' ') || element.textContent)).trim()
    })
  const press = async (key: string) => {
    counts.keys += 1
    await keyboard.press(key)
  }
  return {
    counts,
    press,
    type: async (text: string) => {
      counts.keys += text.length
      counts.thoughts += 1
      await keyboard.type(text)
    },
    isAt: (name: RegExp) => expect.poll(nameOfFocused).toMatch(name),
    /** Presses Tab until the named field or button has the focus; fails when the keyboard cannot reach it. */
    tabTo: async (name: RegExp) => {
      for (let presses = 0; presses < 40; presses++) {
        await press('Tab')
        if (name.test(await nameOfFocused())) return
      }
      throw new Error(`Tab does not come to ${name}`)
    },
  }
}

test('a new customer orders by keyboard alone, and the next time in less than a minute', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/' })
  const { counts, press, type, isAt, tabTo } = keyboardOf(page)
  await expect(page.getByRole('heading', { name: 'Keskeneräiset tilaukset' })).toBeVisible()
  await tabTo(/^Uusi tilaus$/)
  await press('Enter')
  await isAt(/^Osoite tai lähettäjä/)
  const options = (end: 'Nouto' | 'Toimitus') => placeStep(page, end).getByRole('option')
  await press('Enter')
  await expect(options('Nouto').nth(1)).toBeVisible()
  await press('Enter')
  await expect(placeStep(page, 'Nouto').getByRole('button', { name: 'Vaihda: Nouto' })).toBeVisible()
  await isAt(/^Osoite tai vastaanottaja/)
  await type(shop.nimi)
  await expect(options('Toimitus').filter({ hasText: `Uusi osoite: ${shop.nimi}` })).toBeVisible()
  await press('ArrowUp')
  await press('Enter')
  await expect(placeStep(page, 'Toimitus').getByRole('textbox', { name: 'Nimi', exact: true })).toHaveValue(shop.nimi)
  await isAt(/^Osoite/)
  await type(shop.osoite)
  await tabTo(/^Postinumero/)
  await type(shop.postinumero)
  // The town is filled in from the postal code.
  await expect(placeStep(page, 'Toimitus').getByRole('textbox', { name: 'Paikkakunta' })).toHaveValue(shop.paikkakunta)
  await expect(page.getByRole('region', { name: 'Yhteenveto' })).toContainText(/→ Lahti.*noin \d+\skm/)
  await tabTo(/^Tallenna osoitteisiin/)
  await press('Space')
  for (const [name, text] of [
    [/^Pituus cm/, '80'],
    [/^Leveys cm/, '60'],
    [/^Korkeus cm/, '120'],
    [/^Paino kg/, '85,5'],
    [/^Kuvaus/, 'Näppäimillä'],
    [/^Toivottu toimitus/, orderDay()],
    [/^Viite$/, 'NÄPPÄIN-1'],
  ] as const) {
    await tabTo(name)
    await type(text)
  }
  await tabTo(/^Tilaa$/)
  await press('Enter')
  await arrived(page)
  await expect(shipments(page)).toContainText('Näppäimillä')

  Object.assign(counts, { keys: 0, thoughts: 0 })
  await tabTo(/^Tee uusi$/)
  await press('Enter')
  await isAt(/^Osoite tai lähettäjä/)
  await press('Enter')
  await expect(options('Nouto').first()).toContainText('viimeksi')
  await press('Enter')
  await isAt(/^Osoite tai vastaanottaja/)
  await type('kulma')
  await expect(options('Toimitus').first()).toContainText(shop.nimi)
  await press('Enter')
  await isAt(/^Tuote/)
  await type('rull')
  await expect(page.getByRole('option', { name: 'Rullakko', exact: true })).toBeVisible()
  await press('Enter')
  await isAt(/^Kpl/)
  await type('4')
  await tabTo(/^Toivottu toimitus/)
  await type(orderDay())
  await tabTo(/^Viite$/)
  await type('NÄPPÄIN-2')
  await press('Control+Enter')
  await arrived(page)
  await expect(shipments(page)).toContainText('4 rullakkoa')
  await expect(placeStep(page, 'Toimitus')).toContainText(shop.osoite)
  // A person needs 0.28 s for a keystroke and 1.35 s for a mental step (the keystroke-level model of Card, Moran and Newell).
  expect(counts.keys * 0.28 + counts.thoughts * 1.35).toBeLessThan(60)
})

test('a server fault is shown at its field until the field is changed, and no typed text is lost', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  await fillOrder(page, [trolley], 'HYLKY-1')
  const refused = { status: '422', detail: 'Viite on jo käytössä.', source: { pointer: '/atomic:operations/1/data/attributes/viite' } }
  await page.route('**/jsonapi/operations', (route) =>
    route.fulfill({ status: 422, contentType: 'application/vnd.api+json', body: JSON.stringify({ errors: [refused] }) }),
  )
  const field = page.getByLabel('Viite', { exact: true })
  await field.press('Control+Enter')
  const faults = page.getByRole('alert').filter({ hasText: 'Korjaa tämä kohta' })
  await expect(faults).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Viite on jo käytössä.')
  await faults.getByRole('button', { name: 'Viite: Viite on jo käytössä.' }).click()
  await expect(field).toBeFocused()
  await field.press('Tab')
  await expect(field).toHaveAccessibleDescription('Viite on jo käytössä.')
  await expect(field).toHaveValue('HYLKY-1')
  await expect(goodsRow(page, 1).getByLabel('Kuvaus')).toHaveValue(trolley.kuvaus)
  await page.unroute('**/jsonapi/operations')
  await field.fill('HYLKY-2')
  await expect(faults).toHaveCount(0)
  await field.press('Control+Enter')
  await arrived(page)
})
