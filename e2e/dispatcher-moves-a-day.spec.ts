import type { Locator } from '@playwright/test'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

/** Whether the middle of the element is not covered by another element. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((found) => {
    const { x, y, width, height } = found.getBoundingClientRect()
    return found.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

for (const width of [390, 1280])
  test(`at ${width} px a wished day is changed on the start page and undone, and the calendar covers no buttons`, async ({ as }) => {
    const { page } = await as('yllapito', { at: '/' })
    await page.setViewportSize({ width, height: 844 })
    const move = page.getByRole('button', { name: /^Siirrä päivää: tilaus T-/ }).first()
    const number = /T-\d+/.exec((await move.getAttribute('aria-label')) ?? '')?.[0] ?? ''
    const order = page.getByRole('listitem').filter({ hasText: number })
    const before = await order.textContent()
    await move.click()
    const dialog = page.getByRole('dialog', { name: `Toivottu toimitus: tilaus ${number}` })
    const save = dialog.getByRole('button', { name: 'Tallenna' })
    await expect(dialog.getByRole('group', { name: 'Kalenteri' })).toBeVisible()
    await expect(dialog.getByLabel('Uusi päivä')).toBeFocused()
    expect(await isUncovered(save)).toBe(true)
    await expectAccessibleInFullRun(page, { within: '[role="dialog"]' })
    await dialog.getByRole('button', { name: 'Seuraava kuukausi' }).click()
    await dialog.getByRole('group', { name: 'Kalenteri' }).getByRole('button', { name: /^15 / }).click()
    await expect(dialog.getByLabel('Uusi päivä')).toHaveValue(/^\S+ 15\./)
    expect(await isUncovered(save)).toBe(true)
    await save.click()
    const toast = page.getByRole('status').filter({ hasText: `Tilaus ${number}: päivä vaihdettu` })
    await expect(toast).toContainText(/\(.* 15\./)
    await expect(order).toHaveCount(0)
    await toast.getByRole('button', { name: 'Kumoa' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Kumottu' })).toBeVisible()
    await expect.poll(() => order.textContent()).toBe(before)
  })
