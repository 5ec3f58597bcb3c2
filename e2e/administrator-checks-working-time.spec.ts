import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'

const rows = (page: Page) => page.getByRole('region', { name: /^Työaikakirjaukset/ }).locator('tbody tr')

test('the check of a driver’s days is taken back and undone, and the payroll file of a sent period is downloaded', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/kirjaukset' })
  await page.getByRole('button', { name: 'Edellinen jakso' }).click()
  await expect(rows(page)).toHaveCount(15)
  await page.getByRole('button', { name: 'Nykyinen jakso' }).click()
  await expect(rows(page)).toHaveCount(15)

  // The days of the period before the last one have been sent.
  const name = page.locator('[aria-live=polite]', { hasText: '–' })
  for (const _ of [1, 2]) {
    const before = await name.textContent()
    await page.getByRole('button', { name: 'Edellinen jakso' }).click()
    await expect(name).not.toHaveText(before ?? '')
  }
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: /^Työaikakirjaukset: / })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Valitse kaikki' }).click()
  await page.getByRole('button', { name: 'Poista tarkistusmerkintä' }).click()
  await expect(page.getByText(/^Tarkistusmerkintä poistettu: \d+ kirjausta\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Kumoa' }).click()
  await expect(page.getByText('Kumottu')).toBeVisible()

  await page.getByRole('link', { name: 'Kaikki kuljettajat' }).click()
  await page.getByRole('button', { name: 'Palkka-aineisto' }).click()
  const dialog = page.getByRole('dialog', { name: /^Palkka-aineisto/ })
  await expect(dialog.getByText('Ei lähetettäviä kirjauksia.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Lähetä palkanlaskentaan' })).toBeDisabled()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Lataa tarkistetut' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^palkat-.*-yleinen\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeffHenkilönumero;Kuljettaja;')).toBe(true)
})
