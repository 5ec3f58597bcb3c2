import { addDays, dayOf, mondayOf } from '#domain/values/time/time.ts'
import { operate } from './api-data.ts'
import { expect, test } from './kuorma.ts'
import { nextWorkingDay } from './working-day.ts'

/** A week that the demo company has not planned yet. */
const freeWeek = dayOf(mondayOf(addDays(Date.now() / 1000, 5 * 7)))

test('a change of shifts is undone after other weeks were looked at, and a note is written again', async ({ as }) => {
  const { page } = await as('yllapito', { at: `/tyovuorot?alku=${freeWeek}&viikot=1` })
  const grid = page.getByRole('grid', { name: 'Työvuorot' })
  const name = await grid.getByRole('rowheader').locator('[title]').first().textContent()
  const cell = grid.getByRole('gridcell', { name: new RegExp(`^${name}, `) }).first()
  await expect(cell).toHaveAccessibleName(/tyhjä/)
  await expect(page.getByRole('button', { name: 'Kumoa', exact: true })).toBeDisabled()
  await cell.click()
  await page.keyboard.press('x')
  await expect(cell).toHaveAccessibleName(/Ei ajoa/)
  await page.getByRole('button', { name: 'Seuraavat viikot' }).click()
  await expect(cell).toHaveAccessibleName(/tyhjä/)
  await page.getByRole('button', { name: 'Kumoa', exact: true }).first().click()
  await expect(page.getByText(/^Kumottu: Ei ajoa/)).toBeVisible()
  await page.getByRole('button', { name: 'Edelliset viikot' }).click()
  await expect(cell).toHaveAccessibleName(/tyhjä/)
  await page.getByRole('button', { name: 'Tee uudelleen' }).click()
  await expect(cell).toHaveAccessibleName(/Ei ajoa/)

  await cell.click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Lomalla/ }).click()
  await expect(cell).toHaveAccessibleName(/Lomalla/)
  await expect(grid).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Poista vuorot' }).click()
  await expect(cell).toHaveAccessibleName(/tyhjä/)

  const note = page.getByRole('button', { name: /^Muistiinpano ma / })
  const field = page.getByRole('textbox', { name: /^Muistiinpano ma / })
  for (const text of ['Huolto', '', 'Huolto']) {
    await note.click()
    await field.fill(text)
    await page.keyboard.press('Enter')
    await expect(note).toHaveAccessibleName(text === '' ? /^Muistiinpano \S+ \S+$/ : /: Huolto$/)
  }
  await page.reload()
  await expect(note).toHaveAccessibleName(/: Huolto$/)
})

test('work routes are put into another order', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tyoreitit' })
  await page.getByRole('button', { name: 'Järjestä' }).click()
  const dialog = page.getByRole('dialog', { name: 'Työreittien järjestys' })
  const names = () => dialog.getByRole('listitem').allTextContents()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  const [first, second, third] = await names()
  await dialog
    .getByRole('button', { name: /^Siirrä myöhemmäksi/ })
    .first()
    .click()
  expect((await names()).map((name) => name.slice(1)).slice(0, 2)).toEqual([second?.slice(1), first?.slice(1)])
  await dialog.getByRole('listitem').nth(2).dragTo(dialog.getByRole('listitem').first())
  expect((await names())[0]?.slice(1)).toBe(third?.slice(1))
  await dialog.getByRole('button', { name: 'Tallenna' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Työreittien järjestys tallennettu')).toBeVisible()
  await page.getByRole('button', { name: 'Järjestä' }).click()
  await expect.poll(async () => (await names())[0]?.slice(1)).toBe(third?.slice(1))
})

test('a work route is edited on its page', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tyoreitit' })
  const rows = page.getByRole('region', { name: 'Työreitit' }).getByRole('row')
  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/tyoreitti\/./)
  const save = page.getByRole('button', { name: 'Tallenna', exact: true })
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  await field('Kesto').fill('kahdeksan')
  await save.click()
  await expect(field('Kesto')).toHaveAttribute('aria-invalid', 'true')
  await field('Nimi').fill('Aamulenkki')
  await field('Alkaa').fill('630')
  await field('Kesto').fill('8.30')
  const colour = page.getByRole('radiogroup', { name: 'Väri' }).getByRole('radio').last()
  await colour.check()
  await field('Lisätiedot').fill('Avain on toimiston kaapissa.')
  await save.click()
  await expect(page.getByText(/ tallennettu$/)).toBeVisible()

  await page.reload()
  await expect(colour).toBeChecked()
  await expect(field('Lisätiedot')).toHaveValue('Avain on toimiston kaapissa.')
  await page.goto('/tyoreitit')
  const edited = rows.filter({ hasText: 'Aamulenkki' })
  await expect(edited).toContainText('6.30')
  await expect(edited).toContainText('8 h 30 min')
})

test('work of a driver who falls ill is given to another one', async ({ as, api }) => {
  const { page } = await as('yllapito', { at: `/ajot?paiva=${nextWorkingDay()}` })
  const rows = page.locator('[data-route]')
  await expect(rows.filter({ has: page.locator('[data-stop]') }).first()).toBeVisible()
  // The driver with the most stops: some work must be left when one order has been given to another driver.
  const stopsOf = await rows.evaluateAll((all) => all.map((row) => row.querySelectorAll('[data-stop]').length))
  const busy = rows.nth(stopsOf.indexOf(Math.max(...stopsOf)))
  const [shift, driver] = [
    (await busy.getAttribute('data-route')) ?? '',
    (await busy.locator('[data-head]').getAttribute('aria-label')) ?? '',
  ]
  const type = 'tyovuoro_entity--tyovuoro_entity'
  await operate(await api('yllapito'), [{ op: 'update', data: { type, id: shift, attributes: { tyyppi: 'SAIRASLOMA' } } }])
  const group = page.getByRole('region', { name: `${driver.split(', ')[0]}: ei vuoroa` })
  const works = group.getByRole('button')
  await expect(works.first()).toBeVisible()
  const count = await works.count()
  const target = rows.first()
  const stops = await target.locator('[data-stop]').count()
  await works.first().dragTo(target.locator('[data-drop=best]'))
  await expect(works).toHaveCount(count - 1)
  await expect.poll(() => target.locator('[data-stop]').count()).toBeGreaterThan(stops)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(group).toBeVisible()
})
