import type { Locator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { operate, rowsOf } from './api-data.ts'
import { expect, expectAccessible, test } from './kuorma.ts'

type Row<A> = { id: string; attributes: A; relationships: Record<string, { data: { id: string } | null }> }
type Day = Row<{ paiva: number; alkuaika: number; loppuaika: number; tarkistettu: boolean; aika_tyoaika: number }>

const days = '/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'
const tasks = '/jsonapi/tyovuoro_kirjaus_tehtava_entity/tyovuoro_kirjaus_tehtava_entity'
const requests = '/jsonapi/tyoaika_korjauspyynto/tyoaika_korjauspyynto'

/** Ended days that nobody has checked, without those of which the driver asks something. */
async function uncheckedDays(admin: Api): Promise<Day[]> {
  const open = await rowsOf<Day>(
    admin,
    `${days}?filter[tarkistettu]=0&filter[e][condition][path]=loppuaika&filter[e][condition][operator]=>&filter[e][condition][value]=0&sort=-paiva&page[limit]=50`,
  )
  const asked = new Set((await rowsOf<Day>(admin, requests)).map(({ relationships }) => relationships.tyovuoro_kirjaus?.data?.id))
  return open.filter(({ id }) => !asked.has(id))
}

const starts = (page: Page): Locator => page.getByRole('textbox', { name: /(A|Päivä a)lkoi, / })
const borders = (page: Page): Locator => page.getByRole('slider')
const sum = (page: Page, name: string): Locator => page.locator(`[data-sum=${name}]`)

async function drag(page: Page, border: Locator, by: number): Promise<void> {
  const box = await border.boundingBox()
  if (!box) throw new Error('The border is not on the screen.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y, { steps: 3 })
  await page.mouse.move(x + by, y, { steps: 3 })
}

test('drags and types, sees the sums, saves, checks and restores', async ({ as, api }) => {
  const [day] = await uncheckedDays(await api('yllapito'))
  const { page } = await as('yllapito', { at: `/kirjaus/${day?.id}` })
  await expect(starts(page).nth(2)).toBeVisible()
  const before = await starts(page).evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')))
  const length = await sum(page, 'kesto').textContent()
  // The borders of short tasks are near each other: the table's fields do the same (WCAG 2.5.8, equivalent).
  await expectAccessible(page, { apart: ['target-size'] })

  await test.step('a border is dragged: the table and the sums follow before it is released', async () => {
    await drag(page, borders(page).nth(1), 30)
    await expect(starts(page).nth(1)).not.toHaveValue(before[1] ?? '')
    await expect(page.getByText(/^Muutos alkuperäiseen:/)).toBeVisible()
    await page.mouse.up()
    await expect(sum(page, 'kesto')).toHaveText(length ?? '')
    await page.keyboard.press('Control+z')
    await expect(starts(page).nth(1)).toHaveValue(before[1] ?? '')
    await page.keyboard.press('Control+Shift+z')
    await expect(starts(page).nth(1)).not.toHaveValue(before[1] ?? '')
    await page.keyboard.press('Control+z')
  })

  await test.step('arrow keys move a border by a minute, with Shift by five', async () => {
    const border = borders(page).nth(1)
    const at = Number(await border.getAttribute('aria-valuenow'))
    await border.press('ArrowRight')
    await border.press('Shift+ArrowRight')
    await expect(border).toHaveAttribute('aria-valuenow', String(at + 6 * 60))
  })

  await test.step('a text that is no time stays with what is wrong with it, and nothing is saved', async () => {
    await starts(page).nth(2).fill('kahdelta')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('alert')).toContainText('Kirjoita aika muodossa 9.30.')
    await expect(starts(page).nth(2)).toHaveValue('kahdelta')
    const [hours = '', minutes = ''] = (before[2] ?? '').split('.')
    await starts(page).nth(2).fill(`${hours}${minutes}`)
  })

  await test.step('a task is added in the middle of another, and everything is saved in one call', async () => {
    await page.getByRole('button', { name: 'Lisää tehtävä' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lisää työtehtävä' })
    await dialog.getByLabel('Alkoi').fill(before[3] ?? '')
    await dialog.getByLabel(/^Kesto/).fill('5')
    await dialog.getByRole('button', { name: 'Lisää', exact: true }).click()
    await expect(page.getByText('Lisätty', { exact: true })).toBeVisible()
    await expect(starts(page)).toHaveCount(before.length + 1)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Kirjaus tallennettu')).toBeVisible()
    await page.reload()
    await expect(starts(page)).toHaveCount(before.length + 1)
    await expect(page.getByRole('button', { name: 'Palauta alkuperäinen' })).toBeVisible()
  })

  await test.step('a checked day is locked until it is unchecked', async () => {
    await page.getByRole('button', { name: 'Merkitse tarkistetuksi' }).click()
    await expect(page.getByText(/^Kirjaus on tarkistettu ja lukittu/)).toBeVisible()
    await expect(borders(page)).toHaveCount(0)
    await expect(starts(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Poista tarkistusmerkintä' }).click()
    await expect(starts(page)).toHaveCount(before.length + 1)
  })

  await test.step('what the driver recorded is restored', async () => {
    await page.getByRole('button', { name: 'Palauta alkuperäinen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Palauta', exact: true }).click()
    await expect(page.getByText('Sama kuin kuljettajan merkinnät.')).toBeVisible()
    await expect(starts(page)).toHaveCount(before.length)
    await expect(starts(page).nth(1)).toHaveValue(before[1] ?? '')
  })
})

test('keeps a draft over a reload, and is asked about what somebody else has changed', async ({ as, api }) => {
  const admin = await api('yllapito')
  const day = (await uncheckedDays(admin))[1]
  const [, second] = await rowsOf<Row<{ alkuaika: number }>>(
    admin,
    `${tasks}?filter[tyovuoro_kirjaus.id]=${day?.id}&sort=alkuaika&page[limit]=2`,
  )
  const { page } = await as('yllapito', { at: `/kirjaus/${day?.id}`, deaf: true })
  const border = borders(page).nth(1)
  await border.press('ArrowRight')
  const moved = await border.getAttribute('aria-valuenow')
  await expect(page.getByText(/^Luonnos tallessa/)).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(border).toHaveAttribute('aria-valuenow', moved ?? '')

  await test.step('leaving with unsaved edits is asked about', async () => {
    await expect(page.getByRole('link', { name: /^Edellinen päivä/ })).toBeVisible()
    await page.keyboard.press('k')
    await page.getByRole('dialog').getByRole('button', { name: 'Jatka muokkausta' }).click()
    await expect(page).toHaveURL(new RegExp(`${day?.id}$`))
  })

  await test.step('both versions are shown, and the chosen one is saved', async () => {
    const type = 'tyovuoro_kirjaus_tehtava_entity--tyovuoro_kirjaus_tehtava_entity'
    await operate(admin, [{ op: 'update', data: { type, id: second?.id ?? '', attributes: { tyyppi: 'PESU' } } }])
    await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Joku muu on muuttanut tietoja' })
    await expect(dialog.getByRole('row', { name: /Työtehtävät/ })).toContainText('pesu')
    await dialog.getByText('Tallennettu', { exact: true }).last().click()
    await dialog.getByRole('button', { name: 'Jatka näillä' }).click()
    await expect(page.getByRole('combobox', { name: /^Tehtävä klo/ }).nth(1)).toHaveValue('Pesu')
    await expect(border).toHaveAttribute('aria-valuenow', String(second?.attributes.alkuaika))
  })
})

test('accepts what the driver asks for, and sees places on a map', async ({ as, api }) => {
  const admin = await api('yllapito')
  const [request] = await rowsOf<Day>(admin, `${requests}?filter[tila]=avoin&page[limit]=1`)
  const id = request?.relationships.tyovuoro_kirjaus?.data?.id ?? ''
  const [task] = await rowsOf<Row<object>>(admin, `${tasks}?filter[tyovuoro_kirjaus.id]=${id}&sort=alkuaika&page[limit]=1`)
  const type = 'tyovuoro_kirjaus_tehtava_entity--tyovuoro_kirjaus_tehtava_entity'
  const place = { latitude: 61.4, longitude: 23.76, address_print: 'Lakalaivan terminaali, Tampere' }
  await operate(admin, [{ op: 'update', data: { type, id: task?.id ?? '', attributes: place } }])
  const { page } = await as('yllapito', { at: `/kirjaus/${id}` })
  await expect(page.getByRole('region', { name: 'Työtehtävien paikat kartalla' })).toBeVisible()
  const card = page.getByRole('region', { name: 'Korjauspyyntö' })
  await expect(card).toContainText(/Työaika .+ → /)
  await card.getByRole('button', { name: 'Hyväksy pyyntö' }).click()
  await expect(page.getByText('Korjauspyyntö hyväksytty', { exact: true })).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(page.getByText(/^Muutos alkuperäiseen:/)).toBeVisible()
})
