import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './kuorma.ts'

/** The cells of a column that are edited in place. */
const cells = (page: Page, label: string): Locator => page.getByRole('row').getByRole('button', { name: `muuta ${label}, ` })

/** A list, the column that is edited, what is typed, and what the cell says then. A flag turns when it is pressed. */
const lists = [
  { path: '/autot', label: 'Kantavuus (kg)', typed: '12345', stored: '12 345' },
  { path: '/tuotteet', label: 'Kuvaus', typed: 'Luettelossa muutettu', stored: 'Luettelossa muutettu' },
  { path: '/asiakkaat', label: 'Maksuehto (pv)', typed: '21', stored: '21' },
  { path: '/postiosoitteet', label: 'Osoite', typed: 'Muutoskatu 7', stored: 'Muutoskatu 7' },
  { path: '/tyontekijat?nakyma=kuljettaja', label: 'Ammattipätevyys voimassa', typed: '3.2.2031', stored: '3.2.2031' },
  { path: '/ilmoitukset', label: 'Pois käytöstä', turned: 'Ei', stored: 'Kyllä' },
  { path: '/dokumentit?sarakkeet=name,kuitattava', label: 'Kuitattava', turned: 'Kyllä', stored: 'Ei' },
]

test('an administrator edits a cell in the list of each register, and it is stored', async ({ as }) => {
  const { page } = await as('yllapito')
  for (const { path, label, typed, turned = '', stored } of lists)
    await test.step(path, async () => {
      await page.goto(path)
      const cell = cells(page, label).filter({ hasText: turned }).first()
      await expect(cell).toBeVisible()
      const name = ((await cell.textContent()) ?? '').split(', muuta ')[1] ?? ''
      const edited = page.getByRole('button', { name: `muuta ${name}` }).first()
      await cell.click()
      if (typed !== undefined) {
        const input = page.getByRole('group', { name }).getByRole('textbox')
        await expect(input).toBeFocused()
        await input.fill(typed)
        if (path === '/autot') await expectAccessible(page)
        await input.press('Enter')
      }
      await expect(edited).toContainText(stored)
      await expect(page.getByRole('status').filter({ hasText: 'tallennettu' }).last()).toBeVisible()
      await page.reload()
      await expect(edited).toContainText(stored)
    })
})
