import { test } from './kuorma.ts'

for (const dark of [false, true])
  test(`shots ${dark}`, async ({ as }) => {
    test.setTimeout(120000)
    const d = dark ? '-dark' : ''
    const { page } = await as('yllapito', { at: '/tilaukset', dark })
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `/tmp/g2s/list${d}.png` })
    await page.getByRole('checkbox', { name: 'Valitse rivi' }).nth(1).check()
    await page
      .getByRole('checkbox', { name: 'Valitse rivi' })
      .nth(5)
      .click({ modifiers: ['Shift'] })
    await page
      .locator('tbody[data-row]')
      .nth(2)
      .click({ button: 'right', position: { x: 300, y: 15 } })
    await page.waitForTimeout(600)
    await page.screenshot({ path: `/tmp/g2s/menu${d}.png` })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.waitForTimeout(900)
    await page.screenshot({ path: `/tmp/g2s/palette${d}.png` })
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
    await page.locator('[data-crew]').nth(3).click()
    await page.waitForTimeout(700)
    await page.screenshot({ path: `/tmp/g2s/driver${d}.png` })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await page.waitForTimeout(700)
    await page.screenshot({ path: `/tmp/g2s/peek${d}.png` })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Päivä', exact: true }).first().click()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/g2s/days${d}.png` })
    await page.keyboard.press('Escape')
    for (const [w, h] of [
      [768, 1024],
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width: w, height: h })
      await page.goto('/tilaukset?haku=lahti')
      await page.waitForTimeout(1800)
      await page.screenshot({ path: `/tmp/g2s/list-${w}${d}.png` })
      if (w === 390) {
        await page.getByRole('button', { name: /^Rajaa/ }).click()
        await page.waitForTimeout(700)
        await page.screenshot({ path: `/tmp/g2s/filters-${w}${d}.png` })
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/autot')
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/g2s/cars${d}.png` })
  })
