import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

test('a driver reads the page for drivers, from the menu, and jumps to a heading', async ({ as }) => {
  const { page } = await as('kuljettaja', { at: '/kuljettajan-etusivu', phone: true })
  await page.getByRole('button', { name: /^Käyttäjävalikko/ }).click()
  await page.getByRole('menuitem', { name: 'Ohje' }).click()
  await expect(page).toHaveURL(/\/ohje$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Ohje' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Kun verkkoa ei ole' })).toBeVisible()
  // Drivers have no other role's page.
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Kuljettajan työvuorot' })).toBeAttached()
  await expectAccessibleInFullRun(page)
  await page.getByRole('navigation', { name: 'Tällä sivulla' }).getByRole('link', { name: 'Kuittaus' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Kuittaus' })).toBeInViewport()
})

test('an administrator, who advises the others, reads the pages of all roles', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/ohje' })
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Ylläpito')
  const picture = page.getByRole('img', { name: 'Tilausten luettelo' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBeGreaterThan(600)
  await expectAccessibleInFullRun(page)
  await page.getByRole('tab', { name: 'Asiakas', exact: true }).click()
  await expect(page).toHaveURL(/rooli=asiakas$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Uusi tilaus' })).toBeVisible()
})
