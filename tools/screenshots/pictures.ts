// What `npm run screenshots` takes of the demo company.
import type { Page } from '@playwright/test'
import { appPictures } from '../../web/manifest.ts'

export type Picture = {
  /** From the root of the repository; `.png` or `.webp`. */
  file: string
  person: string
  path: string
  width: number
  height: number
  /** Brings what the picture is of into sight, once the page's heading is there. */
  prepare?: (page: Page) => Promise<void>
}

async function openFirstOrder(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Tilaus / })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Tapahtumat' }).waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').waitFor()
}

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 760 }

const ofGuide: readonly Picture[] = [
  { file: 'tilaukset', person: 'yllapito', path: '/tilaukset', ...desktop },
  { file: 'tilaus', person: 'yllapito', path: '/tilaukset', ...desktop, prepare: openFirstOrder },
  { file: 'haku', person: 'yllapito', path: '/', ...desktop, prepare: openPalette },
  { file: 'paivan-ajot', person: 'yllapito', path: '/ajot', ...desktop },
  { file: 'tyovuorot', person: 'yllapito', path: '/tyovuorot', ...desktop },
  { file: 'laskutus', person: 'yllapito', path: '/laskuta', ...desktop },
  { file: 'tyoaika', person: 'yllapito', path: '/kirjaukset', ...desktop },
  { file: 'asiakkaan-etusivu', person: 'asiakas', path: '/', ...desktop },
  { file: 'uusi-tilaus', person: 'asiakas', path: '/tilaus/new', ...desktop },
  { file: 'asiakkaan-tilaukset', person: 'asiakas', path: '/tilaukset', ...phone },
  { file: 'kayttajat', person: 'asiakasyllapito', path: '/kayttajat', ...desktop },
  { file: 'kuljettajan-paiva', person: 'kuljettaja', path: '/kuljettajan-etusivu', ...phone },
  { file: 'kuljettajan-vuorot', person: 'kuljettaja', path: '/kuljettajan-tyovuorot', ...phone },
  { file: 'kuljettajan-auto', person: 'kuljettaja', path: '/autot', ...phone },
  { file: 'huolto', person: 'huolto', path: '/', ...phone },
]

/** The pictures of the guide, which README shows too, and of the app's installation dialog. */
export const pictures: readonly Picture[] = [
  ...ofGuide.map((picture) => ({ ...picture, file: `docs/ohje/kuvat/${picture.file}.webp` })),
  ...appPictures.map(({ file, person, path, width, height }) => ({
    file: `web/public/screenshots/${file}.png`,
    person,
    path,
    width,
    height,
  })),
]
