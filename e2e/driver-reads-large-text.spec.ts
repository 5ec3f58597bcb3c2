// Text of twice the size on a narrow phone: nothing is cut or wider than the screen, and addresses can be read in sunlight.
import type { Page } from '@playwright/test'
import { makePerson } from './api-data.ts'
import { openDay, phone, planDay, startEarlier } from './driver-day.ts'
import { expect, test } from './kuorma.ts'

const enlarge = (page: Page) =>
  page.addInitScript(() => addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')))

/**
 * The texts that are cut by what they stand in, spread out of their button or link, or out of the screen, or have a word of a button, a link or
 * a figure on two lines. Closed menus have no size.
 */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    /** Shown to screen readers alone. */
    const isHidden = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.getBoundingClientRect().width <= 1
    function holders(from: Element): Element[] {
      const all: Element[] = []
      for (let element: Element | null = from; element && element !== document.body; element = element.parentElement) all.push(element)
      return all
    }
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible' || element.matches('button, a, header, nav')
    /** What scrolls down hides nothing below. */
    const scrollsDown = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [text, parent] = [node.textContent?.trim(), node.parentElement]
      if (!text || !parent || parent.matches('script, style')) continue
      const around = holders(parent)
      if (around.some(isHidden)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const bounds = around
        .filter(clips)
        .map((element) => ({ box: element.getBoundingClientRect(), slack: scrollsDown(element) ? Number.MAX_VALUE : 3 }))
      const isCut = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < -1 ||
          right > width + 1 ||
          bounds.some(
            ({ box, slack }) => left < box.left - 1 || right > box.right + 1 || top < box.top - slack || bottom > box.bottom + slack,
          ),
      )
      const words = text.split(/[\s-]+/)
      // A longer word does not fit beside its icon.
      const mayBreak = words.some((word) => word.length > 12)
      const isBroken = !mayBreak && parent.closest('.mantine-Button-label, nav a') && range.getClientRects().length > words.length
      // A no-break space keeps a figure and its unit together.
      const isSplit = parent.matches('dd') && range.getClientRects().length > text.split(/[ -]+/).length
      if (isCut || isBroken || isSplit) found.push(`${parent.tagName} ${text}`)
    }
    return found
  })

const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth))

async function expectFits(page: Page): Promise<void> {
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  expect(await cutTexts(page)).toEqual([])
  expect(await widthOf(page)).toBeLessThanOrEqual(360)
}

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
  browser,
  server,
}) => {
  const { page: admin } = await as('yllapito', { deaf: true })
  const driver = await makePerson(admin, { name: 'isoteksti', user_roles: ['kuljettaja'] })
  const { jobs } = await planDay(admin, driver, [
    { name: 'Hämeenlinnan Rakennustarvikekeskus Oy', leaving: 'kylla' },
    { name: 'Ovi Kaksi' },
  ])
  const context = await browser.newContext({ ...phone, baseURL: server, locale: 'fi-FI', timezoneId: 'Europe/Helsinki' })
  const page = await openDay(context, 'isoteksti')
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
    await startEarlier(page, 300, [
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
  await context.close()
})

test('the administrator’s working-time screens fit a narrow phone with text of twice the size', async ({ as }) => {
  const { page } = await as('yllapito', { phone: true })
  await page.setViewportSize({ width: 360, height: 780 })
  await enlarge(page)
  await page.goto('/kirjaukset')
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
  expect(await page.locator('[data-sum=tyoaika]').evaluate((sum) => parseFloat(getComputedStyle(sum).fontSize))).toBeGreaterThan(40)
  expect(
    await page
      .getByRole('row')
      .nth(1)
      .evaluate((row) => parseFloat(getComputedStyle(row).fontSize)),
  ).toBeGreaterThan(24)
  // The timeline scrolls by itself.
  expect(await widthOf(page)).toBeLessThanOrEqual(360)
})
