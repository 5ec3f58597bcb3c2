import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'
import { sign } from './signature.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** A PDF of one empty page. */
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** A tenth of a second of silence. */
function wav(): Buffer {
  const data = Buffer.alloc(1600)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

test('an administrator adds a document with files, a driver acknowledges it on a phone, and the others are reminded', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/dokumentti/new' })
  const { page: driver } = await as('kuljettaja', { at: '/', phone: true })
  await page.getByRole('textbox', { name: 'Nimi', exact: true }).fill('Perälautanostimen käyttö')
  await page.getByRole('textbox', { name: 'Kuvaus' }).fill('Katso ja lue ennen seuraavaa vuoroa.')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Lisää tiedosto' }).click()
  await (await chooser).setFiles([
    { name: 'ohje.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'ohje.wav', mimeType: 'audio/wav', buffer: wav() },
  ])
  await expect(page.getByRole('list', { name: 'Tiedostot' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Kuljettaja' }).check()
  // Customers read no documents.
  await expect(page.getByRole('checkbox', { name: 'Asiakas', exact: true })).toHaveCount(0)
  await expectAccessibleInFullRun(page)
  await page.getByRole('button', { name: 'Lisää', exact: true }).click()
  await expect(heading(page, 'Perälautanostimen käyttö')).toBeVisible()
  const summary = page.getByRole('region', { name: 'Kuittaukset', exact: true })
  await expect(summary).toContainText(/0\/\d+ kuitannut/)

  await test.step('the driver finds it in the bell, reads it and signs', async () => {
    await driver.getByRole('button', { name: /^Ilmoitukset/ }).click()
    const bell = driver.getByRole('dialog', { name: 'Ilmoitukset' })
    // The bell covers links of the page below it in part, which axe would take for small ones.
    await expectAccessibleInFullRun(driver, { within: '[role=dialog]' })
    await bell.getByRole('link', { name: 'Kuittaa dokumentti: Perälautanostimen käyttö' }).click()
    await expect(heading(driver, 'Perälautanostimen käyttö')).toBeVisible()
    await expect(driver.getByText('Katso ja lue ennen seuraavaa vuoroa.')).toBeVisible()
    await driver.getByRole('button', { name: 'Toista: ohje.wav' }).click()
    await expect(driver.locator('audio')).toHaveJSProperty('readyState', 4)
    await driver.getByRole('button', { name: 'Avaa: ohje.pdf' }).click()
    const pdfWindow = driver.getByRole('dialog', { name: 'ohje.pdf' })
    await expect(pdfWindow.locator('iframe, a')).toBeVisible()
    await driver.keyboard.press('Escape')
    await expect(pdfWindow).toHaveCount(0)
    await driver.getByRole('button', { name: 'Kuittaa', exact: true }).click()
    await expect(driver.getByRole('alert')).toContainText('Allekirjoitus puuttuu.')
    await sign(driver)
    await expectAccessible(driver)
    await driver.getByRole('button', { name: 'Kuittaa', exact: true }).click()
    await expect(toast(driver, 'Perälautanostimen käyttö kuitattu.')).toBeVisible()
    await expect(driver.getByRole('region', { name: 'Kuitattu' })).toBeVisible()
    await driver.getByRole('navigation').getByRole('link', { name: 'Dokumentit' }).click()
    await expect(driver.getByRole('list', { name: 'Dokumentit' }).getByRole('listitem').first()).toContainText(/Kuitattu \d/)
    await expectAccessibleInFullRun(driver)
  })

  await test.step('the administrator sees it at once, reminds the others once, and downloads the summary', async () => {
    await expect(summary).toContainText(/1\/\d+ kuitannut/)
    await summary.getByRole('button', { name: 'Muistuta kuittaamattomia' }).click()
    await expect(toast(page, /Muistutettu \d+ henkilöä/)).toBeVisible()
    await expect(summary).toContainText(/muistutettu \d/)
    await summary.getByRole('button', { name: 'Muistuta kuittaamattomia' }).click()
    await expect(toast(page, 'Kaikkia on jo muistutettu tänään.')).toBeVisible()
    const download = page.waitForEvent('download')
    await summary.getByRole('button', { name: 'Yhteenveto (PDF)' }).click()
    expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('a new version must be acknowledged again', async () => {
    await page.getByRole('button', { name: 'Poista tiedosto ohje.wav' }).click()
    await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
    await expect(summary).toContainText('Versio 2')
    await expect(summary).toContainText(/0\/\d+ kuitannut/)
    await expect(driver.getByRole('list', { name: 'Dokumentit' }).getByRole('listitem').first()).toContainText('Odottaa kuittaustasi')
  })

  await test.step('a version that is replaced while it is being signed must be read first', async () => {
    await driver.goto(new URL(page.url()).pathname.replace('/dokumentti/', '/kuittaa-dokumentti/'))
    await sign(driver)
    await page.getByRole('button', { name: 'Poista tiedosto ohje.pdf' }).click()
    await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
    await expect(driver.getByText(/versio 3/)).toBeVisible()
    await expect(driver.getByRole('status').filter({ hasText: 'Dokumentista on uusi versio. Lue se ja kuittaa sitten.' })).toBeVisible()
    await driver.getByRole('button', { name: 'Kuittaa', exact: true }).click()
    await expect(driver.getByRole('alert')).toContainText('Allekirjoitus puuttuu.')
    await sign(driver)
    await expectAccessibleInFullRun(driver)
    await driver.getByRole('button', { name: 'Kuittaa', exact: true }).click()
    await expect(driver.getByRole('region', { name: 'Kuitattu' })).toBeVisible()
  })
})

test('a customer sees no documents, and maintenance staff read those addressed to them', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/dokumentti/new' })
  await page.getByRole('textbox', { name: 'Nimi', exact: true }).fill('Korjaamon jätteet')
  await page.getByRole('checkbox', { name: 'Huolto' }).check()
  await page.getByRole('checkbox', { name: 'Kuitattava' }).uncheck()
  await page.getByRole('button', { name: 'Lisää', exact: true }).click()
  await expect(heading(page, 'Korjaamon jätteet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Kuittaukset', exact: true })).toContainText('vain luettavaksi')
  const path = new URL(page.url()).pathname.replace('/dokumentti/', '/kuittaa-dokumentti/')

  const { page: mechanic } = await as('huolto', { at: path })
  await expect(heading(mechanic, 'Korjaamon jätteet')).toBeVisible()
  await expect(mechanic.getByRole('button', { name: 'Kuittaa', exact: true })).toHaveCount(0)
  const { page: customer } = await as('asiakas', { at: path })
  await expect(customer.getByRole('heading', { name: 'Et näe dokumentteja' })).toBeVisible()
  const { page: driver } = await as('kuljettaja', { at: path })
  await expect(heading(driver, 'Dokumenttia ei löydy')).toBeVisible()
})
