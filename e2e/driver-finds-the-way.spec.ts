import type { Page } from '@playwright/test'
import { makePerson } from './api-data.ts'
import { openDay, phone, planDay, startEarlier } from './driver-day.ts'
import { expect, expectAccessible, test } from './kuorma.ts'

/** The fragment of the URL with which a stranger follows the order, once the link is enabled. */
const trackingToken = (admin: Page, order: string | undefined): Promise<string> =>
  admin.evaluate(async (id) => {
    const { token } = JSON.parse(localStorage.getItem('kuorma.session') ?? '')
    const headers = { Authorization: `Bearer ${token.access_token}`, 'Content-Type': 'application/json' }
    const path = '/api/tilaus/seurantalinkki'
    await fetch(path, { method: 'POST', headers, body: JSON.stringify({ operation: 'kayttoon', id }) })
    return (await (await fetch(`${path}?id=${id}`, { headers })).json()).data[0].tunnus
  }, order)

test('a driver chooses what to navigate with, sees the day on a map and starts loading', async ({ as, browser, server }) => {
  const { page: admin } = await as('yllapito', { deaf: true })
  const driver = await makePerson(admin, { name: 'karttakuljettaja', user_roles: ['kuljettaja'] })
  await planDay(admin, driver, ['Karttaovi'])
  const context = await browser.newContext({ ...phone, baseURL: server })
  await context.route('https://waze.com/**', (route) => route.fulfill({ body: 'Waze' }))
  const page = await openDay(context, 'karttakuljettaja')
  const next = page.getByRole('article').filter({ hasText: 'Seuraava' })
  const go = next.getByRole('link', { name: 'Navigoi: Testivarasto Oy' })

  await test.step('Google Maps at first, then what was chosen, also after a reload', async () => {
    await expect(go).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=/)
    await next.getByRole('button', { name: 'Navigointisovellus: Google Maps. Vaihda' }).click()
    await expect(page.getByRole('menuitem', { name: 'Puhelimen kartta' })).toHaveAttribute('href', /^geo:6\d\.\d+,2\d\.\d+\?q=/)
    const [opened] = await Promise.all([context.waitForEvent('page'), page.getByRole('menuitem', { name: 'Waze' }).click()])
    await opened.close()
    await expect(go).toHaveAttribute('href', /^https:\/\/waze\.com\/ul\?ll=6\d\.\d+%2C2\d\.\d+&navigate=yes$/)
    await page.reload()
    await expect(next.getByRole('button', { name: 'Navigointisovellus: Waze. Vaihda' })).toBeVisible()
    await expect(go).toHaveAttribute('href', /^https:\/\/waze\.com\//)
  })

  await test.step('the map of the day has a link through its stops', async () => {
    await page.getByRole('button', { name: 'Päivä kartalla' }).click()
    await expect(page.getByLabel('Päivän pysähdykset kartalla')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Aja pysähdykset 1–2' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=6.*&waypoints=6/,
    )
    await expectAccessible(page)
  })

  await test.step('at a pickup the loading is started', async () => {
    await page.getByRole('button', { name: /^Aloita päivä/ }).click()
    await expect(page.getByRole('region', { name: 'Käynnissä: Muu' })).toBeVisible()
    await next.getByRole('button', { name: 'Muut, Testivarasto Oy' }).click()
    await next.getByRole('button', { name: 'Aloita lastaus' }).click()
    await expect(page.getByRole('region', { name: 'Käynnissä: Lastaus' })).toBeVisible()
    await expect(next.getByRole('button', { name: 'Aloita lastaus' })).toHaveCount(0)
  })
  await context.close()
})

test('after the first part of a split break the second one is due', async ({ as, browser, server }) => {
  const { page: admin } = await as('yllapito', { deaf: true })
  await makePerson(admin, { name: 'taukokuljettaja', user_roles: ['kuljettaja'] })
  const context = await browser.newContext({ ...phone, baseURL: server })
  const page = await openDay(context, 'taukokuljettaja')
  await startEarlier(page, 180, [
    { tyyppi: 'AJO', ago: 180 },
    { tyyppi: 'TAUKO', ago: 80 },
    { tyyppi: 'AJO', ago: 60 },
  ])
  await page.reload()
  const running = page.getByRole('region', { name: 'Käynnissä: Ajo' })
  await expect(running).toContainText(/Ajoa jäljellä 1 h (49|50) min/)
  await expect(running).toContainText('sitten 30 min tauko')
  await context.close()
})

test('a reported delay is on the consignee’s page, with the window of arrival and the stops before', async ({
  as,
  browser,
  server,
  page: stranger,
}) => {
  const { page: admin } = await as('yllapito', { deaf: true })
  const driver = await makePerson(admin, { name: 'myohastyja', user_roles: ['kuljettaja'] })
  const orders = await planDay(admin, driver, ['Seurantaovi Yksi', 'Seurantaovi Kaksi'])
  const context = await browser.newContext({ ...phone, baseURL: server })
  const page = await openDay(context, 'myohastyja')
  const next = page.getByRole('article').filter({ hasText: 'Seuraava' })
  await page.getByRole('button', { name: /^Aloita päivä/ }).click()
  await next.getByRole('button', { name: 'Noudettu', exact: true }).click()
  await expect(next).toContainText('2 / 3')
  const isFirst = ((await next.textContent()) ?? '').includes('Seurantaovi Yksi')
  const door = isFirst ? 'Seurantaovi Yksi' : 'Seurantaovi Kaksi'
  // The pickup has been sent.
  await expect(page.getByRole('button', { name: /^Kumoa nouto/ })).toBeVisible()

  await test.step('the consignee of the last door sees how many stops come before', async () => {
    await expect(async () => {
      await stranger.goto(`/seuranta#${await trackingToken(admin, orders[isFirst ? 1 : 0])}`)
      await stranger.reload()
      await expect(stranger.getByText('Ennen sinua on 1 pysähdys.')).toBeVisible({ timeout: 5000 })
    }).toPass()
  })

  await test.step('the driver reports the delay to the next door', async () => {
    await next.getByRole('button', { name: new RegExp(`^Muut, ${door}`) }).click()
    await next.getByRole('button', { name: 'Ilmoita myöhästymisestä' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ilmoita myöhästymisestä' })
    await dialog.getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(dialog.getByText('Valitse, kuinka paljon.')).toBeVisible()
    await dialog.getByRole('radio', { name: '30 min' }).click()
    await expect(dialog.getByRole('status')).toContainText('Uusi arvio')
    await expectAccessible(page, { within: '[role=dialog]' })
    await dialog.getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(page.getByText('Myöhästymisestä ilmoitettu: 30 min.')).toBeVisible()
  })

  await test.step('its consignee sees the delay and the new window', async () => {
    await stranger.goto('about:blank')
    await stranger.goto(`/seuranta#${await trackingToken(admin, orders[isFirst ? 0 : 1])}`)
    await expect(stranger.getByText('Kuljettaja on ilmoittanut olevansa noin 30 min myöhässä.')).toBeVisible()
    await expect(stranger.getByText(/^Arvioitu saapuminen .*\d\.\d\d–\d/)).toBeVisible()
    await expectAccessible(stranger)
  })
  await context.close()
})
