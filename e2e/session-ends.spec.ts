import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInFullRun, password, signInWith, test } from './kuorma.ts'
import { fillOrder, goodsRow, trolley } from './order-form.ts'

/** Expires the access token and replaces the refresh token with one that the server does not know. */
async function invalidateTokens(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = 'kuorma.session'
    const stored: { token: { fetched: number; refresh_token: string } } = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem(key, JSON.stringify({ ...stored, token: { ...stored.token, fetched: 1, refresh_token: 'vanhentunut' } }))
  })
}

const sessionEnded = 'Istuntosi on vanhentunut. Sinut on kirjattu ulos.'

test('a rejected refresh signs out, and the typed text is there after signing in', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  await fillOrder(page, [trolley], 'ISTUNTO-1')
  await test.step('another tab signs out while text is being typed', async () => {
    await page.evaluate(() => {
      localStorage.setItem('kuorma.session', 'null')
      window.dispatchEvent(new StorageEvent('storage', { key: 'kuorma.session' }))
    })
    await expect(page).toHaveURL(/\/login/)
    await signInWith(page, 'asiakas', password)
    await expect(page.getByLabel('Viite', { exact: true })).toHaveValue('ISTUNTO-1')
  })
  await expect(page.getByText(/^Luonnos tallessa/)).toBeVisible()
  await invalidateTokens(page)
  page.once('dialog', (dialog) => void dialog.accept())
  const refused = page.waitForResponse((response) => response.url().includes('/oauth/token'))
  await page.reload()
  expect((await refused).status()).toBeGreaterThanOrEqual(400)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert').filter({ hasText: sessionEnded })).toBeVisible()

  // A new build has been deployed meanwhile.
  const calls = /\/(jsonapi|api)\/(?!events)/
  await page.route(calls, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-app-version': '2099.1.1' } })
  })
  await signInWith(page, 'asiakas', password)
  await expect(page).toHaveURL(/\/tilaus\/new/)
  await expect(page.getByLabel('Viite', { exact: true })).toHaveValue('ISTUNTO-1')
  await expect(goodsRow(page, 1).getByLabel('Kuvaus')).toHaveValue(trolley.kuvaus)

  await test.step('while text is being typed, a bar announces the new build; otherwise a dialog asks to load it', async () => {
    const notice = 'Uusi versio on saatavilla.'
    const dialog = page.getByRole('dialog', { name: notice })
    await expect(page.getByRole('status').filter({ hasText: notice })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('link', { name: 'Arkisto', exact: true }).click()
    await page.getByRole('button', { name: 'Poistu' }).click()
    await expect(dialog).toBeVisible()
    await expectAccessible(page, { within: '[role="dialog"]' })
    await page.unroute(calls)
    const reloaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: 'Päivitä' }).click()
    await reloaded
    await expect(page.getByRole('heading', { level: 1, name: 'Arkisto' })).toBeVisible()
    await expect(page.getByText(notice)).toHaveCount(0)
  })
})

test('a second 403 signs out with an explanation; the first one only shows a message', async ({ as }) => {
  // A file of the site: the archive's first request is answered by the route below.
  const { page } = await as('yllapito', { at: '/favicon.svg', deaf: true })
  // Only the archive's list request fails; the counts in the navigation are answered.
  const isList = (url: URL) => url.pathname.startsWith('/jsonapi/tilaus_entity/') && url.searchParams.has('include')
  await page.route(isList, (route) =>
    route.fulfill({ status: 403, contentType: 'application/vnd.api+json', body: JSON.stringify({ errors: [{ status: '403' }] }) }),
  )
  const forbid = () => page.waitForResponse((response) => response.status() === 403)
  const first = forbid()
  await page.goto('/arkisto')
  await first
  const alert = page.getByRole('alert').filter({ hasText: 'Sinulla ei ole oikeuksia operaatioon (403)' })
  await alert.getByRole('button', { name: 'Sulje' }).click()
  await expect(alert).toHaveCount(0)
  await expect(page).toHaveURL(/\/arkisto/)

  const second = forbid()
  await page.getByRole('main').getByRole('button', { name: 'Yritä uudelleen' }).click()
  await second
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert').filter({ hasText: sessionEnded })).toBeVisible()
  await page.unroute(isList)
  await page.goto('/laskuta')
  await expect(page).toHaveURL(/\/login/)
})

test('signing out without a network ends that session alone once the network returns', async ({ as }) => {
  const { page, context } = await as('huolto', { at: '/', phone: true, installed: true })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  const menu = page.getByRole('button', { name: /^Käyttäjävalikko/ })
  await expect(menu).toBeVisible()
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  const accessToken = /access_token\W+([\w-]+)/.exec(await stored())?.[1] ?? ''
  const statusOfOld = async () =>
    (await context.request.get('/jsonapi/user/user', { headers: { Authorization: `Bearer ${accessToken}` } })).status()

  await context.setOffline(true)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Kirjaudu ulos' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('status').filter({ hasText: 'Olet kirjautunut ulos tältä laitteelta.' })).toBeVisible()
  expect(await stored()).not.toMatch(/access_token|refresh_token/)
  await expectAccessibleInFullRun(page)

  // The network is back, but the sign-out request fails until somebody else has signed in.
  await context.route('**/oauth/logout', (route) => route.abort('internetdisconnected'))
  await context.setOffline(false)
  await signInWith(page, 'asiakas', password)
  await expect(menu).toBeVisible()
  expect(await statusOfOld()).toBe(200)
  await context.unroute('**/oauth/logout')
  await page.reload()
  await expect.poll(statusOfOld).toBe(401)
  await expect.poll(stored).not.toContain('kuorma.signed-out')
  await page.reload()
  await expect(menu).toBeVisible()
})

test('a fault message on a phone covers neither the header nor the bar at the bottom', async ({ as }) => {
  const { page } = await as('kuljettaja', { phone: true, at: '/tilaukset' })
  const detail = 'Lähetyksen tilaa ei voi muuttaa, koska tilaus on jo laskutettu. Ota yhteys ajojärjestelyyn ja kerro tilauksen numero.'
  await page.route('**/jsonapi/operations', (route) =>
    route.fulfill({ status: 422, contentType: 'application/vnd.api+json', body: JSON.stringify({ errors: [{ status: '422', detail }] }) }),
  )
  await page.getByRole('button', { name: 'Noudettu', exact: true }).first().click()
  const refusal = page.getByRole('alert').filter({ hasText: detail })
  const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
  await expect(refusal).toBeVisible()
  const [header, message, bar] = [await boxOf(page.getByRole('banner')), await boxOf(refusal), await boxOf(page.getByRole('navigation'))]
  expect(message.y).toBeGreaterThanOrEqual(header.y + header.height)
  expect(message.y + message.height).toBeLessThanOrEqual(bar.y)
  await refusal.getByRole('button', { name: 'Sulje' }).click()
  await expect(refusal).toHaveCount(0)
})
