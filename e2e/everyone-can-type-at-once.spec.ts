import type { Locator, Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'
import { editDriver, orderByCall, placeField, placeStep, shipments, trolley, wishedDay } from './order-form.ts'

const customerField = (page: Page): Locator => page.getByRole('combobox', { name: 'Asiakas', exact: true })
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
const selectedText = (field: Locator): Promise<string> =>
  field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0))

test('each page focuses its first field, so that typing can begin at once', async ({ as, api }) => {
  const { page } = await as('yllapito', { at: '/tilaukset' })
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await test.step('after the keyboard shortcut of a new order, also before its page has opened', async () => {
    await page.keyboard.press('n')
    await page.keyboard.type('Pir')
    await expect(page).toHaveURL(/\/tilaus\/new$/)
    await expect(customerField(page)).toBeFocused()
    await expect(customerField(page)).toHaveValue('Pir')
    await expect(page.getByRole('main', { name: 'Uusi tilaus' })).toBeVisible()
  })
  await test.step('after a link and from another page', async () => {
    await page.goto('/tilaukset')
    await page.getByRole('link', { name: 'Tuo CSV' }).click()
    await expect(customerField(page)).toBeFocused()
    await page.keyboard.type('Hal')
    await expect(customerField(page)).toHaveValue('Hal')
  })
  await test.step('after an action of the palette, which is ranked above the orders found', async () => {
    await page.goto('/tilaukset')
    await expect(heading(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('uusi tilaus')
    const first = page.getByRole('dialog', { name: 'Haku' }).getByRole('option').first()
    await expect(first).toHaveText(/^Uusi tilaus/)
    await expect(first).toHaveAttribute('data-combobox-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tilaus\/new$/)
    await expect(customerField(page)).toBeFocused()
  })
  await test.step('when the page is opened by its address', async () => {
    await page.goto(`/user/${(await api('yllapito')).id}`)
    await expect(page.getByLabel('Etunimi')).toBeFocused()
  })
  await test.step('a list has keyboard shortcuts, so the focus is on its heading', async () => {
    await page
      .getByRole('link', { name: /^Tilaukset/ })
      .first()
      .click()
    await expect(heading(page)).toHaveText('Tilaukset')
    await expect(heading(page)).toBeFocused()
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.locator('[data-current]')).toHaveCount(1)
    // The heading is there from the list's data, before the order has been read and the whole page replaces it.
    const answered = Promise.withResolvers<void>()
    await page.route('**/jsonapi/tilaus_entity/tilaus_entity/*', (route) => answered.promise.then(() => route.continue()))
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(/^Tilaus T-/)
    await expect(heading(page)).toBeFocused()
    answered.resolve()
    await expect(page.getByRole('region', { name: 'Tapahtumat' })).toBeVisible()
    await expect(heading(page)).toBeFocused()
  })

  const { page: customer } = await as('asiakas', { at: '/' })
  await customer.getByRole('link', { name: 'Uusi tilaus' }).first().click()
  await expect(placeStep(customer, 'Nouto').getByRole('combobox', { name: /^Osoite tai/ })).toBeFocused()
})

test('the palette opens by its key while the app starts, and keeps what is typed until its field is there', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/' })
  const field = page.getByRole('dialog', { name: 'Haku' }).getByRole('combobox', { name: 'Hae' })
  const hold = async (address: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(address, (route) => promise.then(() => route.continue()))
    return resolve
  }
  await test.step('before the header is shown', async () => {
    const release = await hold('**/config.json')
    await page.reload()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Laskutus')
    await expect(heading(page)).toHaveCount(0)
    release()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Laskutus')
  })
  await test.step('pressed twice before the palette has been fetched', async () => {
    const release = await hold('**/palette-*.js')
    await page.reload()
    await expect(heading(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Autot')
    release()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Autot')
    await page.keyboard.press('Control+k')
    await expect(field).toHaveCount(0)
  })
})

test('a key pressed while the previous page is restored is handled by that page', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tilaukset' })
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/tilaus_entity/**', async (route) => {
    await released
    await route.continue()
  })
  await page.keyboard.press('n')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', () => resolve(), { once: true })
        history.back()
      }),
  )
  await page.keyboard.press('/')
  release()
  await expect(page.getByRole('searchbox', { name: /^Hae numerolla/ })).toBeFocused()
  await expect(page).toHaveURL(/\/tilaukset$/)
})

test('typing into a field with a value replaces the value', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), [trolley], 'VAIHTO-1')
  await test.step('an optional choice does not open its list over a copied order', async () => {
    const { page: customer } = await as('asiakas', { at: `/tilaus/${id}/clone` })
    const product = customer.getByRole('combobox', { name: 'Tuote' })
    await expect(product).toBeFocused()
    await expect(customer.getByRole('listbox')).toHaveCount(0)
    await customer.keyboard.type('EUR')
    await expect(customer.getByRole('option', { name: 'EUR-lava' })).toBeVisible()
  })
  const { page } = await as('yllapito', { at: `/tilaus/${id}` })
  const driver = page.getByRole('region', { name: 'Lähetykset' }).getByRole('combobox', { name: 'Kuljettaja' })
  await editDriver(shipments(page))
  await driver.click()
  await page.getByRole('option').first().click()
  const chosen = await driver.inputValue()
  await expect(driver).not.toHaveValue('')
  await page.getByRole('region', { name: 'Lähetykset' }).getByRole('combobox', { name: 'Auto' }).focus()
  await driver.click()
  await expect.poll(() => selectedText(driver)).toBe(chosen)
  const other = (await page.getByRole('option').allTextContents()).find((name) => name !== chosen) ?? ''
  await page.keyboard.type(other)
  await expect(driver).toHaveValue(other)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'kuljettaja vaihdettu' }).last()).toBeVisible()
  await expect(driver).toHaveValue(other)

  await page.goto('/tilaus/new')
  await customerField(page).fill('Oy')
  await page.getByRole('option').first().click()
  const day = wishedDay(page)
  await day.fill('+3')
  await page.getByLabel('Viite', { exact: true }).focus()
  await expect(day).toHaveValue(/^\S\S \d+\.\d+\.\d{4}$/)
  await day.focus()
  await expect.poll(() => selectedText(day)).toBe(await day.inputValue())
  const pieces = page.getByRole('group', { name: 'Tavararivi 1', exact: true }).getByLabel('Kpl')
  await pieces.fill('12')
  await page.getByLabel('Viite', { exact: true }).focus()
  await pieces.click()
  await expect.poll(() => selectedText(pieces)).toBe('12')
})

test('days can be typed in words, and an administrator may choose a day in the past', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tilaus/new' })
  await customerField(page).fill('Oy')
  await page.getByRole('option').first().click()
  const day = wishedDay(page)
  const typed = async (text: string): Promise<string> => {
    await day.fill(text)
    await page.getByLabel('Viite', { exact: true }).focus()
    await expect(day).toHaveValue(/^\S\S \d+\.\d+\.\d{4}$/)
    return day.inputValue()
  }
  expect(await typed('ti')).toMatch(/^ti /)
  const written = (days: number) =>
    new Intl.DateTimeFormat('fi-FI', { timeZone: 'Europe/Helsinki' }).format(new Date(Date.now() + days * 86_400_000))
  expect(await typed('huomenna')).toContain(` ${written(1)}`)
  const [date = ''] = /\d+\.\d+/.exec(written(2)) ?? []
  expect(await typed(date)).toContain(` ${written(2)}`)
  expect(await typed('eilen')).toContain(` ${written(-1)}`)
  await page
    .getByRole('button', { name: /^Tilaa/ })
    .first()
    .click()
  await expect(page.getByText('Päivä on jo mennyt')).toHaveCount(0)

  const { page: customer } = await as('asiakas', { at: '/tilaus/new' })
  await wishedDay(customer).fill('eilen')
  await customer
    .getByRole('button', { name: /^Tilaa/ })
    .first()
    .click()
  await expect(customer.getByText('Päivä on jo mennyt. Valitse tämä päivä tai myöhempi.').first()).toBeVisible()
})

test('the checkbox in the heading shows whether all or only some rows are selected', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tilaukset?tila=myohassa' })
  const all = page.getByRole('checkbox', { name: 'Valitse kaikki' })
  await expect(page.getByRole('checkbox', { name: 'Valitse rivi' }).first()).toBeVisible()
  await all.check()
  await expect(all).toBeChecked({ indeterminate: false })
  await page.getByRole('checkbox', { name: 'Valitse rivi' }).first().uncheck()
  await expect(all).toBeChecked({ indeterminate: true })
})

test('a suggested postal code does not change the typed street', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  await page.route('**/api/autocomplete/osoite*', (route) =>
    route.fulfill({
      json: {
        data: [
          {
            id: '',
            bundle: 'postiosoite',
            lahde: 'postinumerot',
            arvio: true,
            label: '33100 Tampere',
            name: '',
            tyyppi: [],
            field_osoite_1: '',
            field_osoite_2: '',
            field_postinumero: '33100',
            field_postitoimipaikka: 'Tampere',
            field_maa: 'FI',
            lat: 61.5,
            lng: 23.8,
          },
        ],
        meta: { count: 1 },
      },
    }),
  )
  const step = placeStep(page, 'Toimitus')
  await step.getByRole('combobox', { name: /^Osoite tai/ }).fill('Hämeenkatu 5, Tamp')
  const option = step.getByRole('option', { name: /33100/ })
  await expect(option).toHaveText('33100 Tampere')
  await option.click()
  await expect(placeField(step, 'Osoite')).toHaveValue('Hämeenkatu 5')
  await expect(step.getByRole('textbox', { name: 'Postinumero' })).toHaveValue('33100')
})

const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, textarea, select')]
      .filter((field) => !(field instanceof HTMLInputElement && ['checkbox', 'radio', 'file', 'hidden', 'range'].includes(field.type)))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 120)),
  )

