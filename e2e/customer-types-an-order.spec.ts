import { expect, test } from './kuorma.ts'
import { arrived, fillOrder, goodsRow, pallet, placeStep, shipments, shop, today, trolley, warehouse, wishedDay } from './order-form.ts'

test('a reload in the middle of typing loses nothing, and leaving warns', async ({ as }) => {
  const { page } = await as('asiakas')
  await fillOrder(page, [trolley, pallet], 'KESKEN-1')
  // The reload comes right after the last key, before any pause in which a draft could be kept.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('Viesti kuljettajalle').fill('Ovi on pihan puolella')
  await page.reload()

  const expectAllTyped = async () => {
    await expect(placeStep(page, 'Nouto')).toContainText(warehouse.nimi)
    await expect(placeStep(page, 'Toimitus')).toContainText(shop.nimi)
    await expect(goodsRow(page, 1).getByLabel('Kuvaus')).toHaveValue(trolley.kuvaus)
    await expect(goodsRow(page, 2).getByLabel('Paino kg')).toHaveValue(pallet.paino)
    await expect(wishedDay(page)).toHaveValue(new RegExp(`${today()}$`))
    await expect(page.getByLabel('Viite', { exact: true })).toHaveValue('KESKEN-1')
    await expect(page.getByLabel('Viesti kuljettajalle')).toHaveValue('Ovi on pihan puolella')
  }
  await expectAllTyped()

  await page.getByRole('link', { name: 'Arkisto' }).click()
  const warning = page.getByRole('dialog', { name: 'Lomakkeella on tallentamattomia tietoja' })
  await warning.getByRole('button', { name: 'Jatka muokkausta' }).click()
  await expect(page).toHaveURL(/\/tilaus\/new/)
  await page.getByRole('link', { name: 'Arkisto' }).click()
  await warning.getByRole('button', { name: 'Poistu' }).click()
  await expect(page).toHaveURL(/\/arkisto/)
  await page.getByRole('link', { name: 'Uusi tilaus' }).click()
  await expectAllTyped()

  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  await arrived(page)
  await page.goto('/tilaus/new')
  await expect(page.getByLabel('Viite', { exact: true })).toHaveValue('')
})

test('limits are said before they are broken, and each fault stands beside its field and at the top', async ({ as }) => {
  const { page } = await as('asiakas')
  await page.goto('/tilaus/new')
  const row = goodsRow(page, 1)
  await row.getByRole('combobox', { name: 'Tavaralaji' }).click()
  await page.getByRole('option', { name: 'Paketti' }).click()
  await expect(row).toContainText('Paketti: enintään 60 × 60 × 60 cm ja 30 kg kappaleelta.')
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
})

test('numbers and days that cannot be read stay as typed and are refused in words', async ({ as }) => {
  const { page } = await as('asiakas')
  await page.goto('/tilaus/new')
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

  const faultOfDay = page.getByText(/^Päivää ei ole\. Kirjoita päivä muodossa \d+\.\d+\.\d{4}\.$/)
  for (const typed of ['31.2.2026', 'huomenna']) {
    await wishedDay(page).fill(typed)
    await wishedDay(page).blur()
    await expect(wishedDay(page)).toHaveValue(typed)
    await expect(faultOfDay).toBeVisible()
  }
  await wishedDay(page).fill('1.1.9999')
  await wishedDay(page).blur()
  await expect(page.getByText(/^Päivä on liian kaukana\. Viimeinen mahdollinen on /)).toBeVisible()
  await wishedDay(page).fill('huomenna')
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  const faults = page.getByRole('alert').filter({ hasText: /^Korjaa \d+ kohtaa/ })
  await expect(faults.getByRole('button', { name: /^Toivottu toimitus: Päivää ei ole\./ })).toBeVisible()
  // The draft keeps it over a reload, as it keeps all that is typed.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(wishedDay(page)).toHaveValue('huomenna')
  await expect(length).toHaveValue('80,55')

  const inTwoDigits = today().replace(/\d\d(\d\d)$/, '$1')
  await wishedDay(page).fill(inTwoDigits)
  await wishedDay(page).blur()
  await expect(wishedDay(page)).toHaveValue(new RegExp(`^[a-z]{2} ${today()}$`))
})

test('an order that was stored while its answer was lost is found again, and later edits stay edits of it', async ({ as }) => {
  const { page } = await as('asiakas')
  await fillOrder(page, [trolley], 'KATKO-1')
  await page.route('**/jsonapi/operations', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Puuttuva response' }).first()).toBeVisible()
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
  for (const [wanted, count] of [
    ['KATKO-1', 0],
    ['KATKO-2', 1],
  ] as const) {
    await page.goto(`/tilaukset?haku=${wanted}`)
    await expect(page.getByRole('link', { name: /^Tilaus T-/ })).toHaveCount(count)
  }
  await page.goto('/tilaus/new')
  await expect(page.getByLabel('Viite', { exact: true })).toHaveValue('')
})

test('an order is made from start to end by keyboard alone', async ({ as }) => {
  const { page } = await as('asiakas')
  const { keyboard } = page
  const focused = page.locator(':focus')
  /** Tabs on until the named field or button has the focus; a field out of the keyboard's reach ends the test. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses++) {
      await keyboard.press('Tab')
      const named = await focused.evaluate((element) => {
        const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? [...(element.labels ?? [])] : []
        return element.getAttribute('aria-label') ?? (labels.map(({ textContent }) => textContent).join(' ') || element.textContent)
      })
      if (name.test(named?.trim() ?? '')) return
    }
    throw new Error(`Tab does not come to ${name}`)
  }

  await expect(page.getByRole('heading', { name: 'Keskeneräiset tilaukset' })).toBeVisible()
  await tabTo(/^Uusi tilaus$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Uusi tilaus', level: 1 })).toBeVisible()

  await tabTo(/^Osoite tai lähettäjä/)
  await expect(placeStep(page, 'Nouto').getByRole('option').nth(1)).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(placeStep(page, 'Nouto').getByRole('button', { name: 'Muokkaa: Nouto' })).toBeVisible()
  await tabTo(/^Osoite tai vastaanottaja/)
  await keyboard.type(shop.nimi)
  await expect(placeStep(page, 'Toimitus').getByRole('option', { name: `Uusi osoite: ${shop.nimi}` })).toBeVisible()
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await expect(placeStep(page, 'Toimitus').getByRole('textbox', { name: 'Nimi', exact: true })).toHaveValue(shop.nimi)
  for (const [name, text] of [
    [/^Osoite/, shop.osoite],
    [/^Postinumero/, shop.postinumero],
    [/^Paikkakunta/, shop.paikkakunta],
    [/^Pituus cm/, '80'],
    [/^Leveys cm/, '60'],
    [/^Korkeus cm/, '120'],
    [/^Paino kg/, '85,5'],
    [/^Kuvaus/, 'Näppäimillä'],
    [/^Toivottu toimitus/, today()],
    [/^Viite$/, 'NÄPPÄIN-1'],
  ] as const) {
    await tabTo(name)
    await keyboard.type(text)
  }
  await tabTo(/^Tilaa$/)
  await keyboard.press('Enter')
  await arrived(page)
  await expect(shipments(page)).toContainText('Näppäimillä')
})
