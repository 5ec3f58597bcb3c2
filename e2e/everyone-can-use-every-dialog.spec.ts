import type { Locator, Page } from '@playwright/test'
import { rowsOf } from './api-data.ts'
import { expect, expectAccessible, test } from './kuorma.ts'

/** The floating element and the field that it is attached to; other tests check the page behind it. */
const within = '[role="menu"], [data-portal="true"], :focus'

/** Checks an opened menu or dialog once it is completely shown. */
async function opens(page: Page, button: Locator, opened: Locator): Promise<void> {
  await button.click()
  await expect(opened).toBeVisible()
  await expectAccessible(page, { within })
}

/** Checks a field's list. The field's keys scroll it, so it needs neither a landmark nor a tab stop. */
async function unfolds(page: Page, button: Locator, option: Locator): Promise<void> {
  await button.click()
  await expect(option).toBeVisible()
  await expectAccessible(page, { within, apart: ['region', 'scrollable-region-focusable'] })
}

test("the dispatcher's menus and dialogs are accessible", { tag: '@long' }, async ({ as, api }) => {
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const dialog = page.getByRole('dialog')
  const close = () => page.keyboard.press('Escape')

  await expect(page.getByRole('link', { name: /^Tilaus / }).first()).toBeVisible()
  await test.step('menus', async () => {
    await opens(page, page.getByRole('button', { name: /^Käyttäjävalikko/ }), page.getByRole('menu'))
    await close()
    await opens(
      page,
      page.getByRole('button', { name: 'Sarakkeet' }),
      page
        .getByRole('menuitemcheckbox')
        .or(page.getByRole('checkbox', { name: 'Hinta' }))
        .first(),
    )
    await close()
  })
  await test.step('day filter', async () => {
    await opens(page, page.getByRole('button', { name: 'Päivä', exact: true }), page.getByRole('dialog', { name: 'Päivä' }))
    await close()
  })
  await test.step('driver and car', async () => {
    await page.getByRole('checkbox', { name: 'Valitse rivi' }).first().check()
    await unfolds(page, page.getByRole('button', { name: 'Kuljettaja ja auto' }), page.getByRole('option', { name: 'Ei kuljettajaa' }))
    await close()
    // The page's shortcuts are off in a dialog: otherwise this key would open a new order.
    await dialog.getByRole('button', { name: 'Takaisin' }).press('n')
    await dialog.getByRole('button', { name: 'Takaisin' }).click()
  })
  await test.step('day', async () => {
    await opens(
      page,
      page.getByRole('toolbar', { name: 'Valitut rivit' }).getByRole('button', { name: 'Päivä' }),
      page.getByRole('dialog', { name: /^Toivottu toimitus/ }).getByRole('group', { name: 'Kalenteri' }),
    )
    await close()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('a step that requires a reason', async () => {
    type Waiting = { relationships: { tilaus: { data: { id: string } } } }
    const [waiting] = await rowsOf<Waiting>(
      await api('yllapito'),
      '/jsonapi/lahetys_entity/lahetys?filter[tila]=odottaa_noutoa&page[limit]=1',
    )
    await page.goto(`/tilaus/${waiting?.relationships.tilaus.data.id}`)
    await opens(page, page.getByRole('button', { name: /^Muut toiminnot: Lähetys / }).first(), page.getByRole('menu'))
    await opens(page, page.getByRole('menuitem', { name: 'Peruuta lähetys' }), dialog)
    await close()
  })
  await test.step('marking as invoiced', async () => {
    await page.goto('/laskuta?puute=hinta')
    const search = page.getByLabel('Hae asiakasta, tilausta, viitettä')
    await search.fill('oy')
    await search.press('Home')
    await search.pressSequentially('abc')
    await expect(search).toHaveValue('abcoy')
    await search.fill('')
    const unpriced = page.getByRole('row').filter({ hasText: 'Hinta puuttuu' })
    await unpriced.getByRole('checkbox', { name: 'Valitse rivi' }).first().check()
    await opens(page, page.getByRole('button', { name: 'Merkitse laskutetuksi' }), dialog)
    // An order without a price requires a confirmation of the price 0.
    await expect(dialog.getByText(/^1 tilaus merkitään laskutetuksi hintaan 0,00\s€/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Merkitse laskutetuksi' }).click()
    await expect(dialog.getByText('Vahvista tämä tai anna ensin hinta.')).toBeVisible()
    await close()
  })
  await test.step('the dialog for two versions of one row', async () => {
    await page.goto('/testisivu')
    await opens(page, page.getByRole('button', { name: 'Ristiriita' }), dialog)
  })
})

test("the customer's menus and dialogs are accessible", { tag: '@long' }, async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaukset' })
  const dialog = page.getByRole('dialog')
  await page
    .getByRole('row')
    .filter({ hasText: 'Odottaa noutoa' })
    .getByRole('link', { name: /^Tilaus T-/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Muut toiminnot', exact: true }).click()
  await opens(page, page.getByRole('menuitem', { name: 'Peruuta tilaus' }), dialog)
  await page.keyboard.press('Escape')

  await page.goto('/tilaus/new')
  const day = page.getByRole('textbox', { name: 'Toivottu toimitus' })
  await opens(page, day, page.getByRole('button', { name: /^\d+\. \p{L}+ \d{4}$/u }).first())
  await page.keyboard.press('Escape')
  await unfolds(page, page.getByRole('combobox', { name: 'Tavaralaji' }), page.getByRole('option', { name: 'Paketti' }))
  await page.keyboard.press('Escape')
  await page.getByLabel('Viite', { exact: true }).fill('Kesken')
  await opens(page, page.getByRole('link', { name: 'Arkisto', exact: true }), dialog)
})

test("the driver's menus and dialogs are accessible on a phone", { tag: '@long' }, async ({ as }) => {
  const { page } = await as('kuljettaja', { phone: true, at: '/tilaukset' })
  // A page that has just opened takes the focus, which would close the menu.
  await expect(page.getByRole('article').first()).toBeVisible()
  await opens(page, page.getByRole('button', { name: /^Käyttäjävalikko/ }), page.getByRole('menu'))
  await test.step('the dark colours chosen in the menu stay over a reload', async () => {
    // Safe to change here: the setting belongs to this browser context.
    await page.getByRole('menuitemradio', { name: 'Tumma' }).click()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })
})
