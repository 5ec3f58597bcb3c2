// Text of twice the size on a narrow phone.
import { expect, type Locator, type Page } from '@playwright/test'

/** The page opens with text of twice the size. */
export const enlarge = (page: Page) =>
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
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.getBoundingClientRect().width <= 1 ||
      getComputedStyle(element).clip === 'rect(0px, 0px, 0px, 0px)'
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

export const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth))

/** Of a phone that is 360 px wide. */
export async function expectFits(page: Page): Promise<void> {
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  expect(await cutTexts(page)).toEqual([])
  expect(await widthOf(page)).toBeLessThanOrEqual(360)
}

/** The size of its text in pixels. */
export const sizeOf = (text: Locator): Promise<number> => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
