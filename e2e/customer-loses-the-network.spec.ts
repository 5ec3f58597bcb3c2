import { expect, test } from './kuorma.ts'
import { arrived, fillOrder, orderByCall, trolley } from './order-form.ts'

test('a save that gets no answer is one message: the form’s own', async ({ as }) => {
  const { page, context } = await as('asiakas', { at: '/tilaus/new' })
  await fillOrder(page, [trolley], 'VERKKO-1')
  const checked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/readyz'))
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  const unanswered = page.getByRole('alert').filter({ hasText: 'Palvelin ei vastannut. Kirjoittamasi on tallessa' })
  await expect(unanswered).toBeVisible()
  await checked
  await expect(page.getByText(/Ei yhteyttä palvelimeen/)).toBeHidden()
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(1)

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  await arrived(page)
})

test('an action on a row that gets no answer is one message: a toast, and the strip once it is closed', async ({ as, api }) => {
  const { number } = await orderByCall(await api('asiakas'), [trolley], 'VERKKO-2')
  const { page, context } = await as('yllapito', { at: '/tilaukset?haku=VERKKO-2' })
  await expect(page.getByRole('link', { name: `Tilaus ${number}` })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(page.getByRole('option').first()).toBeVisible()
  const checked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/readyz'))
  await context.setOffline(true)
  await page.getByRole('option').first().click()
  const toast = page.getByRole('alert').filter({ hasText: `${number}: Palvelin ei vastannut. Yritä uudelleen.` })
  const strip = page.getByText(/Ei yhteyttä palvelimeen/)
  await expect(toast).toBeVisible()
  await checked
  await expect(strip).toBeAttached()
  await expect(strip).toBeHidden()
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(1)
  await toast.getByRole('button', { name: 'Sulje' }).click()
  await expect(strip).toBeVisible()
  await context.setOffline(false)
  await expect(strip).toBeHidden()
})

for (const name of ['asiakas', 'huolto', 'yllapito'])
  test(`the installed app opens without a network before any screen has been used: ${name}`, async ({ as }) => {
    const { page, context } = await as(name, { at: '/', phone: true, installed: true, expected: /PartNotLoaded|net::ERR_FAILED/ })
    // The worker is active once it has stored the start of the app.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.setOffline(true)

    await test.step('its start page says that there is no connection', async () => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/Ei yhteyttä palvelimeen/).first()).toBeVisible()
    })
    await test.step('a screen that is not stored says so, and offers to try again', async () => {
      const checked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/readyz'))
      await page.goto('/testisivu')
      // The page stays as it is once the server is known to be unreachable.
      await checked
      await expect(page.getByRole('heading', { name: 'Sivua ei saatu ladattua' })).toBeVisible()
      await expect(page.getByText(/Sivu ei ole tallessa tällä laitteella, eikä verkkoyhteyttä ole/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Yritä uudelleen' })).toBeVisible()
    })
    await test.step('without stored settings it says that the server is not reached', async () => {
      await page.evaluate(() => localStorage.removeItem('kuorma.config'))
      await page.goto('/')
      await expect(page.getByText('Palvelimeen ei saada yhteyttä')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Yritä uudelleen' })).toBeVisible()
    })
    await context.setOffline(false)
  })
