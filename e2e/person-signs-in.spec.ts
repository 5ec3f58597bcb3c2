import { expect, expectAccessible, password, signIn, signInWith, test } from './kuorma.ts'

test('a page asked for without signing in opens after it', async ({ page }) => {
  await page.goto('/testisivu')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/paasy-kielletty')
  await expect(page).toHaveURL(/\/login/)
  await signInWith(page, 'yllapito', password)
  await expect(page).toHaveURL(/\/paasy-kielletty/)
})

test('the privacy policy is a link away without signing in', async ({ page }) => {
  const supportMail = 'tuki@kuorma.example'
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), supportMail } })
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Tietosuojaseloste' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tietosuojaseloste' })).toBeVisible()
  // The demo company has written none.
  await expect(page.getByText('Tietosuojaseloste ei ole saatavilla.')).toBeVisible()
  const hint = page.getByText('Pyydä se sähköpostilla').getByRole('link', { name: supportMail })
  await expect(hint).toHaveAttribute('href', `mailto:${supportMail}?subject=Tietosuojaseloste`)
  await expectAccessible(page)
})

test('a wrong password is told in the words of the specification', async ({ page }) => {
  await page.goto('/login')
  await signInWith(page, 'yllapito', 'ei-tämä-salasana')
  await expect(page.getByRole('alert')).toContainText('Virheellinen käyttäjätunnus tai salasana.')
})

test('a refused refresh signs out', async ({ page }) => {
  await signIn(page, 'yllapito')
  // Ends every session behind the page's back, as a change of the password would.
  await page.evaluate(async () => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!value.includes('refresh_token')) continue
      localStorage.setItem(
        key,
        value.replace(/"refresh_token":"[^"]+"/, '"refresh_token":"vanhentunut"').replace(/"fetched":\d+/, '"fetched":1'),
      )
    }
  })
  const refused = page.waitForResponse((response) => response.url().includes('/oauth/token'))
  await page.goto('/tilaukset')
  expect((await refused).ok()).toBe(false)
  await expect(page).toHaveURL(/\/login/)
})

test('sign-in and the gallery are accessible', async ({ page }) => {
  for (const path of [
    '/login',
    '/password-reset',
    '/password-reset#name=kuljettaja&temp_pass=linkki',
    '/testisivu',
    '/ei-tallaista-sivua',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})
