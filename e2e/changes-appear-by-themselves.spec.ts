import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'
import { orderByCall, trolley } from './order-form.ts'

const nameOf = async (page: Page): Promise<string> => {
  const label = await page.getByRole('button', { name: /^Käyttäjävalikko, / }).getAttribute('aria-label')
  return label?.replace('Käyttäjävalikko, ', '') ?? ''
}

test('an order, its driver and a change of driver appear on every open page without a reload', async ({ as, api }) => {
  const { page: first } = await as('kuljettaja', { phone: true, at: '/tilaukset' })
  const { page: second } = await as('kuljettaja2', { phone: true, at: '/tilaukset' })
  const drivers = [await nameOf(first), await nameOf(second)]
  const { page: dispatcher, context } = await as('yllapito', { at: '/tilaukset' })
  await dispatcher.getByRole('searchbox', { name: /^Hae numerolla/ }).fill('ITSE-1')
  const row = dispatcher.getByRole('row').filter({ has: dispatcher.getByRole('link', { name: /^Tilaus / }) })
  await expect(dispatcher.getByText('0 riviä')).toBeVisible()
  await expect(row).toHaveCount(0)
  const other = await context.newPage()
  await other.goto('/tilaukset?haku=ITSE-1')
  const otherRow = other.getByRole('row').filter({ has: other.getByRole('link', { name: /^Tilaus / }) })
  await expect(other.getByText('0 riviä')).toBeVisible()
  await dispatcher.bringToFront()

  const { number } = await orderByCall(await api('asiakas'), [trolley], 'ITSE-1')
  await test.step('the dispatcher’s open list shows the order with an unobtrusive mark', async () => {
    await expect(row).toHaveCount(1)
    await expect(row.getByRole('img', { name: /^Muuttunut/ })).toBeVisible()
  })
  await test.step('another tab shows it through the same event stream', async () => {
    await other.bringToFront()
    await expect(otherRow).toHaveCount(1)
    await dispatcher.bringToFront()
  })

  const cardOf = (page: Page) => page.getByRole('article', { name: new RegExp(`^${number}, `) })
  const assign = async (driver: string) => {
    await row.getByRole('checkbox', { name: 'Valitse rivi' }).check()
    await dispatcher.getByRole('button', { name: 'Kuljettaja ja auto' }).click()
    const dialog = dispatcher.getByRole('dialog', { name: /^Kuljettaja ja auto/ })
    await dialog.getByRole('combobox', { name: 'Kuljettaja' }).fill(driver)
    await dispatcher.getByRole('option', { name: driver, exact: true }).click()
    await dialog.getByRole('button', { name: 'Tallenna' }).click()
    await expect(row).toContainText(driver.split(' ').at(-1) ?? '')
  }
  await test.step('the order appears on the phone of the driver it is assigned to', async () => {
    await expect(cardOf(first)).toHaveCount(0)
    await assign(drivers[0] ?? '')
    await expect(cardOf(first)).toBeVisible()
  })
  await test.step('assigned to another driver, it disappears from the first phone and appears on the second', async () => {
    await assign(drivers[1] ?? '')
    await expect(cardOf(first)).toHaveCount(0)
    await expect(cardOf(second)).toBeVisible()
  })
})
