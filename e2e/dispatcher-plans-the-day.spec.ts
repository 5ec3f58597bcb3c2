import { expect, test } from './kuorma.ts'
import { nextWorkingDay } from './working-day.ts'

test('a dispatcher gives orders to drivers by keyboard and by dragging, moves them, and undoes it', async ({ as }) => {
  const { page } = await as('yllapito', { at: `/ajot?paiva=${nextWorkingDay()}` })
  const rows = page.locator('[data-route]')
  const free = page.getByRole('complementary', { name: 'Ilman kuljettajaa' }).getByRole('button')
  await expect(rows.first()).toBeVisible()
  await expect(free.first()).toBeVisible()
  const before = await free.count()
  // Goods to a door of the route join its stop: what changes for certain is the text of the row.
  const [first, second] = [rows.first(), rows.nth(1)]
  const [firstText, secondText] = [await first.textContent(), await second.textContent()]
  const name = await rows.first().locator('[data-head]').getAttribute('aria-label')
  const driver = name?.split(', ')[0] ?? ''

  await free.first().focus()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: /^Anna kuljettaja/ })
  await dialog.getByRole('combobox', { name: 'Kuljettaja' }).fill(driver)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(free).toHaveCount(before - 1)
  // The next one can be given at once.
  await expect(page.locator('[data-work]:focus')).toBeVisible()
  await expect.poll(() => first.textContent()).not.toBe(firstText)
  await expect(page.getByRole('button', { name: 'Kumoa', exact: true })).toBeEnabled()

  // What is given has stops at once, dashed until they are stored.
  await expect(page.locator('[data-ghost]')).toHaveCount(0)
  // The last stop goes to another driver, with all of its shipment.
  const given = await first.textContent()
  await first.locator('[data-stop]').last().dragTo(second.locator('[data-drop=best]'))
  await expect.poll(() => second.textContent()).not.toBe(secondText)
  await page.keyboard.press('Control+z')
  await expect.poll(() => first.textContent()).toBe(given)
  await expect.poll(() => second.textContent()).toBe(secondText)
  await page.keyboard.press('Control+z')
  await expect(free).toHaveCount(before)
  await expect.poll(() => first.textContent()).toBe(firstText)
  await expect(page.getByRole('button', { name: 'Kumoa', exact: true })).toBeDisabled()
})

test('a stop without an order needs a name, and says so in Finnish', async ({ as }) => {
  const { page } = await as('yllapito', { at: `/ajot?paiva=${nextWorkingDay()}` })
  await page.locator('[data-head]').first().click()
  await page.getByRole('button', { name: 'Lisää pysähdys' }).click()
  const dialog = page.getByRole('dialog', { name: /^Lisää pysähdys/ })
  await dialog.getByRole('button', { name: 'Lisää', exact: true }).click()
  await expect(dialog.getByText('Anna paikan nimi.')).toBeVisible()
  await dialog.getByLabel('Paikan nimi').fill('Tankkaus')
  await dialog.getByRole('button', { name: 'Lisää', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Muu pysähdys, Tankkaus/ })).toBeVisible()
})
