// The pictures of the guide (docs/ohje) and of README. Each is taken of the demo company in every run, so that what they show is there;
// `npm run screenshots` also stores them.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'

const folder = join(import.meta.dirname, '../docs/ohje/kuvat')
const isStoring = process.env.STORE_PICTURES === '1'
/** Of WebP, %. */
const quality = 65

type Picture = {
  file: string
  person: string
  path: string
  /** What has to be in sight. */
  shows: (page: Page) => Promise<void>
  phone?: boolean
}

const heading = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function openFirstOrder(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Tilaus / })
    .first()
    .click()
  await heading(/T-/)(page)
  await expect(page.getByRole('heading', { name: 'Tapahtumat' })).toBeVisible()
}

const pictures: readonly Picture[] = [
  { file: 'tilaukset', person: 'yllapito', path: '/tilaukset', shows: heading('Tilaukset') },
  { file: 'tilaus', person: 'yllapito', path: '/tilaukset', shows: openFirstOrder },
  {
    file: 'haku',
    person: 'yllapito',
    path: '/',
    shows: async (page) => {
      await heading(/./)(page)
      await page.keyboard.press('ControlOrMeta+k')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { file: 'paivan-ajot', person: 'yllapito', path: '/ajot', shows: heading('Päivän ajot') },
  { file: 'tyovuorot', person: 'yllapito', path: '/tyovuorot', shows: heading('Työvuorot') },
  { file: 'laskutus', person: 'yllapito', path: '/laskuta', shows: heading('Laskutus') },
  { file: 'tyoaika', person: 'yllapito', path: '/kirjaukset', shows: heading('Työaikakirjaukset') },
  { file: 'asiakkaan-etusivu', person: 'asiakas', path: '/', shows: heading(/./) },
  { file: 'uusi-tilaus', person: 'asiakas', path: '/tilaus/new', shows: heading('Uusi tilaus') },
  { file: 'asiakkaan-tilaukset', person: 'asiakas', path: '/tilaukset', shows: heading('Tilaukset'), phone: true },
  { file: 'kayttajat', person: 'asiakasyllapito', path: '/kayttajat', shows: heading('Käyttäjät') },
  { file: 'kuljettajan-paiva', person: 'kuljettaja', path: '/kuljettajan-etusivu', shows: heading(/./), phone: true },
  { file: 'kuljettajan-vuorot', person: 'kuljettaja', path: '/kuljettajan-tyovuorot', shows: heading('Työvuorot'), phone: true },
  { file: 'kuljettajan-auto', person: 'kuljettaja', path: '/autot', shows: heading('Autot'), phone: true },
  { file: 'huolto', person: 'huolto', path: '/', shows: heading(/./), phone: true },
]

/** What the browser shows, as WebP, which Playwright's own screenshots cannot be. */
async function pictureOf(page: Page): Promise<Buffer> {
  const devTools = await page.context().newCDPSession(page)
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}

for (const { file, person, path, shows, phone = false } of pictures)
  test(`the guide shows ${file} as it is`, async ({ as }) => {
    const { page } = await as(person, { at: path, phone, deaf: true })
    await page.setViewportSize(phone ? { width: 390, height: 760 } : { width: 1280, height: 800 })
    await shows(page)
    await expect(page.locator('.mantine-Skeleton-root[data-visible]')).toHaveCount(0)
    if (!isStoring) return
    // Maps and charts draw after the rest.
    await page.waitForTimeout(2500)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${file}.webp`), await pictureOf(page))
  })