test('no field has text so small that a touch screen zooms the page in', async ({ as, api }) => {
  const screens: Record<string, [string, ...string[]]> = {
    yllapito: ['/', '/tilaukset', '/tilaus/new', '/arkisto', '/laskuta', '/tilaus-csv-import', '/testisivu', '/user'],
    asiakas: ['/', '/tilaukset', '/tilaus/new', '/arkisto', '/arkisto-old', '/tilaus-csv-import', '/user'],
    kuljettaja: ['/tilaukset', '/user'],
  }
  for (const [name, paths] of Object.entries(screens)) {
    const { page } = await as(name, { phone: true, at: paths[0] })
    for (const path of paths)
      await test.step(`${name} ${path}`, async () => {
        if (path !== paths[0]) await page.goto(path === '/user' ? `/user/${(await api(name)).id}` : path)
        await expect(heading(page)).toBeVisible()
        // The test page shows skeletons permanently.
        if (path !== '/testisivu') await expect(page.locator('.mantine-Skeleton-root[data-visible]')).toHaveCount(0)
        expect(await tooSmall(page)).toEqual([])
      })
    if (name === 'kuljettaja') continue
    await page.goto('/tilaukset')
    await page
      .getByRole('link', { name: /^Tilaus / })
      .first()
      .click()
    await expect(heading(page)).toHaveText(/^Tilaus T-/)
    expect(await tooSmall(page)).toEqual([])
  }
})
