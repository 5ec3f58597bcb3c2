// Text of twice the size on a narrow phone: nothing is cut or wider than the screen, and addresses can be read in sunlight.
import type { Page } from '@playwright/test'
import { makePerson } from './api-data.ts'
import { planDay, startEarlier } from './driver-day.ts'
import { expect, test } from './kuorma.ts'
import { enlarge, expectFits, sizeOf, widthOf } from './large-text.ts'

/** The contrast of a text with what is behind it, in light and dark (WCAG 2). */
async function expectSunlight(page: Page, text: string): Promise<void> {
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    const contrasts = await page.getByText(text).evaluateAll((elements) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
      if (!canvas) throw new Error('No canvas')
      function rgba(color: string): number[] {
        canvas?.clearRect(0, 0, 1, 1)
        Object.assign(canvas ?? {}, { fillStyle: color })
        canvas?.fillRect(0, 0, 1, 1)
        return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])]
      }
      const luminance = (color: string) => {
        const [red = 0, green = 0, blue = 0] = rgba(color).map((part) => {
          const value = part / 255
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      function behind(element: Element | null): string {
        for (let one = element; one; one = one.parentElement) {
          const { backgroundColor } = getComputedStyle(one)
          if (rgba(backgroundColor)[3] === 255) return backgroundColor
        }
        return '#fff'
      }
      return elements
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const [a, b] = [luminance(getComputedStyle(element).color), luminance(behind(element))]
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
        })
    })
    expect(contrasts.length, `${text} is shown`).toBeGreaterThan(0)
    expect(Math.min(...contrasts), `${text} in ${scheme}`).toBeGreaterThanOrEqual(12)
  }
}

test('the driver’s screens fit a narrow phone with text of twice the size, and addresses have a contrast of 12 : 1', async ({
  as,
  api,
}) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'isoteksti', user_roles: ['kuljettaja'] })
  const { jobs } = await planDay(admin, driver, [
    { name: 'Hämeenlinnan Rakennustarvikekeskus Oy', leaving: 'kylla' },
    { name: 'Ovi Kaksi' },
  ])
  const { page, context } = await as('isoteksti', { at: '/kuljettajan-etusivu', phone: true })
  await page.setViewportSize({ width: 360, height: 780 })
  await enlarge(page)
  const next = page.getByRole('article').filter({ hasText: 'Seuraava' })

  await test.step('before the day', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: /^Aloita päivä/ })).toBeVisible()
    await expect(next).toBeVisible()
    await expectFits(page)
    await expectSunlight(page, 'Testivarasto Oy')
    await expectSunlight(page, /Varastokatu/.source)
  })

  await test.step('the running day with everything unfolded', async () => {
    await startEarlier(await api('isoteksti'), 300, [
      { tyyppi: 'AJO', ago: 300 },
      { tyyppi: 'LASTAUS', ago: 20 },
    ])
    await page.reload()
    await expect(page.getByRole('region', { name: 'Käynnissä: Lastaus' })).toBeVisible()
    await next.getByRole('button', { name: /^Muut, / }).click()
    await page.getByRole('button', { name: 'Päivän tehtävät ja paikat' }).click()
    await page.getByRole('region', { name: 'Seuraavat pysähdykset' }).getByRole('button', { name: 'Ovi Kaksi' }).click()
    await expectFits(page)
    await expectSunlight(page, 'Ovikatu 2')
    await page.getByRole('button', { name: 'Päätä päivä' }).click()
    await expect(page.getByRole('dialog', { name: 'Päätä päivä' })).toBeVisible()
    await expectFits(page)
    await page.keyboard.press('Escape')
    await next.getByRole('button', { name: 'Ilmoita myöhästymisestä' }).click()
    await expect(page.getByRole('dialog', { name: 'Ilmoita myöhästymisestä' })).toBeVisible()
    await expectFits(page)
    await page.keyboard.press('Escape')
  })

  await test.step('what is unsent, without a network', async () => {
    await context.setOffline(true)
    await next.getByRole('button', { name: 'Noudettu', exact: true }).click()
    const strip = page.getByRole('status').filter({ hasText: /lähettämättä/ })
    await expect(strip).toBeVisible()
    await expectFits(page)
    // A thumb may press anywhere on the strip.
    const { x = 0, y = 0 } = (await strip.boundingBox()) ?? {}
    await page.mouse.click(x + 40, y + 20)
    await expect(page.getByRole('dialog', { name: 'Lähettämättä' })).toContainText('Tallessa laitteella')
    await expectFits(page)
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await expect(page.getByRole('status').filter({ hasText: /lähettämättä/ })).toHaveCount(0)
  })

  await test.step('the list of orders, the shifts, the cars and the documents', async () => {
    for (const tab of ['Tilaukset', 'Työvuorot', 'Autot', 'Dokumentit']) {
      await page.getByRole('navigation').getByRole('link', { name: tab }).click()
      await expect(page.getByRole('heading', { level: 1, name: tab })).toBeVisible()
      await expectFits(page)
      if (tab === 'Tilaukset') await expectSunlight(page, 'Ovikatu 2')
      if (tab !== 'Autot') continue
      await page.getByRole('button', { name: 'Ilmoita vika' }).click()
      await expect(page.getByRole('dialog', { name: 'Ilmoita vika' })).toBeVisible()
      await expectFits(page)
      await page.keyboard.press('Escape')
    }
  })

  await test.step('signing', async () => {
    await page.goto(`/kuittaa/${jobs[0]?.order}`)
    await expect(page.getByLabel('Nimenselvennys')).toBeVisible()
    await expectFits(page)
    await expectSunlight(page, 'Ovikatu 1')
    await page.getByLabel('Jätetään ilman kuittausta').check()
    await expectFits(page)
  })
})

