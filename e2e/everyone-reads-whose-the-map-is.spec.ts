// Licences require that a map names its sources, so the whole attribution must be visible.
import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'
import { orderByCall } from './order-form.ts'
import { changeConfig } from './page-config.ts'

/** A file of the site: the app is opened once the screen has its width and the tiles are replaced. */
const aFile = '/favicon.svg'

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')

/** Replaces the tiles by those of another provider, with a long attribution. */
async function withTiles(page: Page): Promise<void> {
  await changeConfig(page, { mapTiles: '/karttalaatta/{z}/{x}/{y}.png', mapAttribution: '© OpenStreetMap contributors' })
  await page.route('**/karttalaatta/**', (route) => route.fulfill({ contentType: 'image/png', body: pixel }))
}

/** Words of the attribution that are cut off or covered. */
const hiddenWords = (page: Page): Promise<string[]> =>
  page.locator('.maplibregl-ctrl-attrib-inner').evaluate((attribution) => {
    const texts = document.createTreeWalker(attribution, NodeFilter.SHOW_TEXT)
    const hidden: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const isVisible = ({ left, right, top, bottom }: DOMRect) =>
        [left + 1, right - 1].every((x) =>
          [top + 2, bottom - 2].every((y) => attribution.parentElement?.contains(document.elementFromPoint(x, y))),
        )
      if (![...range.getClientRects()].every(isVisible)) hidden.push(node.textContent ?? '')
    }
    return hidden
  })

for (const width of [390, 768, 1280, 1440])
  test(`at ${width} px no part of the map’s attribution is cut off`, async ({ as, api }) => {
    const { id } = await orderByCall(await api('asiakas'))
    const { page } = await as('yllapito', { at: aFile })
    await withTiles(page)
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/tilaukset?kartta=1')
    const sources = page.locator('.maplibregl-ctrl-attrib-inner')
    await expect(sources).toContainText('GeoNames')
    await expect(sources).toContainText('OpenStreetMap contributors')
    await sources.scrollIntoViewIfNeeded()
    expect(await hiddenWords(page)).toEqual([])

    await page.goto(`/tilaus/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // On a phone the order page has no map.
    if (width < 992) return
    await expect(sources).toContainText('OpenStreetMap contributors')
    expect(await hiddenWords(page)).toEqual([])
  })

test('without a provider our own base map shows its full attribution, also on a phone', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tilaukset?kartta=1', phone: true })
  const sources = page.locator('.maplibregl-ctrl-attrib-inner')
  for (const source of ['OpenStreetMap', 'ODbL', 'Natural Earth', 'GeoNames']) await expect(sources).toContainText(source)
  await sources.scrollIntoViewIfNeeded()
  expect(await hiddenWords(page)).toEqual([])
})

test('the route of an order is not under the attribution of its map', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'))
  const { page } = await as('yllapito', { at: aFile })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/tilaus/${id}`)
  await expect(page.locator('.maplibregl-ctrl-attrib-inner')).toContainText('GeoNames')
  const marks = page.locator('.maplibregl-marker')
  await expect(marks).toHaveCount(2)
  const covered = () =>
    page.locator('.maplibregl-ctrl-attrib').evaluate((attribution) => {
      const { top } = attribution.getBoundingClientRect()
      return [...document.querySelectorAll('.maplibregl-marker')].filter((mark) => mark.getBoundingClientRect().bottom > top).length
    })
  await expect.poll(covered).toBe(0)
})
