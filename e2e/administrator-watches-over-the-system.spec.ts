import { changeSettings } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'

test('an administrator sees what runs by schedule, what waits, and which connections need what', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/asetukset?osio=taustatyot' })
  const tasks = page.getByRole('table', { name: 'Ajastetut työt' })
  await expect(tasks.getByRole('row').filter({ hasText: 'Käyttämättömien tiedostojen poisto' })).toContainText('klo 2.30')
  await expect(page.getByRole('table', { name: 'Jonot' }).getByRole('row').filter({ hasText: 'Sähköposti' })).toContainText('0')
  await expectAccessible(page)
  await page.goto('/asetukset?osio=yhteydet')
  await expect(page.getByText('Ota käyttöön palvelimen ympäristömuuttujalla HERE_API_KEY.')).toBeVisible()
})

test('what could run in the privacy policy is left out of its preview and of its page', async ({ as, api, browser, server }) => {
  const { page } = await as('yllapito', { at: '/asetukset?osio=tietosuoja' })
  const written = `<h1>Mitä säilytämme</h1><p onclick="window.vaara = 1" style="position:fixed">Säilytämme <b>tilauksesi</b>.</p>
    <script>window.vaara = 1</script><img src=x onerror="window.vaara = 1"><svg onload="window.vaara = 1"></svg>
    <iframe srcdoc="<script>parent.vaara = 1</script>"></iframe><style>body { display: none }</style>
    <a href="javascript:window.vaara = 1">linkki</a>`
  await page.getByRole('textbox', { name: 'Tietosuojaseloste' }).fill(written)
  await page.getByText('Esikatselu', { exact: true }).click()
  const preview = page.getByRole('region', { name: 'Esikatselu' })
  await expect(preview.getByRole('heading', { name: 'Mitä säilytämme' })).toBeVisible()
  await preview.getByText('Säilytämme tilauksesi.').click()
  await expectAccessibleInFullRun(page)
  await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Asetukset tallennettu' })).toBeVisible()

  const stranger = await browser.newPage({ baseURL: server, serviceWorkers: 'block' })
  await stranger.goto('/tietosuojaseloste')
  await expect(stranger.getByText('Säilytämme tilauksesi.')).toBeVisible()
  await stranger.getByText('Säilytämme tilauksesi.').click()
  await stranger.getByText('linkki').click()
  for (const one of [page, stranger]) {
    expect(await one.evaluate(() => 'vaara' in window)).toBe(false)
    await expect(
      one.locator('main').locator('script, iframe, img[src="x"], [onclick], [style*="fixed"], a[href^="javascript"]'),
    ).toHaveCount(0)
  }
  await stranger.close()
  await changeSettings(await api('yllapito'), { tietosuojaseloste: '' })
})
