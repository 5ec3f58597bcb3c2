import { changeSettings } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, password, signInWith, test } from './kuorma.ts'
import { changeConfig } from './page-config.ts'

test('a page requested without a session opens after sign-in; a wrong password is reported in the words of the specification', async ({
  page,
}) => {
  await page.goto('/paasy-kielletty')
  await expect(page).toHaveURL(/\/login/)
  await signInWith(page, 'yllapito', 'ei-tämä-salasana')
  await expect(page.getByRole('alert')).toContainText('Virheellinen käyttäjätunnus tai salasana.')
  await signInWith(page, 'yllapito', password)
  await expect(page).toHaveURL(/\/paasy-kielletty/)
})

test('the privacy policy is linked from the sign-in page', async ({ page }) => {
  const supportMail = 'tuki@kuorma.example'
  await changeConfig(page, { supportMail, supportPhone: '+358 40 123 4567' })
  await page.goto('/login')
  await test.step('the support is linked too, by phone and by mail', async () => {
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: /^Soita tukeen/ })).toHaveAttribute('href', 'tel:+358401234567')
    await expect(header.getByRole('link', { name: /^Lähetä sähköpostia tukeen/ })).toHaveAttribute('href', `mailto:${supportMail}`)
  })
  await page.getByRole('link', { name: 'Tietosuojaseloste' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tietosuojaseloste' })).toBeVisible()
  // The demo company has not written a privacy policy.
  await expect(page.getByText('Tietosuojaseloste ei ole saatavilla.')).toBeVisible()
  const hint = page.getByText('Pyydä se sähköpostilla').getByRole('link', { name: supportMail })
  await expect(hint).toHaveAttribute('href', `mailto:${supportMail}?subject=Tietosuojaseloste`)
  await expectAccessibleInFullRun(page)
})

test('the sign-in and password pages, the test page and an unknown address are accessible', async ({ page }) => {
  for (const [path, name] of [
    ['/login', 'Kirjaudu sisään'],
    ['/password-reset', 'Unohditko salasanan?'],
    ['/password-reset#name=kuljettaja&temp_pass=linkki', 'Valitse salasana'],
    ['/testisivu', 'Testisivu'],
    ['/ei-tallaista-sivua', 'Sivua ei löydy'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the sign-in page shows the company’s name, or its logo', async ({ api, page }) => {
  const admin = await api('yllapito')
  await changeSettings(admin, { yritys_nimi: 'Kuljetus Virtanen Oy' })
  await page.goto('/login')
  const main = page.getByRole('main')
  await expect(main.getByText('Kuljetus Virtanen Oy', { exact: true })).toBeVisible()
  const logo = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await changeSettings(admin, { yritys_logo: logo })
  await page.reload()
  const picture = main.getByRole('img', { name: 'Kuljetus Virtanen Oy' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(main.getByText('Kuljetus Virtanen Oy', { exact: true })).toHaveCount(0)
  await changeSettings(admin, { yritys_nimi: '', yritys_logo: '' })
})
