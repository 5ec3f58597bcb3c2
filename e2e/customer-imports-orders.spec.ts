import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'

const headings =
  'tilaus;viite;nouto_nimi;nouto_osoite1;nouto_postinro;nouto_postitmp;toimitus_nimi;toimitus_osoite1;toimitus_postinro;toimitus_postitmp;tyyppi;pituus;leveys;korkeus;paino'
const row = (order: string, reference: string, weight = '40,5', postalCode = '44100') =>
  `${order};${reference};Pirkan Putki Oy;Hatanpään valtatie 12;33100;Tampere;Äänekosken Ässä Oy;Teollisuuskatu 4;${postalCode};Äänekoski;muu;80;60;120;${weight}`

const textOf = (lines: readonly string[]): string => [headings, ...lines].join('\r\n')
const choose = (page: Page, name: string, lines: readonly string[], encoding: BufferEncoding = 'latin1') =>
  page.getByLabel('Tuotava tiedosto').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(textOf(lines), encoding) })
/** Drops the file onto the page, as from a file manager. */
async function drop(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([text, called]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], called, { type: 'text/csv' }))
      return transfer
    },
    [textOf(lines), name] as const,
  )
  await page.getByRole('group', { name: 'Pudota tiedosto tähän' }).dispatchEvent('drop', { dataTransfer })
}
const cell = (page: Page, line: number, column: string) => page.getByLabel(`Rivi ${line}, ${column}`, { exact: true })
const store = (page: Page, orders: string) => page.getByRole('button', { name: `Tuo ${orders}` })

