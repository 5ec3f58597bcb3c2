import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { rowsOf } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'
import { expectFits } from './layout.ts'

async function pagesOf(page: Page, link: Locator): Promise<{ pages: number; name: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const pdf = await readFile(await download.path(), 'latin1')
  expect(pdf).toMatch(/^%PDF-1\.7/)
  return { pages: pdf.split('/Type /Page\n').length - 1, name: download.suggestedFilename() }
}

test('a dispatcher prints many orders’ waybills at once, continues working meanwhile, and mails one order’s waybill', async ({
  as,
  api,
}) => {
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const rows = page.getByRole('checkbox', { name: 'Valitse rivi' })
  await expect(rows.first()).toBeVisible()
  for (const index of [0, 1, 2]) await rows.nth(index).check()
  const dialog = page.getByRole('dialog')
  const openDialog = async () => {
    await page.getByRole('toolbar', { name: 'Valitut rivit' }).getByRole('button', { name: 'Rahtikirjat' }).click()
    await expect(page.getByRole('dialog', { name: '3 tilauksen rahtikirjat' })).toBeVisible()
  }

  await test.step('one summary an order', async () => {
    await openDialog()
    await dialog.getByText('Koonti', { exact: true }).click()
    await expectAccessibleInFullRun(page, { within: '[role="dialog"]' })
    await dialog.getByRole('button', { name: 'Tee PDF' }).click()
    const link = dialog.getByRole('link', { name: 'Lataa' })
    await expect(link).toHaveAttribute('href', /^blob:/)
    await expectAccessibleInFullRun(page, { within: '[role="dialog"]' })
    const printed = await pagesOf(page, link)
    expect(printed.name).toMatch(/^koontirahtikirjat-\d{4}-\d\d-\d\d\.pdf$/)
    expect(printed.pages).toBeGreaterThanOrEqual(1)
    await page.keyboard.press('Escape')
  })

  await test.step('a note shows the progress while the dispatcher works on', async () => {
    await openDialog()
    await expect(dialog.getByRole('button', { name: 'Aiemmat tulosteet (1)' })).toBeVisible()
    // Three waybills are generated in an instant, so the test delays the page's information that they are ready.
    let isHeld = true
    await page.route('**/api/rahtikirjat?**', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const answer = await route.fetch()
      const { data, meta } = await answer.json()
      const [{ file: _made, ...job }, ...earlier] = data
      const shown = isHeld ? [{ ...job, tila: 'kaynnissa', tehty: 1, kaikki: 3 }, ...earlier] : data
      await route.fulfill({ response: answer, json: { data: shown, meta } })
    })
    await dialog.getByRole('button', { name: 'Tee PDF' }).click()
    await expect(dialog.getByText('Tuloste: 1/3 tilausta')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('link', { name: 'Arkisto', exact: true }).click()
    await expect(page.getByText('Tuloste: 1/3 tilausta')).toBeVisible()
    isHeld = false
    const link = page.getByRole('link', { name: 'Lataa' })
    await expect(link).toHaveAttribute('href', /^blob:/)
    expect((await pagesOf(page, link)).name).toMatch(/^rahtikirjat-/)
    await page.getByRole('button', { name: 'Sulje' }).click()
    await page.unroute('**/api/rahtikirjat?**')
  })

  await test.step('printing works from the archive too; the progress is requested again after a lost answer', async () => {
    for (const index of [0, 1]) await rows.nth(index).check()
    await page.getByRole('toolbar', { name: 'Valitut rivit' }).getByRole('button', { name: 'Rahtikirjat' }).click()
    await expect(dialog.getByRole('button', { name: 'Aiemmat tulosteet (2)' })).toBeVisible()
    await page.route('**/api/rahtikirjat?**', (route) =>
      route.request().method() === 'GET' ? route.abort('internetdisconnected') : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Tee PDF' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Työ on aloitettu ja jatkuu palvelimella.')
    await page.unroute('**/api/rahtikirjat?**')
    await page.route('**/file/**', (route) => route.fulfill({ status: 404, json: {} }))
    await dialog.getByRole('button', { name: 'Yritä uudelleen' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Tuloste on valmis' })).toBeVisible()
    await expect(dialog.getByRole('alert')).toContainText('Tiedostoa ei saatu.')
    await page.unroute('**/file/**')
    await dialog.getByRole('button', { name: 'Yritä uudelleen' }).click()
    await expect(dialog.getByRole('link', { name: 'Lataa' })).toHaveAttribute('href', /^blob:/)
    await page.keyboard.press('Escape')
  })

  await test.step('labels are sent by mail', async () => {
    await page
      .getByRole('link', { name: /^Tilauksen T-\d+ rahtikirja$/ })
      .first()
      .click()
    await page.getByText('Tarrat', { exact: true }).click()
    await page.getByText('Neljä A4-arkilla').click()
    await expect(page.getByRole('heading', { name: /^Tarrat T-/, level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Lähetä sähköpostilla' }).click()
    await dialog.getByRole('button', { name: 'Lähetä' }).click()
    await expect(dialog.getByText('Anna ainakin yksi sähköpostiosoite.')).toBeVisible()
    const to = dialog.getByLabel('Vastaanottajat')
    await to.fill('varasto@hoyry.example')
    await to.press('Enter')
    await dialog.getByLabel('Viesti').fill('Tavara tulee huomenna.')
    await expectAccessibleInFullRun(page, { within: '[role="dialog"]' })
    await dialog.getByRole('button', { name: 'Lähetä' }).click()
    await expect(page.getByText('Tarrat lähetetään: 1 vastaanottaja.')).toBeVisible()
    const admin = await api('yllapito')
    const sent = async () => {
      const mails = await rowsOf<{ vastaanottaja: string; teksti: string }>(admin, '/api/lahteva_posti')
      return mails.find(({ vastaanottaja }) => vastaanottaja === 'varasto@hoyry.example')?.teksti ?? ''
    }
    await expect.poll(sent).toMatch(/Tavara tulee huomenna\.[\s\S]*\(Liite: tarrat-T-\d+\.pdf\)/)
    await page.goto(page.url().replace(/\/rahtikirja.*/, ''))
    await expect(page.getByText('lähetti kollitarrat osoitteeseen varasto@hoyry.example')).toBeVisible()
  })
})

test('on a phone a waybill is opened as a file of its own', async ({ as, api }) => {
  const orders = '/jsonapi/tilaus_entity/tilaus_entity?filter[tyyppi]=lahetys&page[limit]=1'
  const [order] = await rowsOf<{ id: string }>(await api('asiakas'), orders)
  const { page } = await as('asiakas', { at: `/tilaus/${order?.id}/rahtikirja`, phone: true })
  const open = page.getByRole('link', { name: 'Avaa rahtikirja' })
  await expect(open).toBeInViewport({ ratio: 1 })
  await expectFits(page)
  await expectAccessible(page)
  // It is the file that "Lataa" saves, in a tab of its own, where the phone's viewer makes it as large as wanted.
  const save = page.getByRole('link', { name: 'Lataa' })
  await expect(open).toHaveAttribute('target', '_blank')
  await expect(open).toHaveAttribute('href', (await save.getAttribute('href')) ?? '')
  expect(await pagesOf(page, save)).toMatchObject({ name: expect.stringMatching(/^rahtikirja-T-\d+\.pdf$/) })
})
