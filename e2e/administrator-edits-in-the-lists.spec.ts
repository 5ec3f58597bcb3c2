import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './kuorma.ts'

/** The cells of a column that are edited in place. */
const cells = (page: Page, label: string): Locator => page.getByRole('row').getByRole('button', { name: `muuta ${label}, ` })

/** A list, the column that is edited, what is typed (nothing for a flag, which turns when pressed), and what is stored. */
const lists = [
  ['/autot', 'Kantavuus (kg)', '12345', '12345'],
  ['/tuotteet', 'Kuvaus', 'Luettelossa muutettu', 'Luettelossa muutettu'],
  ['/asiakkaat', 'Maksuehto (pv)', '21', '21'],
  ['/postiosoitteet', 'Osoite', 'Muutoskatu 7', 'Muutoskatu 7'],
  ['/tyontekijat?nakyma=kuljettaja', 'Ammattipätevyys voimassa', '3.2.2031', '3.2.2031'],
  ['/ilmoitukset', 'Pois käytöstä', null, 'Kyllä'],
  ['/dokumentit?sarakkeet=name,kuitattava', 'Kuitattava', null, 'Ei'],
] as const

for (const [path, label, typed, stored] of lists)
  test(`an administrator edits ${label} in the list ${path}, and it is stored`, async ({ as }) => {
    const { page } = await as('yllapito')
    await page.goto(path)
    const before = typed === null && stored === 'Ei' ? 'Kyllä' : typed === null ? 'Ei' : ''
    const cell = cells(page, label).filter({ hasText: before }).first()
    await expect(cell).toBeVisible()
    const name = ((await cell.textContent()) ?? '').split(', muuta ')[1] ?? ''
    const edited = page
      .getByRole('row')
      .getByRole('button', { name: `muuta ${name}` })
      .first()
    await cell.click()
    if (typed !== null) {
      const input = page.getByRole('group', { name: name }).getByRole('textbox')
      await expect(input).toBeFocused()
      await input.fill(typed)
      await expectAccessible(page)
      await input.press('Enter')
    }
    await expect(edited).toContainText(stored)
    await expect(page.getByRole('status').filter({ hasText: 'tallennettu' })).toBeVisible()
    await page.reload()
    await expect(edited).toContainText(stored)
  })
