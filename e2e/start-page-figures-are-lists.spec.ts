import type { Page } from '@playwright/test'
import { minuteOfDay, startOfDay } from '#domain/values/time/time.ts'
import type { Api } from './api.ts'
import { rowsOf } from './api-data.ts'
import { planShift } from './driver-day.ts'
import { expect, test } from './kuorma.ts'

/** The number in a text such as `12 riviä`; groups of digits are divided by spaces. */
const numberIn = (text: string | null): number => Number((/[\d\s]+/.exec(text ?? '')?.[0] ?? '').replace(/\s/g, '') || Number.NaN)
const listed = (page: Page) => page.getByText(/^[\d\s]+ rivi(ä)?$/)

async function opensSameNumber(page: Page, name: RegExp, read: (page: Page) => Promise<number>): Promise<void> {
  if (new URL(page.url()).pathname !== '/') await page.goto('/')
  const figure = page.getByRole('main').getByRole('link', { name }).first()
  await expect(figure).toHaveText(/\d/)
  const shown = numberIn(await figure.textContent())
  await figure.click()
  await expect.poll(() => read(page), `${name}`).toBe(shown)
}
const rows = async (page: Page): Promise<number> => numberIn(await listed(page).first().textContent())

/** Puts a driver who has open orders on shift at this hour: at night and at weekends the demo company rests. */
async function planShiftNow(admin: Api): Promise<void> {
  type Shipment = { relationships: { kuljettaja: { data: { id: string } | null } } }
  const waiting = await rowsOf<Shipment>(
    admin,
    '/jsonapi/lahetys_entity/lahetys?filter[tila]=odottaa_noutoa&filter[kuljettaja.status]=1&page[limit]=1',
  )
  const now = Date.now() / 1000
  await planShift(admin, waiting[0]?.relationships.kuljettaja.data?.id ?? '', startOfDay(now), {
    alkuaika: Math.max(0, minuteOfDay(now) - 60),
    kesto: 120,
  })
}

test("each figure of the dispatcher's start page is the number of rows of the list that it opens", async ({ as, api }) => {
  await planShiftNow(await api('yllapito'))
  const { page } = await as('yllapito', { at: '/' })
  for (const name of [/Avoinna$/, /Tälle päivälle$/, /Ei kuljettajaa$/, /Myöhässä$/, /Toimitettu tänään$/])
    await opensSameNumber(page, name, rows)
  await test.step('the orders ready to be invoiced, with their sum', async () => {
    await page.goto('/')
    const tile = page.getByRole('link', { name: /Valmiina laskuttaa/ })
    await expect(tile).toContainText('€')
    const sum = /Valmiina laskuttaa(.*€)/.exec((await tile.textContent()) ?? '')?.[1] ?? '-'
    const count = numberIn(await tile.textContent())
    await tile.click()
    await expect(page.getByText(/^[\d\s]+ tilausta · .*alv 0 %/)).toHaveText(
      new RegExp(`^${count} tilausta · ${sum.replace(/\s/g, '\\s')}, alv`),
    )
  })
  await test.step('a day of the week', async () => {
    await page.goto('/')
    const day = page.getByRole('region', { name: 'Avoimet tilaukset päivittäin' }).getByRole('link').nth(1)
    await expect(day).toHaveText(/^\d/)
    const shown = numberIn(/: ([\d\s]+)$/.exec((await day.getAttribute('aria-label')) ?? '')?.[1] ?? null)
    await day.click()
    await expect.poll(() => rows(page)).toBe(shown)
  })
  await test.step('what expires soon: inspections and each kind of paper', async () => {
    for (const name of [/^\d+ katsastus/, /^\d+ ammattipätevyy/, /^\d+ piirturikort/]) await opensSameNumber(page, name, rows)
  })
  await test.step('the open orders of a driver on shift', async () => {
    await page.goto('/')
    const driver = page
      .getByRole('region', { name: 'Vuorossa' })
      .getByRole('listitem')
      .filter({ hasText: /\d tilau/ })
      .first()
    const shown = numberIn(await driver.getByText(/^[\d\s]+ tilau/).textContent())
    await driver.getByRole('link').click()
    await expect.poll(() => rows(page)).toBe(shown)
  })
})

test("the customer's last deliveries show their signatures, and a screen reader reads the months of the chart", async ({ as }) => {
  const { page } = await as('asiakas', { at: '/' })
  const delivered = page.getByRole('region', { name: 'Viimeksi toimitetut' })
  await expect(delivered.getByRole('button', { name: /^Allekirjoitus: tilaus T-\d+, suurenna$/ }).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Toimitetut tilaukset kuukausittain' }).getByRole('row')).toHaveCount(13)
})

test("the customer's month is the archive's, and orders are recognised by receiver and reference", async ({ as }) => {
  const { page } = await as('asiakas', { at: '/' })
  await opensSameNumber(page, /toimitett/, rows)
  await page.goto('/')
  const under = page.getByRole('region', { name: 'Keskeneräiset tilaukset' })
  await under
    .getByRole('link', { name: /^Tilaa uudelleen: tilaus T-/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Kopio tilauksesta T-/ })).toBeVisible()
})
