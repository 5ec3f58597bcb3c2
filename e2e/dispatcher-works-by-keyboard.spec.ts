import type { Locator, Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'
import { orderByCall, pallet, trolley } from './order-form.ts'

const rowsOf = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Tilaus / }) })
const toast = (page: Page, text: RegExp): Locator => page.getByRole('status').filter({ hasText: text })

test('a dispatcher searches, gives a driver and peeks at orders without a mouse', async ({ as }) => {
  const { page: customer } = await as('asiakas')
  for (const reference of ['NAPPAIN-1', 'NAPPAIN-2', 'NAPPAIN-3'])
    await orderByCall(customer, [reference.endsWith('2') ? pallet : trolley], reference)
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const { keyboard } = page
  const search = page.getByRole('searchbox', { name: /^Hae numerolla/ })
  await expect(rowsOf(page).first()).toBeVisible()

  await test.step('searching, with a typing error', async () => {
    await keyboard.press('/')
    await expect(search).toBeFocused()
    await keyboard.type('nappian')
    await expect(page.getByText(/Haulla ”nappian” ei löytynyt\. Näytetään haun nappain tulokset\./)).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(3)
    await search.fill('nappain')
    await expect(rowsOf(page)).toHaveCount(3)
    await keyboard.press('Enter')
  })
  await test.step('a driver is given in the row, and taken back with Ctrl Z', async () => {
    await keyboard.press('j')
    await keyboard.press('a')
    await expect(page.getByRole('combobox', { name: /^Kuljettaja: tilaus T-/ })).toBeFocused()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(toast(page, /^T-\d+: /)).toBeVisible()
    await expect(rowsOf(page).filter({ hasText: 'Ei kuljettajaa' })).toHaveCount(2)
    await keyboard.press('Control+z')
    await expect(rowsOf(page).filter({ hasText: 'Ei kuljettajaa' })).toHaveCount(3)
  })
  await test.step('a peek beside the list goes on with j and k', async () => {
    const peek = page.getByRole('region', { name: /^T-\d+/ })
    await keyboard.press('Space')
    await expect(peek).toContainText('1 / 3')
    await keyboard.press('j')
    await expect(peek).toContainText('2 / 3')
    await keyboard.press('Escape')
    await expect(peek).toHaveCount(0)
  })
})