test('a customer corrects faulty cells in the table and imports all rows at once', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/' })
  await page.getByRole('navigation', { name: 'Päävalikko' }).getByRole('link', { name: 'Tuonti' }).click()
  await expect(page.getByRole('heading', { name: 'Tilausten tuonti', level: 1 })).toBeVisible()
  await expectAccessibleInFullRun(page)
  const mark = `TUONTI-${Date.now()}`
  await choose(page, 'tilaukset.csv', [row('a', mark), row('a', mark, 'paljon'), '', row('', mark, '50', '4410x')])

  await expect(page.getByText('2 virhettä 2 rivillä')).toBeVisible()
  // The file's empty line is skipped, and the other rows keep their line numbers.
  await expect(cell(page, 3, 'paino')).toHaveAccessibleDescription('Kirjoita luku muodossa 80,50.')
  await expect(cell(page, 5, 'toimitus_postinro')).toHaveAccessibleDescription('Postinumerossa on viisi numeroa. Esimerkki: 33100.')
  await expect(cell(page, 2, 'paino')).toHaveCount(0)
  await expect(store(page, '2 tilausta')).toBeDisabled()
  await expectAccessibleInFullRun(page)

  await page.getByRole('button', { name: 'Seuraava virhe' }).click()
  await expect(cell(page, 3, 'paino')).toBeFocused()
  await cell(page, 3, 'paino').fill('2000000')
  await expect(cell(page, 3, 'paino')).toHaveAccessibleDescription('Tavaran enimmäispaino on 1 000 000 kg.')
  await cell(page, 3, 'paino').fill('20')
  await cell(page, 5, 'toimitus_postinro').fill('44100')
  await expect(store(page, '2 tilausta')).toBeEnabled()
  await expect(cell(page, 3, 'paino')).toHaveValue('20')

  // Leaving the page asks for confirmation, so that corrections are not lost by accident.
  await page.getByRole('link', { name: 'Arkisto', exact: true }).click()
  await page.getByRole('dialog', { name: 'Korjauksia ei ole tuotu' }).getByRole('button', { name: 'Jatka tuontia' }).click()
  await page.getByLabel('Vain virheelliset rivit').uncheck()
  await expect(cell(page, 2, 'viite')).toHaveValue(mark)
  // The import continues after the person opens another page, and the result is shown there.
  let goOn = () => {}
  const left = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/import-tilaus-csv*', async (route) => {
    await left
    await route.continue()
  })
  await store(page, '2 tilausta').click()
  await expect(page.getByText('Tallennetaan… Voit jatkaa muualla')).toBeVisible()
  await page.getByRole('link', { name: 'Arkisto', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Arkisto', level: 1 })).toBeVisible()
  goOn()
  await expect(page.getByRole('status').filter({ hasText: '2 tilausta tuotu' })).toContainText(/3 lähetystä, T-\d+–T-\d+/)
  await page.getByRole('link', { name: 'Tilaukset', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Tilaukset', level: 1 })).toBeVisible()
  await page.getByLabel('Hae numerolla, nimellä, paikalla').fill(mark)
  await expect(page.getByRole('link', { name: /^Tilaus T-/ })).toHaveCount(2)
})

test('unknown columns must be resolved before the rows are checked, and the kind of goods is never guessed', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus-csv-import' })
  const other = headings.replace('tyyppi', 'laji').concat(';huomio')
  const parcel = (reference: string, weight: string) => row('', reference, weight).replace(';muu;80;60;120;', ';paketti;40;30;25;')
  const lines = [parcel('PAINAVA', '34'), parcel('KEVYT', '12')]
  const text = [other, ...lines.map((line) => `${line};soita`)].join('\r\n')
  const chooseOther = () =>
    page.getByLabel('Tuotava tiedosto').setInputFiles({ name: 'omat.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await chooseOther()
  await expect(page.getByRole('heading', { name: 'Mitä nämä sarakkeet ovat?' })).toBeVisible()
  await expect(page.getByText('Esim. paketti')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page)
  const go = page.getByRole('button', { name: 'Jatka tarkistukseen' })
  await expect(go).toBeDisabled()
  await page.getByRole('combobox', { name: 'Sarake laji' }).fill('tyyppi')
  await page.getByRole('option', { name: /^tyyppi/ }).click()
  await page.getByRole('button', { name: 'Jätä muut pois' }).click()
  await expect(page.getByRole('combobox', { name: 'Sarake huomio' })).toHaveValue('Jätä pois')
  await go.click()
  const faulty = () => page.getByText('1 virhe 1 rivillä')
  await expect(faulty()).toBeVisible()
  await expect(page.getByText('huomio', { exact: true })).toBeVisible()
  await page.getByLabel('Vain virheelliset rivit').uncheck()
  // A parcel of 34 kg exceeds the limit for parcels.
  await expect(page.getByLabel('Rivi 2, paino', { exact: true })).toHaveAccessibleDescription('Paketin enimmäispaino on 30 kg.')

  await test.step('when the column is left out, one choice sets the kind for all rows', async () => {
    await page.getByRole('button', { name: 'Valitse toinen tiedosto' }).click()
    await chooseOther()
    await page.getByRole('button', { name: 'Jätä kaikki pois' }).click()
    await go.click()
    await expect(page.getByText('Tavaralaji puuttuu 2 riviltä')).toBeVisible()
    await expect(page.getByLabel('Rivi 2, tyyppi', { exact: true })).toHaveAccessibleDescription(
      'Valitse tavaralaji: rullakko, paketti, muu.',
    )
    await expectAccessibleInFullRun(page)
    await page.getByRole('button', { name: 'Muu', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Tuo 2 tilausta' })).toBeEnabled()
  })
})

test('importing the same file again gives a warning, and imports it after a confirmation', async ({ as }) => {
  const { page } = await as('asiakas', { dark: true, at: '/tilaus-csv-import' })
  const lines = [row('', `KAHDESTI-${Date.now()}`)]
  const expectStored = async () => {
    await store(page, '1 tilaus').click()
    await expect(page.getByText('1 tilaus tuotu')).toBeVisible()
  }
  await test.step('a file is dropped onto the page and imported', async () => {
    await drop(page, 'sama.csv', lines)
    await expectStored()
  })
  await test.step('the same file is chosen, the warning is shown, and it is imported', async () => {
    await choose(page, 'sama.csv', lines)
    await expect(page.getByText(/^Samat tilaukset on jo tuotu /)).toBeVisible()
    await expect(store(page, '1 tilaus')).toBeDisabled()
    await expectAccessibleInFullRun(page)
    await page.getByLabel('Tuo ne silti uudelleen').check()
    await expectStored()
  })
  await expectAccessibleInFullRun(page)
})

test('the example file and the file of faulty rows are spreadsheets that can be imported unchanged', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus-csv-import' })
  const save = async (button: string): Promise<string> => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
    return file.path()
  }
  const open = async (path: string, name: string) => {
    const { readFile } = await import('node:fs/promises')
    await page.getByLabel('Tuotava tiedosto').setInputFiles({ name, mimeType: '', buffer: await readFile(path) })
  }
  await open(await save('Esimerkki (.xlsx)'), 'esimerkki.xlsx')
  await expect(cell(page, 2, 'toimitus_postinro')).toHaveValue('00580')
  await expect(store(page, '2 tilausta')).toBeEnabled()
  await save('Kenttien kuvaus (.xlsx)')

  await page.getByRole('button', { name: 'Valitse toinen tiedosto' }).click()
  await choose(page, 'virheita.csv', [row('', 'hyvä'), row('', 'huono', '')], 'utf8')
  await expect(cell(page, 3, 'paino')).toHaveAccessibleDescription('Kirjoita paino.')
  const faulty = await save('Lataa virheelliset rivit')
  await page.getByRole('button', { name: 'Valitse toinen tiedosto' }).click()
  await open(faulty, 'virheelliset.xlsx')
  await expect(cell(page, 2, 'viite')).toHaveValue('huono')
  await expect(cell(page, 2, 'paino')).toHaveAccessibleDescription('Kirjoita paino.')
  await page.getByRole('button', { name: 'Poista rivi 2' }).click()
  await expect(page.getByRole('button', { name: /^Tuo / })).toBeDisabled()
  await expect(page.getByRole('status').filter({ hasText: 'Ei rivejä' })).toBeVisible()
  await page.getByRole('button', { name: 'Kumoa' }).click()
  await expect(cell(page, 2, 'viite')).toHaveValue('huono')

  // The table does not show a cell without a heading: correcting another row must not hide that this cell was dropped.
  await page.getByRole('button', { name: 'Valitse toinen tiedosto' }).click()
  await choose(page, 'siirtynyt.csv', [`${row('', 'siirtynyt')};liikaa`, row('', 'huono', '')], 'utf8')
  await expect(page.getByText('2 virhettä 2 rivillä')).toBeVisible()
  await cell(page, 3, 'paino').fill('12')
  await expect(page.getByText('1 virhe 1 rivillä')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '2 riviä, 2 tilausta' })).toBeVisible()
  await expect(page.getByText('1 virhe 1 rivillä')).toBeVisible()
  await page.getByRole('button', { name: 'Poista rivi 2' }).click()
  await expect(store(page, '1 tilaus')).toBeEnabled()
})

test('corrected rows whose check failed are checked again on request', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus-csv-import' })
  await choose(page, 'tilaukset.csv', [row('', `KATKO-${Date.now()}`, '')])
  await expect(cell(page, 2, 'paino')).toHaveAccessibleDescription('Kirjoita paino.')
  await page.route('**/api/import-tilaus-csv*', (route) => route.fulfill({ status: 429, json: {} }))
  await cell(page, 2, 'paino').fill('12')
  await expect(page.getByRole('status').filter({ hasText: 'Ei tarkistettu' })).toBeVisible()
  await expect(store(page, '1 tilaus')).toBeDisabled()
  await expectAccessibleInFullRun(page)
  await page.unroute('**/api/import-tilaus-csv*')
  await page.getByRole('button', { name: 'Yritä uudelleen' }).click()
  await expect(store(page, '1 tilaus')).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Yritä uudelleen' })).toHaveCount(0)
})

