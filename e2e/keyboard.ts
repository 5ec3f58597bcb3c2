// What somebody without a mouse does: an element is used once keys have led the focus to it.
import { expect, type Locator, type Page } from '@playwright/test'

/** Presses a key until an element has the focus; fails where so many presses do not lead to it. */
export async function reach(page: Page, target: Locator, { by = 'Tab', within = 60 } = {}): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed < within && !(await isThere()); pressed++) await page.keyboard.press(by)
  expect(await isThere(), `${by} leads to ${target}`).toBe(true)
}

/** Types over what the focused field has. */
export async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Types and presses Enter once the first match is highlighted. */
export async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await expect(page.getByRole('option').and(page.locator('[data-combobox-selected]'))).toBeVisible()
  await page.keyboard.press('Enter')
}
