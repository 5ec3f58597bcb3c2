import type { Locator, Page } from '@playwright/test'
import { operate, rowsOf } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'

/** The cells of a column that are edited in place. */
const cells = (page: Page, label: string): Locator => page.getByRole('row').getByRole('button', { name: `muuta ${label}, ` })

/** A list, the column that is edited, what is typed, and what the cell says then. A flag turns when it is pressed. */
const lists = [
  { path: '/autot', label: 'Kantavuus (kg)', typed: '12345', stored: '12 345' },
  { path: '/tuotteet', label: 'Kuvaus', typed: 'Luettelossa muutettu', stored: 'Luettelossa muutettu' },
  { path: '/asiakkaat', label: 'Maksuehto (pv)', typed: '21', stored: '21' },
  { path: '/postiosoitteet', label: 'Osoite', typed: 'Muutoskatu 7', stored: 'Muutoskatu 7' },
  { path: '/tyontekijat?nakyma=kuljettaja', label: 'Ammattipätevyys voimassa', typed: '3.2.2031', stored: '3.2.2031' },
  { path: '/ilmoitukset', label: 'Päättyy', typed: '1.2.2035', stored: '1.2.2035' },
  { path: '/ilmoitukset', label: 'Pois käytöstä', turned: 'Ei', stored: 'Kyllä' },
  { path: '/dokumentit?sarakkeet=name,kuitattava', label: 'Kuitattava', turned: 'Kyllä', stored: 'Ei' },
]

test('an administrator edits a cell in the list of each register, and it is stored', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/autot' })
  for (const { path, label, typed, turned = '', stored } of lists)
    await test.step(path, async () => {
      if (path !== '/autot') await page.goto(path)
      const cell = cells(page, label).filter({ hasText: turned }).first()
      await expect(cell).toBeVisible()
      const name = ((await cell.textContent()) ?? '').split(', muuta ')[1] ?? ''
      const edited = page.getByRole('button', { name: `muuta ${name}` }).first()
      await cell.click()
      if (typed !== undefined) {
        const input = page.getByRole('group', { name }).getByRole('textbox').first()
        await expect(input).toBeFocused()
        await input.fill(typed)
        if (path === '/autot') await expectAccessible(page)
        await input.press('Enter')
      }
      await expect(edited).toContainText(stored)
      await expect(page.getByRole('status').filter({ hasText: 'tallennettu' }).last()).toBeVisible()
      await page.reload()
      await expect(edited).toContainText(stored)
    })
})

test('a value that is not stored stays in its cell with the reason; a change of another field does not stop it', async ({ as, api }) => {
  const other = await api('yllapito2')
  const [car] = await rowsOf<{ id: string; attributes: { rekisterinumero: string } }>(
    other,
    '/jsonapi/auto_entity/auto_entity?page[limit]=1',
  )
  const id = car?.id ?? ''
  const change = (attributes: Record<string, unknown>) =>
    operate(other, [{ op: 'update', data: { type: 'auto_entity--auto_entity', id, attributes } }])
  const { page } = await as('yllapito', { at: '/autot', deaf: true })
  const name = `Kantavuus (kg), ${car?.attributes.rekisterinumero}`
  const cell = page.getByRole('button', { name: `muuta ${name}` })
  const group = page.getByRole('group', { name })
  const input = group.getByRole('textbox')
  await expect(cell).toBeVisible()

  await test.step('somebody else has changed another field: the value is stored', async () => {
    await change({ lavapaikat: 7 })
    await cell.click()
    await input.fill('11111')
    await input.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'tallennettu' })).toBeVisible()
    await expect(cell).toContainText('11 111')
  })

  await test.step('somebody else has changed the same field: their value is named, and Enter replaces it', async () => {
    await change({ kantavuus: 22_222 })
    await cell.click()
    await input.fill('33333')
    await input.press('Enter')
    await expect(group).toContainText(/Joku muu on muuttanut tätä. Tallennettu: 22.222./)
    await expect(input).toBeFocused()
    await expect(input).toHaveValue(/33.?333/)
    await expectAccessibleInFullRun(page)
    await input.press('Enter')
    await expect(cell).toContainText('33 333')
  })

  await test.step('without an answer the value stays, and is stored when it is sent again', async () => {
    await page.route('**/jsonapi/auto_entity/auto_entity/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
    )
    await cell.click()
    await input.fill('44444')
    await input.press('Enter')
    await expect(input).toHaveValue(/44.?444/)
    await expect(group).toContainText('Palvelimeen')
    await page.unroute('**/jsonapi/auto_entity/auto_entity/*')
    await input.press('Enter')
    await expect(cell).toContainText('44 444')
  })
})
