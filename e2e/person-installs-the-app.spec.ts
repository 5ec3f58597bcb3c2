import type { Page } from '@playwright/test'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

const hint = (page: Page) => page.getByRole('complementary', { name: 'Asenna sovellus' })

/** What a browser does that can install the app; its own question counts in `asked`. */
const offer = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement
    const prompt = async () => {
      dataset.asked = String(Number(dataset.asked ?? 0) + 1)
    }
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })

test('a phone is offered the installation: the browser is asked once, and a hint that is put away stays away', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/', phone: true })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(hint(page)).toHaveCount(0)
  await offer(page)
  await expect(hint(page)).toContainText('Se avautuu omasta kuvakkeesta myös ilman verkkoa.')
  await expectAccessibleInFullRun(page)
  await hint(page).getByRole('button', { name: 'Asenna', exact: true }).click()
  await expect(hint(page)).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-asked', '1')

  await offer(page)
  await hint(page).getByRole('button', { name: 'Piilota asennusohje' }).click()
  await expect(hint(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await offer(page)
  // The menu offers it, so the browser's offer has arrived.
  await page.getByRole('button', { name: /^Käyttäjävalikko/ }).click()
  await expect(page.getByRole('menuitem', { name: /^Asenna/ })).toBeVisible()
  await expect(hint(page)).toHaveCount(0)
})

test('an iPhone, whose browser never offers it, is told where to install the app', async ({ as }) => {
  const { page, context } = await as('asiakas', { at: '/', phone: true })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false })
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
  })
  await page.reload()
  await expect(hint(page)).toContainText('Paina Jaa ja valitse ”Lisää Koti-valikkoon”.')
  await expect(hint(page).getByRole('button', { name: 'Asenna', exact: true })).toHaveCount(0)
})
