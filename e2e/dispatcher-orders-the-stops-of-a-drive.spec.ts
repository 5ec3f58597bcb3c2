import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'

async function addAddress(page: Page, label: string, typed: string, picked: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: picked }).first().click()
}

test('the dispatcher orders the stops of a drive, locks and moves them by mouse and by keyboard, and finds them after a reload', async ({
  as,
}) => {
  const { page } = await as('yllapito', { at: '/reitin-optimointi' })
  await addAddress(page, 'Lähtöpaikka', '33100', /33100 Tampere/)
  for (const code of ['90100', '15100', '40100', '20100']) await addAddress(page, 'Lisää osoite', code, new RegExp(code))
  const stops = page.getByRole('list', { name: 'Pysähdykset järjestyksessä' }).getByRole('listitem')
  await expect(stops).toHaveCount(4)
  await expect(stops.first()).toContainText('90100')
  await page.getByRole('button', { name: 'Optimoi järjestys' }).click()
  await expect(page.getByText('Säästö')).toBeVisible()
  // From Tampere around: Oulu is never between Lahti and Turku.
  await expect(stops.nth(1)).not.toContainText('20100')
  await expect(page.getByRole('link', { name: 'Avaa kartoissa' })).toHaveAttribute('href', /waypoints=/)

  const text = async (index: number) => (await stops.nth(index).textContent()) ?? ''
  const [first, second] = [(await text(0)).replace(/^\d/, ''), (await text(1)).replace(/^\d/, '')]
  await page
    .getByRole('button', { name: /^Siirrä alas/ })
    .first()
    .press('Enter')
  await expect(stops.first()).toContainText(second)
  await stops.nth(1).dragTo(stops.nth(0))
  await expect(stops.first()).toContainText(first)
  await page
    .getByRole('button', { name: /^Lukitse paikalleen/ })
    .first()
    .click()

  await page.reload()
  await expect(stops).toHaveCount(4)
  await expect(page.getByRole('button', { name: /^Poista lukitus/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Palauta järjestys' }).click()
  await expect(stops.first()).toContainText('90100')
})

test('a driver adds today’s stops, and opens the drive in pieces that a phone takes', async ({ as }) => {
  const { page } = await as('kuljettaja', { at: '/reitin-optimointi', phone: true })
  await addAddress(page, 'Lähtöpaikka', '33100', /33100 Tampere/)
  await page.getByRole('button', { name: 'Lisää päivän tilauksista' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^Lisää valitut/ }).click()
  for (const code of ['15100', '40100', '20100', '00100']) await addAddress(page, 'Lisää osoite', code, new RegExp(code))
  await expect(page.getByRole('link', { name: 'Avaa kartoissa 2/2' })).toBeVisible()
})
