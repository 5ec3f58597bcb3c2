import type { Locator, Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'

const rows = (page: Page): Locator => page.locator('tbody[data-row]')
const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Valitut rivit' })

test('cars are selected as a range, peeked at, removed together and restored', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/autot' })
  const { keyboard } = page
  await expect(rows(page).first()).toBeVisible()
  const count = await rows(page).count()

  await test.step('Shift takes a range, which survives a visit to a row; Esc clears it', async () => {
    await rows(page).nth(0).getByRole('checkbox', { name: 'Valitse rivi' }).click()
    await rows(page)
      .nth(2)
      .getByRole('checkbox', { name: 'Valitse rivi' })
      .click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('3 valittu')
    await rows(page).nth(1).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/auto\//)
    await expect(page.getByRole('region', { name: 'Nyt' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Autot' })).toBeFocused()
    await expect(bar(page)).toContainText('3 valittu')
    await keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
  })

  await test.step('Space shows a car beside the list, and j goes on', async () => {
    await keyboard.press('j')
    await keyboard.press('Space')
    const peek = page.getByRole('complementary').filter({ has: page.getByRole('button', { name: 'Sulje esikatselu' }) })
    await expect(peek).toContainText(`1 / ${count}`)
    await keyboard.press('j')
    await expect(peek).toContainText(`2 / ${count}`)
    await keyboard.press('Escape')
    await expect(peek).toHaveCount(0)
  })

  await test.step('the same actions are in the menu of a row, by pointer and by key, and in the palette', async () => {
    for (const open of [
      () => rows(page).nth(1).click({ button: 'right' }),
      () => keyboard.press('m'),
      () => rows(page).nth(1).getByRole('button', { name: 'Rivin toiminnot' }).click(),
    ]) {
      await open()
      await expect(page.getByRole('menuitem', { name: 'Esikatsele' })).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Poista…' })).toBeVisible()
      await keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    // Esc closes a menu that has not taken the focus yet.
    await keyboard.press('m')
    await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await keyboard.press('Control+k')
    await expect(page.getByRole('option', { name: /^Lataa rivit/ })).toBeVisible()
    await keyboard.press('Escape')
  })

  await test.step('two cars are removed together after their uses are shown, and the removal is undone', async () => {
    for (const index of [0, 1]) await rows(page).nth(index).getByRole('checkbox', { name: 'Valitse rivi' }).click()
    await bar(page).getByRole('button', { name: 'Poista…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Poista 2 riviä' })
    await dialog.getByRole('button', { name: 'Poista', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '2 riviä poistettu' })).toBeVisible()
    await expect(rows(page)).toHaveCount(count - 2)
    await keyboard.press('Control+z')
    await expect(rows(page)).toHaveCount(count)
  })
})

test('a customer’s archive keeps its selection, sorts by its own columns and opens an order beside the list', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/arkisto' })
  const { keyboard } = page
  await expect(rows(page).first()).toBeVisible()
  for (const name of ['Vastaanottaja', 'Viite', 'Nouto → toimitus']) {
    const heading = page.getByRole('columnheader', { name, exact: true })
    await heading.getByRole('button', { name, exact: true }).click()
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(page).first()).toBeVisible()
  }
  await rows(page).nth(0).getByRole('checkbox', { name: 'Valitse rivi' }).click()
  await rows(page)
    .nth(0)
    .getByRole('link', { name: /^Tilaus / })
    .click()
  // Before its page has come, going back would lead nowhere.
  await expect(page.getByRole('heading', { level: 1, name: /^Tilaus T-/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Arkisto' })).toBeFocused()
  await expect(bar(page)).toContainText('1 valittu')
  await expect(bar(page).getByRole('button', { name: 'Rahtikirjat' })).toBeVisible()
  await keyboard.press('Escape')
  await keyboard.press('j')
  await keyboard.press('Space')
  await expect(page.getByRole('region', { name: /^T-\d+/ })).toBeVisible()
  await rows(page).nth(0).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Tilaa uudelleen' })).toBeVisible()
})

test('the palette remembers whatever was opened, knows the tabs of registers, and changes the theme', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/autot' })
  const { keyboard } = page
  const plate = await rows(page).first().getByRole('link').first().textContent()
  await rows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plate ?? '')
  // Leaving the page adds nothing: its car is listed once.
  await page.getByRole('link', { name: 'Tuotteet', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tuotteet' })).toBeVisible()
  await keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: new RegExp(`^${plate}`) })).toHaveCount(1)
  const field = page.getByRole('combobox', { name: 'Hae' })
  await field.fill('asiakkaiden omat')
  await expect(page.getByRole('option', { name: /^Asiakkaiden omat.*Hinnastot/ })).toBeVisible()
  await field.fill('tumma')
  await page.getByRole('option', { name: /^Tumma ulkoasu/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('the order and the widths of columns are changed by dragging and by keys, and are kept', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/autot' })
  const { keyboard, mouse } = page
  await expect(rows(page).first()).toBeVisible()
  const headings = () => page.locator('thead th[aria-label]').evaluateAll((all) => all.map((heading) => heading.ariaLabel ?? ''))
  const before = await headings()
  const [first = '', second = '', third = ''] = before
  const firstThree = async () => (await headings()).slice(0, 3)
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const edge = (name: string) => page.getByRole('separator', { name: `Sarakkeen ${name} leveys` })
  const widthOf = async (name: string) => Number(await edge(name).getAttribute('aria-valuenow'))

  await test.step('a heading is dragged to the place of another one', async () => {
    await heading(first).dragTo(heading(third))
    await expect.poll(firstThree).toEqual([second, third, first])
  })
  await test.step('Alt and an arrow move a column in the menu', async () => {
    await page.getByRole('button', { name: 'Sarakkeet' }).click()
    await page.getByRole('menuitemcheckbox', { name: first, exact: true }).focus()
    await keyboard.press('Alt+ArrowUp')
    await expect.poll(firstThree).toEqual([second, first, third])
    await keyboard.press('Escape')
  })
  const wide = (await widthOf(first)) + 90
  await test.step('the edge of a heading is dragged, and moved by arrows', async () => {
    const box = await edge(first).boundingBox()
    if (!box) throw new Error('The heading has no edge.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x + 40, y)
    await mouse.move(x + 70, y)
    await mouse.up()
    await expect.poll(() => widthOf(first)).toBe(wide - 20)
    await edge(first).focus()
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect.poll(() => widthOf(first)).toBe(wide)
  })
  await test.step('both are kept for the next visit, until the columns are reset', async () => {
    await page.goto('/tuotteet')
    await page.goto('/autot')
    await expect(rows(page).first()).toBeVisible()
    expect(await firstThree()).toEqual([second, first, third])
    expect(await widthOf(first)).toBe(wide)
    await edge(first).focus()
    await keyboard.press('Delete')
    await expect.poll(() => widthOf(first)).toBeLessThan(wide)
    await page.getByRole('button', { name: 'Sarakkeet' }).click()
    await page.getByRole('menuitem', { name: 'Palauta oletussarakkeet' }).click()
    await expect.poll(headings).toEqual(before)
  })
})

test('a view that a dispatcher shares is a tab of another one, until it is shared no more', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/autot?katsastus=pian' })
  const { page: other } = await as('yllapito2', { at: '/autot' })
  const name = 'Katsastettavat'
  const tab = (of: Page) => of.getByRole('group', { name: 'Näkymät' }).getByRole('button', { name: new RegExp(`^${name}`) })
  const tools = (of: Page) => of.getByRole('button', { name: `Näkymän ${name} toiminnot` })
  await expect(rows(page).first()).toBeVisible()
  const count = await rows(page).count()
  /** The other dispatcher comes to the list, whose views have been read. */
  const comeBack = async () => {
    const read = other.waitForResponse(/\/jsonapi\/nakyma\/nakyma\?/)
    await other.goto('/autot')
    await read
    await expect(rows(other).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Tallenna näkymä' }).click()
  await page.getByRole('dialog').getByLabel('Nimi').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Tallenna' }).click()
  await expect(tab(page)).toHaveAttribute('aria-pressed', 'true')
  await comeBack()
  await expect(tab(other)).toHaveCount(0)

  await tools(page).click()
  await page.getByRole('menuitem', { name: 'Jaa kaikille ylläpitäjille' }).click()
  await expect(page.getByRole('status').filter({ hasText: `Näkymä ${name} näkyy nyt kaikille ylläpitäjille.` })).toBeVisible()
  await comeBack()
  await tab(other).click()
  await expect(other).toHaveURL(/katsastus=pian/)
  await expect(rows(other)).toHaveCount(count)
  await expect(tab(other).getByRole('img', { name: 'Yhteinen näkymä' })).toBeVisible()
  await expect(tools(other)).toHaveCount(0)

  await tools(page).click()
  await page.getByRole('menuitem', { name: 'Älä jaa enää' }).click()
  await expect(page.getByRole('status').filter({ hasText: `Näkymä ${name} näkyy vain sinulle.` })).toBeVisible()
  await comeBack()
  await expect(tab(other)).toHaveCount(0)
})