test('the administrator’s working-time screens fit a narrow phone with text of twice the size', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/kirjaukset', phone: true })
  await page.setViewportSize({ width: 360, height: 780 })
  await enlarge(page)
  await page.reload()
  const driver = page.locator('main a[href*="/kirjaukset/"]').first()
  await expect(driver).toBeVisible()
  await expectFits(page)
  await driver.click()
  const day = page.locator('main a[href*="/kirjaus/"]').first()
  await expect(day).toBeVisible()
  await expectFits(page)
  await day.click()
  await expect(page.getByRole('region', { name: 'Summat' })).toBeVisible()
  await page
    .getByRole('button', { name: 'Merkitse tarkistetuksi' })
    .or(page.getByRole('button', { name: 'Poista tarkistusmerkintä' }))
    .waitFor()
  // The texts of the day grow with the others.
  expect(await sizeOf(page.locator('[data-sum=tyoaika]'))).toBeGreaterThan(40)
  expect(await sizeOf(page.getByRole('row').nth(1))).toBeGreaterThan(24)
  // The timeline scrolls by itself.
  expect(await widthOf(page)).toBeLessThanOrEqual(360)
})

for (const [name, figures] of [
  ['yllapito', ['Avoinna', 'Valmiina laskuttaa']],
  ['asiakas', ['Noudettu', 'Toimitettu']],
] as const)
  test(`the start page fits a narrow phone with text of twice the size, and its figures grow: ${name}`, async ({ as }) => {
    const { page } = await as(name, { at: '/', phone: true })
    await page.setViewportSize({ width: 360, height: 780 })
    await enlarge(page)
    await page.reload()
    for (const text of figures) expect(await sizeOf(page.getByRole('main').getByText(text).first()), text).toBeGreaterThanOrEqual(24)
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    // The chart is loaded last.
    await expect(page.locator('.recharts-bar-rectangle')).toHaveCount(name === 'asiakas' ? 12 : 0)
    await expectFits(page)
  })
