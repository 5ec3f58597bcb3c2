import type { Page } from '@playwright/test'

/** Draws a zigzag on the signature pad, as a finger or a mouse would. */
export async function sign(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Allekirjoitus', exact: true })
  // The button of the page may cover the lower edge of the window.
  await pad.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no signature pad to sign on.')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.2, 0.6))
  await page.mouse.down()
  for (const [x, y] of [
    [0.3, 0.3],
    [0.4, 0.7],
    [0.55, 0.3],
    [0.7, 0.65],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 4 })
  await page.mouse.up()
}
