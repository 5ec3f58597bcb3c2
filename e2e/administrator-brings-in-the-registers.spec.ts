import type { Page } from '@playwright/test'
import { storedRows } from './device-database.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'

const cell = (page: Page, line: number, heading: string) => page.getByLabel(`Rivi ${line}, ${heading}`, { exact: true })
const choose = (page: Page, name: string, lines: readonly string[]) =>
  page.getByLabel('Tuotava tiedosto').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n'), 'latin1') })

test('an administrator brings in customers, correcting two faults in place, and then cars', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/asetukset' })
  const mark = `Tuonti ${Date.now()}`
  await test.step('the import is reached from the settings and says what there is', async () => {
    await page.getByRole('link', { name: 'Tuo tiedot', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Tietojen tuonti', level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(8)
    await expect(page.getByRole('listitem').filter({ hasText: 'Autot' })).toContainText(/Nyt \d+/)
    await expectAccessibleInFullRun(page)
    await page.getByRole('link', { name: 'Tuo asiakkaat' }).click()
    await expect(page.getByRole('heading', { name: 'Tietojen tuonti: asiakkaat', level: 1 })).toBeVisible()
    await expectAccessibleInFullRun(page)
  })
  await test.step('two faults are corrected in the table', async () => {
    await choose(page, 'asiakkaat.csv', [
      'Nimi;Y-tunnus;Maksuehto (pv);Käyntiosoite;Käyntiosoite, postinumero;Käyntiosoite, postitoimipaikka;Laskutuksen sähköposti',
      `${mark} A;1234567-8;14;Satamakatu 1;33200;Tampere;laskut@esimerkki.fi`,
      `${mark} B;;14;Satamakatu 2;3320x;Tampere;`,
      `${mark} C;;21;;;;`,
    ])
    await expect(page.getByText('2 virhettä 2 rivillä')).toBeVisible()
    await expect(cell(page, 2, 'Y-tunnus')).toHaveAccessibleDescription(/Y-tunnus ei kelpaa/)
    await expect(cell(page, 3, 'Käyntiosoite, postinumero')).toHaveAccessibleDescription(/viisi numeroa/)
    await expectAccessibleInFullRun(page)
    await page.getByRole('button', { name: 'Seuraava virhe' }).click()
    await expect(cell(page, 2, 'Y-tunnus')).toBeFocused()
    await cell(page, 2, 'Y-tunnus').fill('')
    await cell(page, 3, 'Käyntiosoite, postinumero').fill('33200')
    await page.getByRole('button', { name: 'Tuo 3 asiakasta' }).click()
    await expect(page.getByText('3 asiakasta tuotu')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the receipt leads to the list', async () => {
    await page.getByRole('link', { name: 'Näytä asiakkaat' }).click()
    await page.getByLabel('Hae', { exact: true }).fill(mark)
    await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(3)
  })
  await test.step('rows that exist are left as they are, or updated', async () => {
    await page.getByRole('button', { name: 'Tuo tiedostosta' }).click()
    await choose(page, 'lisää.csv', ['Nimi;Ehto', `${mark} A;30`, `${mark} D;30`])
    await page.getByRole('combobox', { name: 'Sarake Ehto' }).fill('Maksu')
    await page
      .getByRole('option', { name: /^Maksuehto/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Jatka tarkistukseen' }).click()
    await expect(page.getByText(new RegExp(`^On jo: A-\\d+ ${mark} A$`))).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '2 riviä, 1 uutta, 1 on jo' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tuo 1 asiakas' })).toBeEnabled()
    await expectAccessibleInFullRun(page)
    await page.getByLabel('Päivitä tiedoston tiedoilla').check()
    await page.getByRole('button', { name: 'Tuo 1 ja päivitä 1' }).click()
    await expect(page.getByText('1 asiakas tuotu')).toBeVisible()
    await expect(page.getByText('Päivitetty 1.')).toBeVisible()
  })
  await test.step('cars are brought in from the template', async () => {
    await page.goto('/tietojen-tuonti?laji=autot')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Malli (.xlsx)' }).click()
    const { readFile } = await import('node:fs/promises')
    const template = await download
    expect(template.suggestedFilename()).toBe('autot-malli.xlsx')
    await page
      .getByLabel('Tuotava tiedosto')
      .setInputFiles({ name: 'autot.xlsx', mimeType: '', buffer: await readFile(await template.path()) })
    await cell(page, 2, 'Rekisterinumero').fill(`T-${Date.now() % 100_000}`)
    await page.getByRole('button', { name: 'Tuo 1 auto' }).click()
    await expect(page.getByText('1 auto tuotu')).toBeVisible()
    await page.getByRole('link', { name: 'Näytä autot' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Scania R 450' }).first()).toBeVisible()
  })
})

test('rows and their corrections survive a reload, and are gone once they are discarded or imported', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tietojen-tuonti?laji=autot' })
  const plate = `R-${Date.now() % 100_000}`
  await choose(page, 'autot.csv', ['Rekisterinumero;Nimi;Seuraava katsastus;Ajokilometrit', `${plate};Volvo;31.2.2027;12`, 'X-1;;;'])
  await page.getByRole('button', { name: 'Jätä kaikki pois' }).click()
  await page.getByRole('button', { name: 'Jatka tarkistukseen' }).click()
  await expect(cell(page, 2, 'Seuraava katsastus')).toHaveAccessibleDescription(/./)
  await cell(page, 2, 'Nimi').fill('Volvo FH')
  await page.getByRole('switch', { name: 'Vain virheelliset rivit' }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Poista rivi 3' }).click()
  await expect(page.getByText(/^Taulukko tallessa/)).toBeVisible()
  // The page says so since the change before this one.
  const storedLines = async () => (await storedRows<{ value: { rows: unknown[] } }>(page, 'drafts')).map(({ value }) => value.rows.length)
  await expect.poll(storedLines).toEqual([1])
  await page.reload()
  await expect(cell(page, 2, 'Nimi')).toHaveValue('Volvo FH')
  await expect(cell(page, 2, 'Seuraava katsastus')).toHaveAccessibleDescription(/./)
  await expect(cell(page, 3, 'Rekisterinumero')).toHaveCount(0)
  await expectAccessibleInFullRun(page)

  await test.step('leaving the page needs no question: they are there on the way back', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Autot', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Autot' })).toBeVisible()
    await page.goto('/tietojen-tuonti?laji=autot')
    await expect(cell(page, 2, 'Nimi')).toHaveValue('Volvo FH')
  })
  await test.step('imported, they are gone', async () => {
    await cell(page, 2, 'Seuraava katsastus').fill('30.6.2027')
    await page.getByRole('button', { name: 'Tuo 1 auto' }).click()
    await expect(page.getByText('1 auto tuotu')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Tuotava tiedosto')).toBeAttached()
    await expect(page.getByText(/^Taulukko tallessa/)).toHaveCount(0)
  })
})

test('the import in the dark, from the palette; passwords are refused, and people are invited only when asked for', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/', dark: true })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Hae' }).fill('tietojen')
  await page.getByRole('option', { name: /Tietojen tuonti/ }).click()
  await expect(page.getByRole('heading', { name: 'Tietojen tuonti', level: 1 })).toBeVisible()
  await expectAccessibleInFullRun(page)
  await page.getByRole('link', { name: 'Tuo käyttäjät' }).click()
  const mail = `tuonti-${Date.now()}@esimerkki.fi`
  await choose(page, 'salasanat.csv', ['Sähköposti;Salasana', `${mail};hunter2`])
  await expect(page.getByRole('alert')).toContainText('Salasanoja ei tuoda tiedostosta')
  await choose(page, 'käyttäjät.csv', ['Sähköposti;Roolit;Etunimi;Sukunimi', `${mail};kuljettaja, lentäjä;Eero;Niemi`])
  await expect(cell(page, 2, 'Roolit')).toHaveAccessibleDescription(/^Valitse näistä/)
  await expectAccessibleInFullRun(page)
  await cell(page, 2, 'Roolit').fill('kuljettaja')
  await page.getByLabel('Lähetä kutsut').check()
  await page.getByRole('button', { name: 'Tuo 1 käyttäjä' }).click()
  await expect(page.getByText('1 käyttäjä tuotu')).toBeVisible()
  await expect(page.getByText('Lähetetty 1 kutsu.')).toBeVisible()
  await page.getByRole('link', { name: 'Näytä työntekijät' }).click()
  await expect(page.getByRole('button', { name: 'Tuo tiedostosta' })).toBeVisible()
})
