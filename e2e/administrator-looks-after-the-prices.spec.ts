import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const rows = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

test('an administrator makes next year’s list, previews and applies a fuel surcharge, and tries a price', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/' })

  await test.step('the list shows which lists apply', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Hinnastot' }).click()
    await expect(heading(page, 'Hinnastot')).toBeVisible()
    await expect(rows(page, /^Perushinnasto$/)).toContainText('Voimassa nyt')
    await expect(page.getByRole('row').filter({ hasText: 'Tulossa' })).toHaveCount(1)
    await expect(page.getByRole('row').filter({ hasText: 'Päättynyt' })).toHaveCount(1)
    await expectAccessibleInFullRun(page)
  })

  await test.step('a customer’s list is copied for a new year with higher prices', async () => {
    await page
      .getByRole('link', { name: /^Sopimushinnat, / })
      .first()
      .click()
    await page.getByRole('link', { name: 'Kopioi uudeksi' }).click()
    await expect(heading(page, 'Hinnaston kopio')).toBeVisible()
    await field(page, 'Voimassa alkaen').fill('1.1.2031')
    await field(page, 'Hintojen muutos (%)').fill('kolme')
    await field(page, 'Uuden hinnaston nimi').fill('Sopimus 2031')
    await page.getByRole('button', { name: 'Esikatsele' }).click()
    await expect(page.getByText('Kirjoita luku muodossa 80,50.', { exact: true })).toBeVisible()
    await field(page, 'Hintojen muutos (%)').fill('10')
    await page.getByRole('button', { name: 'Esikatsele' }).click()
    const lists = page.getByRole('list', { name: 'Uudet hinnastot' })
    await expect(lists.getByRole('listitem')).toContainText(/Sopimus 2031.*15,00\s€ → 16,50\s€/)
    await expectAccessibleInFullRun(page)
    await page.getByRole('button', { name: 'Luo hinnasto' }).click()
    await expect(heading(page, 'Sopimus 2031')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Tulossa')
    await expect(field(page, 'Perusmaksu')).toHaveValue('16,50')
  })

  await test.step('a fuel surcharge for all lists is previewed with its effect, applied and undone', async () => {
    await page.goto('/hinnastot')
    await page.getByRole('link', { name: 'Muuta hintoja' }).click()
    await page.getByRole('button', { name: 'Esikatsele' }).click()
    await page.getByRole('button', { name: 'Hintojen muutos (%): Anna muutos tai uusi polttoainelisä.' }).click()
    await expect(field(page, 'Hintojen muutos (%)')).toBeFocused()
    await expect(page.getByText('Anna muutos tai uusi polttoainelisä.', { exact: true })).toBeVisible()
    await field(page, 'Voimassa alkaen').fill('huomenna')
    await field(page, 'Uusi polttoainelisä (%)').fill('12,5')
    await page.getByRole('button', { name: 'Esikatsele' }).click()
    const effect = page.getByRole('table', { name: 'Vaikutus asiakkaittain' })
    await expect(effect.getByRole('row').nth(1)).toContainText('+')
    await page.getByRole('button', { name: /^Luo \d+ hinnastoa$/ }).click()
    await expect(toast(page, /Luotu \d+ hinnastoa/)).toBeVisible()
    const made = page.getByRole('list', { name: 'Tehdyt muutokset' }).getByRole('listitem')
    await expect(made.first()).toContainText('polttoainelisä 12,5 %')
    await made
      .first()
      .getByRole('button', { name: /^Peru: / })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Peru hintojen muutos' })
    await expectAccessibleInFullRun(page)
    await dialog.getByRole('button', { name: 'Peru muutos' }).click()
    await expect(made.first()).toContainText('peruttu')
  })

  await test.step('a price is tried, and its steps are shown as a sum', async () => {
    await page.goto('/hinnastot')
    await page.getByRole('button', { name: 'Kokeile hintaa' }).click()
    const dialog = page.getByRole('dialog', { name: 'Kokeile hintaa' })
    await dialog.getByRole('textbox', { name: 'Noudon postinumero' }).fill('33100')
    await dialog.getByRole('button', { name: 'Laske hinta' }).click()
    await expect(dialog.getByRole('status')).toContainText('Matkan pituutta ei tunneta')
    await dialog.getByRole('textbox', { name: 'Toimituksen postinumero' }).fill('20100')
    await dialog.getByRole('textbox', { name: 'Paino yhteensä (kg)' }).fill('120')
    await dialog.getByRole('button', { name: 'Laske hinta' }).click()
    // 120 × 0.04.
    await expect(dialog.getByRole('status')).toContainText(/Paino 120\skg × 0,04\s€4,80\s€/)
    await expect(dialog.getByRole('status')).toContainText('Perushinnasto')
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Paino yhteensä (kg)' }).fill('121')
    await expect(dialog.getByRole('status')).toBeEmpty()
    await dialog.getByText('Tuntityö', { exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Tuntityön tyyppi' }).fill('atego')
    await page.getByRole('option', { name: 'atego' }).click()
    await dialog.getByRole('textbox', { name: 'Aika (min)' }).fill('60')
    await dialog.getByRole('button', { name: 'Laske hinta' }).click()
    // The minimum of 7 h 30 min × 68.
    await expect(dialog.getByRole('status')).toContainText(/7\sh\s30\smin × 68,00\s€\/h510,00\s€/)
    await page.keyboard.press('Escape')
  })

  await test.step('the lists are saved as a file', async () => {
    await page.goto('/hinnastot?haku=Sopimus 2031')
    await expect(page.getByRole('row')).toHaveCount(2)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Lataa CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toEqual([expect.stringContaining('Nimi;Asiakas;Voimassa alkaen'), expect.stringContaining('Sopimus 2031;')])
  })
})

test('an administrator reads how a price was calculated, and changes a price of hourly work in its list', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/hintalaskuri-logs' })
  await test.step('the log unfolds to the steps, and is narrowed by customer and time', async () => {
    const log = page.getByRole('list', { name: 'Hintalaskelmat' })
    const first = log.getByRole('listitem').first()
    await first.getByText(/^T-\d+ · /).click()
    await expect(first).toContainText('Yhteensä, alv 0 %')
    await expectAccessibleInFullRun(page)
    await page.goto('/hintalaskuri-logs?alku=1000000000')
    await expect(page.getByRole('heading', { name: 'Rajauksilla ei löytynyt laskelmia' })).toBeVisible()
    await page.getByRole('button', { name: 'Poista rajaukset' }).click()
    await expect(log.getByRole('listitem').first()).toBeVisible()
    const summary = log.getByText(/^T-\d+ · /).first()
    const shown = (await summary.textContent()) ?? ''
    const name = shown.split(' · ')[1] ?? ''
    await page.getByRole('combobox', { name: 'Asiakas' }).first().fill(name)
    await page.getByRole('option', { name }).click()
    await expect(page).toHaveURL(/asiakas=/)
    for (const item of await log.getByRole('listitem').all()) await expect(item).toContainText(name)
  })

  await test.step('the types of hourly work are edited in their list', async () => {
    await page.goto('/tuntityypit')
    await expect(page.getByRole('row')).toHaveCount(5)
    await expectAccessibleInFullRun(page)
    await page.getByRole('link', { name: 'antos' }).click()
    await expect(field(page, 'Hinta / h')).toHaveValue('79,00')
    await field(page, 'Hinta / h').fill('80')
    await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
    await expect(toast(page, 'antos tallennettu')).toBeVisible()
  })
})
