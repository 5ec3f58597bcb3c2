import { rowsOf } from './api-data.ts'
import { expect, expectAccessible, test } from './kuorma.ts'

test('an administrator compares the months by car, takes the table along, and a customer sees its rentals', async ({ as, api }) => {
  const { page } = await as('yllapito', { at: '/raportit' })
  const table = page.getByRole('region', { name: 'Asiakas, taulukko' })
  await expect(table.getByRole('row').nth(1)).toContainText('€')
  await expect(page.getByText(/^Summa on kuukauden aikana .* Kuukausi on kesken/)).toBeVisible()

  // The sums by customer, and the age of what is uninvoiced.
  const charts = page.locator('.recharts-surface:has(.recharts-bar-rectangle)')
  await expect(charts).toHaveCount(2)
  await expect(page.getByText(/^Kaaviossa on 8 suurinta, taulukossa kaikki \d+\.$/)).toBeVisible()

  await page.getByRole('button', { name: 'Edellinen kuukausi' }).click()
  await expect(page.getByText(/ edelliseen kuukauteen/)).toBeVisible()
  await expect(page).toHaveURL(/kuukausi=\d{4}-\d{2}/)
  await page.getByText('Auto', { exact: true }).click()
  const cars = page.getByRole('region', { name: 'Auto, taulukko' })
  await expect(cars.getByRole('columnheader', { name: 'Muutos' })).toBeVisible()
  await expect(cars.getByRole('row', { name: /^KUO-/ }).first()).toContainText('€')
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Lataa CSV/ })
    .first()
    .click()
  expect((await file).suggestedFilename()).toMatch(/^raportti-auto-\d{4}-\d{2}\.csv$/)
  // The choices are in the address.
  await page.reload()
  await expect(cars).toBeVisible()

  const [own] = await rowsOf<{ id: string }>(await api('asiakas'), '/jsonapi/asiakas_entity/asiakas_entity')
  const { page: reader } = await as('asiakas', { at: `/asiakas/${own?.id}` })
  const rentals = reader.getByRole('region', { name: 'Vuokraukset' })
  await expect(rentals.getByRole('listitem').first()).toContainText(/hyllypaikka VR-\d+.*×.*€/)
  await expect(rentals.getByRole('link')).toHaveCount(0)
  await page.goto(`/asiakas/${own?.id}`)
  await page.getByRole('region', { name: 'Vuokraukset' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/vuokraus\//)
})
