import { expect, expectAccessible, test } from './kuorma.ts'

test('an administrator rents out shelf places, skips a billing day and restores it', async ({ as }) => {
  const { page } = await as('yllapito')
  await page.goto('/vuokraukset')
  await expect(page.getByRole('heading', { name: 'Vuokraukset', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: /^Uusi vuokraus/ }).click()
  // The first field takes the focus when the page opens, which would close an open list.
  await expect(page.getByRole('textbox', { name: 'Nimi' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Asiakas' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: 'Määrä' }).fill('3')
  await page.getByRole('textbox', { name: 'Hinta', exact: true }).fill('12,50')
  await expect(page.getByText('37,50 €').first()).toBeVisible()
  const dates = page.getByRole('list', { name: 'Seuraavat laskutuspäivät' }).getByRole('listitem')
  await expect(dates).toHaveCount(5)
  await dates
    .nth(1)
    .getByRole('button', { name: /^Ohita/ })
    .click()
  await expect(dates.nth(1)).toContainText('Ohitetaan')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Lisää', exact: true }).click()
  await expect(page).toHaveURL(/\/vuokraus\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(dates.nth(1)).toContainText('Ohitetaan')
  await dates
    .nth(1)
    .getByRole('button', { name: /^Palauta/ })
    .click()
  await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(page.getByText('Ohitetaan')).toHaveCount(0)
})
