import type { Locator, Page } from '@playwright/test'
import { publicHolidays } from '#domain/values/time/public-holidays.ts'
import { addDays, dayOf, mondayOf } from '#domain/values/time/time.ts'
import { reach } from './keyboard.ts'
import { expect, test } from './kuorma.ts'

/** A week without holidays that the demo company has not planned yet, each test its own. */
function freeWeek(which: number): string {
  const mondays = Array.from({ length: 12 }, (_, week) => mondayOf(addDays(Date.now() / 1000, (week + 4) * 7)))
  const free = mondays.filter((monday) => publicHolidays(monday, addDays(monday, 6)).length === 0)
  return dayOf(free[which] ?? 0)
}

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Työvuorot' })
const cellsOf = (page: Page, driver: string): Locator => grid(page).getByRole('gridcell', { name: new RegExp(`^${driver}, `) })
const selected = (page: Page): Locator => grid(page).locator('[role=gridcell][aria-selected=true]')

/** The names of the drivers, from the top. */
async function driversOf(page: Page): Promise<string[]> {
  await expect(grid(page)).toBeVisible()
  const names = await grid(page).getByRole('rowheader').locator('[title]').allTextContents()
  expect(names.length).toBeGreaterThan(3)
  return names
}

async function centre(cell: Locator): Promise<{ x: number; y: number }> {
  const box = await cell.boundingBox()
  if (!box) throw new Error('The cell is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

test('with the mouse: the defaults are filled, a shift is moved and repeated, undone, and the week published', async ({ as }) => {
  const { page } = await as('yllapito', { at: `/tyovuorot?alku=${freeWeek(0)}&viikot=1` })
  const names = await driversOf(page)
  await page.getByRole('button', { name: 'Täytä oletukset' }).click()
  await page.getByRole('button', { name: /^Lisää \d+$/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const filled = grid(page).getByRole('gridcell', { name: /Töissä, reitti .*julkaisematta/ })
  await expect(filled.first()).toBeVisible()
  const owner = /^(.+?), ma /.exec((await filled.first().getAttribute('aria-label')) ?? '')?.[1] ?? ''
  const other = names.find((name) => name !== owner) ?? ''
  const [monday, free] = [cellsOf(page, owner).first(), cellsOf(page, other).last()]
  await expect(free).toHaveAccessibleName(/tyhjä/)

  await test.step('a shift is dragged to somebody else, and back with Ctrl Z', async () => {
    await drag(page, await centre(monday), await centre(free))
    await expect(free).toHaveAccessibleName(/Töissä, reitti .*julkaisematta, toisen reitillä/)
    await expect(monday).toHaveAccessibleName(/tyhjä/)
    await expect(page.getByText('Siirretty: 1 päivä')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(free).toHaveAccessibleName(/tyhjä/)
    await expect(monday).toHaveAccessibleName(/Töissä, reitti/)
  })

  await test.step('the edge of a day repeats it', async () => {
    const friday = cellsOf(page, owner).nth(4)
    await friday.click()
    const handle = await page.locator('[data-handle]').boundingBox()
    if (!handle) throw new Error('The selection has no handle.')
    await drag(page, { x: handle.x + 5, y: handle.y + 5 }, await centre(cellsOf(page, owner).last()))
    await expect(cellsOf(page, owner).last()).toHaveAccessibleName(/Töissä, reitti/)
  })

  await test.step('the week is published after its preview', async () => {
    await page.getByRole('button', { name: /^Julkaise \d+$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Julkaise vuorot' })
    await expect(dialog.getByText(/reitti/).first()).toBeVisible()
    await dialog.getByRole('switch', { name: 'Lähetä myös tekstiviesti' }).click()
    await dialog.getByRole('button', { name: /^Julkaise \d+ vuoroa$/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(grid(page).getByText(/^Julkaistu/)).toBeVisible()
    await expect(monday).not.toHaveAccessibleName(/julkaisematta/)
  })
})

test('without a mouse: types, routes, copies and undo, by keys alone', async ({ as }) => {
  const { page } = await as('yllapito', { at: `/tyovuorot?alku=${freeWeek(1)}&viikot=1` })
  const [first = '', second = ''] = await driversOf(page)
  const day = (name: string, at: number) => cellsOf(page, name).nth(at)
  await grid(page).focus()
  // From the row of those without a driver to the first driver's Monday.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(selected(page)).toHaveCount(4)
  await page.keyboard.press('v')
  await page.keyboard.press('p')
  for (const cell of [day(first, 0), day(first, 1), day(second, 0), day(second, 1)])
    await expect(cell).toHaveAccessibleName(/Vapaalla, julkaisematta/)

  await test.step('copy, paste and delete', async () => {
    await page.keyboard.press('Control+c')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+v')
    await expect(day(second, 4)).toHaveAccessibleName(/Vapaalla/)
    await expect(selected(page)).toHaveCount(4)
    await page.keyboard.press('Delete')
    await expect(day(second, 4)).toHaveAccessibleName(/tyhjä/)
  })

  await test.step('undo and redo', async () => {
    await expect(page.getByText('Poistettu: 4 päivää')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(day(second, 4)).toHaveAccessibleName(/Vapaalla/)
    await expect(page.getByText('Kumottu: Poistettu: 4 päivää')).toBeVisible()
    await page.keyboard.press('Control+Shift+z')
    await expect(day(second, 4)).toHaveAccessibleName(/tyhjä/)
  })

  await test.step('a route is given with r, and the editor opens with Enter', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('r')
    const chooser = page.getByRole('dialog', { name: 'Reitti valituille päiville' })
    await chooser.getByLabel('Reitti', { exact: true }).fill('1')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(grid(page)).toBeFocused()
    const edited = selected(page)
    await expect(edited).toHaveAccessibleName(/Töissä, reitti .*, \d+\.\d\d–/)
    await page.keyboard.press('Enter')
    const editor = page.getByRole('dialog')
    await editor.getByLabel('Alkaa').fill('14.30')
    await editor.getByLabel('Kesto (t.min)').fill('6')
    await page.keyboard.press('Enter')
    await expect(editor).toHaveCount(0)
    await expect(edited).toHaveAccessibleName(/14\.30–20\.30/)
  })

  await test.step('Esc clears the selection', async () => {
    await page.keyboard.press('Escape')
    await expect(selected(page)).toHaveCount(0)
  })
})

test('without a mouse: the defaults are filled, the week is copied, and both are published after their previews', async ({ as }) => {
  const { page } = await as('yllapito', { at: `/tyovuorot?alku=${freeWeek(3)}&viikot=1` })
  await driversOf(page)
  const unpublished = grid(page).getByRole('gridcell', { name: /Töissä, reitti .*julkaisematta/ })
  const dialog = page.getByRole('dialog')
  const press = async (button: Locator) => {
    await reach(page, button, { within: 150 })
    await page.keyboard.press('Enter')
  }
  await press(page.getByRole('button', { name: 'Täytä oletukset' }))
  await expect(dialog.getByRole('button', { name: /^Lisää \d+$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(unpublished.first()).toBeVisible()
  const filled = await unpublished.count()

  const publish = async () => {
    await press(page.getByRole('button', { name: /^Julkaise \d+$/ }))
    await expect(dialog.getByText(/reitti/).first()).toBeVisible()
    await press(dialog.getByRole('button', { name: `Julkaise ${filled} vuoroa` }))
    await expect(dialog).toHaveCount(0)
    await expect(unpublished).toHaveCount(0)
  }
  await test.step('copied into the next week, as unpublished', async () => {
    await press(page.getByRole('button', { name: 'Kopioi viikko' }))
    await expect(dialog.getByText(`Lisätään ${filled} vuoroa julkaisemattomina.`)).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Kopioi', exact: true }))
    await expect(dialog).toHaveCount(0)
    await publish()
    await press(page.getByRole('button', { name: 'Seuraavat viikot' }))
    await expect(unpublished).toHaveCount(filled)
  })
  await test.step('the copy is published', publish)
})

test('by touch: a long press selects, taps add, and the bar acts on them', async ({ as }) => {
  const { page, context } = await as('yllapito', { at: `/tyovuorot?alku=${freeWeek(2)}&viikot=1`, phone: true })
  const [first = '', second = ''] = await driversOf(page)
  const cell = (name: string) => cellsOf(page, name).first()
  const devTools = await context.newCDPSession(page)
  const at = await centre(cell(first))
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(selected(page)).toHaveCount(1)
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await cell(second).tap()
  await expect(selected(page)).toHaveCount(2)
  const bar = page.getByRole('toolbar', { name: 'Valitut päivät' })
  await bar.getByRole('button', { name: 'Lomalla', exact: true }).tap()
  for (const name of [first, second]) await expect(cell(name)).toHaveAccessibleName(/Lomalla/)
  await bar.getByRole('button', { name: 'Kumoa' }).tap()
  for (const name of [first, second]) await expect(cell(name)).toHaveAccessibleName(/tyhjä/)
  await bar.getByRole('button', { name: 'Poista valinta' }).tap()
  await expect(bar).toHaveCount(0)
})

test('by touch: a shift is moved to another driver and published', async ({ as }) => {
  const { page } = await as('yllapito', { at: `/tyovuorot?alku=${freeWeek(2)}&viikot=1`, phone: true })
  const [first = '', second = ''] = await driversOf(page)
  const [from, to] = [cellsOf(page, first).first(), cellsOf(page, second).first()]
  const bar = page.getByRole('toolbar', { name: 'Valitut päivät' })
  const act = async (name: string) => {
    await bar.getByRole('button', { name: 'Lisää toimintoja' }).tap()
    await page.getByRole('menuitem', { name }).tap()
  }
  await from.tap()
  await bar.getByRole('button', { name: 'Koulutuksessa', exact: true }).tap()
  await expect(from).toHaveAccessibleName(/Koulutuksessa, julkaisematta/)
  await act('Siirrä toiseen paikkaan')
  await to.tap()
  await expect(to).toHaveAttribute('aria-selected', 'true')
  await act('Liitä tähän')
  await expect(to).toHaveAccessibleName(/Koulutuksessa, julkaisematta/)
  await expect(from).toHaveAccessibleName(/tyhjä/)
  await bar.getByRole('button', { name: 'Julkaise' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Julkaise 1 vuoro' }).tap()
  await expect(to).toHaveAccessibleName(/Koulutuksessa$/)
})

test('at 1280 px the tools of the calendar take two lines, and a filter that finds nobody offers to take itself off', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tyovuorot' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(grid(page)).toBeVisible()
  const lineOf = async (name: string): Promise<number> => (await centre(page.getByRole('button', { name }))).y
  expect(await lineOf('Julkaise')).toBeCloseTo(await lineOf('Seuraavat viikot'), -1)
  expect(await lineOf('Täytä oletukset')).toBeCloseTo(await lineOf('Tulosta'), -1)
  await page.getByLabel('Hae nimellä, reitillä, autolla').fill('ei ketään tällä nimellä')
  await expect(page.getByRole('heading', { name: 'Rajauksilla ei löytynyt kuljettajia' })).toBeVisible()
  await page.getByRole('button', { name: 'Poista rajaukset' }).click()
  await expect(cellsOf(page, '.+').first()).toBeVisible()
})
