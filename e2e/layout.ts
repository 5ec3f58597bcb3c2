// Whether a page fits the windows that people use.
import { expect, type Page } from '@playwright/test'

const widths = [390, 768, 1280, 1440]

/** What of a page lies beyond the window's left or right edge, where nobody can scroll it into view, and which controls cover each other. */
function faultsOfLayout(): string[] {
  const { clientWidth: edge, scrollWidth } = document.documentElement
  const nameOf = (element: Element) => `${element.tagName.toLowerCase()} “${(element.ariaLabel || element.textContent || '').slice(0, 40)}”`
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const isReached = (element: Element): boolean => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) || at.matches('[inert], .maplibregl-map')) return true
      const { left, right } = at.getBoundingClientRect()
      const isClipped = getComputedStyle(at).overflowX !== 'visible' && left > -1 && right < edge + 1
      const box = element.getBoundingClientRect()
      // Hidden wholly by what it stands in: it is not there.
      if (isClipped && (box.left >= right || box.right <= left)) return true
    }
    return false
  }
  const texts = 'a, button, input, textarea, select, label, img, h1, h2, h3, p, li, dt, dd, th, td, span, strong, time, small'
  const cut = [...document.querySelectorAll(texts)].filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return (left <= -1 || right >= edge + 1) && isShown(element) && !isReached(element)
  })

  /** What stays in its place while the page scrolls lies over the others on purpose. */
  const layerOf = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return at
    return null
  }
  /** What of an element is in sight: a cell cuts its text. */
  const shownBox = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect()
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible') continue
      const box = at.getBoundingClientRect()
      left = Math.max(left, box.left)
      right = Math.min(right, box.right)
      top = Math.max(top, box.top)
      bottom = Math.min(bottom, box.bottom)
    }
    return { left, right, top, bottom }
  }
  // The buttons inside a field stand over it.
  const fieldOf = (element: Element) => element.closest('.mantine-Input-wrapper')
  const controls = [...document.querySelectorAll('a[href], button, select, textarea, input:not([type=checkbox], [type=radio])')]
    .filter((element) => isShown(element) && !element.closest('[inert], .maplibregl-map'))
    .map((element) => ({ element, box: shownBox(element) }))
  const covered = controls.flatMap(({ element, box }, position) =>
    controls.slice(position + 1).flatMap((other) => {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      if (wide <= 4 || high <= 4 || element.contains(other.element) || other.element.contains(element)) return []
      if (fieldOf(element) !== null && fieldOf(element) === fieldOf(other.element)) return []
      // A line of text that wraps has a box around both its parts.
      if ([element, other.element].some((one) => one.getClientRects().length > 1)) return []
      return layerOf(element) === layerOf(other.element) ? [`${nameOf(element)} covers ${nameOf(other.element)}`] : []
    }),
  )
  return [...(scrollWidth > edge ? [`the document is ${scrollWidth} px wide`] : []), ...cut.slice(0, 5).map(nameOf), ...covered.slice(0, 5)]
}

/**
 * Checks at each of the widths that nothing of the page is cut by the window's edge, that the page itself does not scroll sideways, and
 * that no control lies over another.
 */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: before?.height ?? 900 })
    // What is drawn otherwise at another width may be read first.
    await expect(page.locator('.mantine-Skeleton-root[data-visible]')).toHaveCount(0)
    await page.evaluate(async () => {
      for (const _frame of [1, 2]) await new Promise(requestAnimationFrame)
    })
    for (const what of await page.evaluate(faultsOfLayout)) found.push(`${width} px: ${what}`)
  }
  if (before) await page.setViewportSize(before)
  expect(found).toEqual([])
}