test('a file that is not a table is rejected with an explanation; an administrator chooses the customer first', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tilaus-csv-import' })
  await page.getByRole('combobox', { name: 'Asiakas' }).fill('a')
  await page.getByRole('option').first().click()
  await expect(page.getByText('Tilaukset tuodaan tälle asiakkaalle.')).toBeVisible()
  await page.getByLabel('Tuotava tiedosto').setInputFiles({ name: 'kuva.csv', mimeType: '', buffer: Buffer.from('%PDF-1.7 ei taulukko') })
  await expect(page.getByRole('alert')).toHaveText('Tiedosto ei ole CSV- eikä .xlsx-taulukko.')
  const mark = `YLLÄPITO-${Date.now()}`
  await choose(page, 'tilaukset.csv', [row('', 'KORJATTAVA')])
  await test.step('changing the customer or closing the table does not lose the corrections', async () => {
    await cell(page, 2, 'viite').fill(mark)
    await page.getByRole('button', { name: 'Vaihda: Asiakas' }).click()
    await page.getByRole('dialog', { name: 'Korjauksia ei ole tuotu' }).getByRole('button', { name: 'Jatka tuontia' }).click()
    await page.getByRole('button', { name: 'Valitse toinen tiedosto' }).click()
    await page.getByRole('button', { name: 'Kumoa' }).click()
    await expect(cell(page, 2, 'viite')).toHaveValue(mark)
  })
  await store(page, '1 tilaus').click()
  await expect(page.getByText('1 tilaus tuotu')).toBeVisible()
})
