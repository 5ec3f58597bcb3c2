import type { Page } from '@playwright/test'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

const uploads = '**/file/upload/**'
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const logOf = (page: Page) => page.getByRole('region', { name: 'Huoltoloki', exact: true })

async function beginNote(page: Page, text: string): Promise<void> {
  await page.getByRole('row').nth(2).getByRole('link').click()
  await logOf(page).getByRole('button', { name: 'Lisää merkintä' }).click()
  await logOf(page).getByRole('textbox', { name: 'Lisätiedot' }).fill(text)
}

async function addPicture(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await logOf(page).getByRole('button', { name: 'Lisää kuva' }).click()
  await (await chooser).setFiles({ name: 'kuva.png', mimeType: 'image/png', buffer: png })
}

/** Uploads wait until they are released. */
async function holdUploads(page: Page): Promise<() => void> {
  const release = Promise.withResolvers<void>()
  await page.route(uploads, async (route) => {
    await release.promise
    await route.continue()
  })
  return release.resolve
}

const submit = (page: Page) => logOf(page).getByRole('button', { name: 'Lisää', exact: true })
const noteOf = (page: Page, text: string) => logOf(page).getByRole('listitem').filter({ hasText: text })
const picturesOf = (page: Page, text: string) => noteOf(page, text).getByRole('button', { name: /, kuva \d, suurenna$/ })

test('a note is saved once all its pictures are uploaded, including one added during another upload', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/autot' })
  const release = await holdUploads(page)
  await beginNote(page, 'Odottaa kuvia')
  const first = page.waitForRequest(uploads)
  await addPicture(page)
  await first
  await addPicture(page)
  await expect(logOf(page).getByRole('img', { name: 'Kuva 2' })).toBeVisible()
  await submit(page).click()
  // While the save waits for the upload, the buttons are disabled, so nothing can be pressed twice.
  await expect(logOf(page).getByRole('button', { name: 'Lisää kuva' })).toBeDisabled()
  release()
  await expect(picturesOf(page, 'Odottaa kuvia')).toHaveCount(2)
})

test('a picture that is removed during its upload is not attached', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/autot' })
  const release = await holdUploads(page)
  await beginNote(page, 'Kuva poistettiin')
  const [sent, answered] = [page.waitForRequest(uploads), page.waitForResponse(uploads)]
  await addPicture(page)
  await sent
  await logOf(page).getByRole('button', { name: 'Poista kuva 1' }).click()
  release()
  await (await answered).finished()
  await submit(page).click()
  await expect(noteOf(page, 'Kuva poistettiin')).toBeVisible()
  await expect(picturesOf(page, 'Kuva poistettiin')).toHaveCount(0)
})

test('a picture that could not be uploaded stops the save with an explanation, and leaving the page warns about it', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/autot' })
  await page.route(uploads, (route) => route.abort('internetdisconnected'))
  await beginNote(page, 'Kuva ei mene perille')
  await addPicture(page)
  const sentence = 'Kuvaa ei ole vielä tallennettu. Lähetä se uudelleen tai poista se.'
  await expect(logOf(page).getByRole('button', { name: 'Lähetä kuvat' })).toBeVisible()
  await submit(page).click()
  await expect(logOf(page).getByText(sentence).last()).toBeVisible()
  await expect(logOf(page).getByRole('alert').filter({ hasText: 'Korjaa tämä kohta' })).toBeFocused()
  await expectAccessibleInFullRun(page)

  const warning = page.getByRole('dialog', { name: 'Lomakkeella on tallentamattomia tietoja' })
  for (const leave of [
    page.getByRole('link', { name: 'Arkisto', exact: true }),
    logOf(page).getByRole('button', { name: 'Takaisin', exact: true }),
  ]) {
    await leave.click()
    await expect(warning).toContainText('Kuvia on vielä lähettämättä')
    await warning.getByRole('button', { name: 'Jatka muokkausta' }).click()
  }

  await page.unroute(uploads)
  await submit(page).click()
  await expect(picturesOf(page, 'Kuva ei mene perille')).toHaveCount(1)
})

test('a note can be saved without a picture that could not be uploaded', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/autot' })
  await page.route(uploads, (route) => route.abort('internetdisconnected'))
  await beginNote(page, 'Ilman kuvaa')
  await addPicture(page)
  await submit(page).click()
  await expect(logOf(page).getByRole('alert').filter({ hasText: 'Korjaa tämä kohta' })).toBeFocused()
  await logOf(page).getByRole('button', { name: 'Poista kuva 1' }).click()
  await expect(logOf(page).getByRole('alert')).toHaveCount(0)
  await submit(page).click()
  await expect(noteOf(page, 'Ilman kuvaa')).toBeVisible()
  await expect(picturesOf(page, 'Ilman kuvaa')).toHaveCount(0)
})
