import type { Page } from '@playwright/test'
import { ownIdOf, rowsOf, userIdOf } from './api-data.ts'
import { expect, expectAccessible, test } from './kuorma.ts'

/** Opens a page and waits until its heading and browser title are set and no skeleton is left. */
async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  const title = page.getByRole('heading', { level: 1, name: heading })
  await expect(title).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root[data-visible]')).toHaveCount(0)
  await expect(page).toHaveTitle(`${await title.textContent()} · Kuorma`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi')
}

/** The first order of the person's list. */
async function firstOrder(page: Page, list: string): Promise<string> {
  await open(page, list, /^(Tilaukset|Arkisto)$/)
  const link = page.getByRole('link', { name: /^Tilaus / }).first()
  await expect(link).toBeVisible()
  const id = /\/tilaus\/([^/?]+)/.exec((await link.getAttribute('href')) ?? '')?.[1]
  if (!id) throw new Error(`The first row of ${list} leads to no order.`)
  return id
}

test(`the dispatcher's screens are accessible`, { tag: '@long' }, async ({ as }) => {
  // Some fifty pages, each twice: on a slow machine that takes longer than a story may.
  test.slow()
  const { page } = await as('yllapito')
  const delivered = await firstOrder(page, '/arkisto')
  await expectAccessible(page)
  const order = await firstOrder(page, '/tilaukset')
  await expectAccessible(page)
  for (const [path, heading] of [
    ['/', /./],
    ['/tilaus/new', 'Uusi tilaus'],
    [`/tilaus/${order}`, /^Tilaus T-/],
    [`/tilaus/${order}/rahtikirja`, /^Rahtikirja T-/],
    [`/kuittaa/${delivered}`, 'Kuittaa toimitus'],
    ['/laskuta', 'Laskutus'],
    ['/laskut', 'Laskut'],
    ['/raportit', 'Raportit'],
    ['/ajot', 'Päivän ajot'],
    ['/reitin-optimointi', 'Reitin optimointi'],
    ['/tyoreitit', 'Työreitit'],
    ['/tyoreitti/new', 'Uusi työreitti'],
    [`/tyoreitti/${(await rowsOf<{ id: string }>(page, '/jsonapi/tyoreitti_entity/tyoreitti_entity'))[0]?.id}`, /./],
    ['/kirjaukset', 'Työaikakirjaukset'],
    [`/kirjaukset/${await userIdOf(page, 'kuljettaja2')}`, /^Työaikakirjaukset: /],
    ['/tyovuorot', 'Työvuorot'],
    ['/tyovuorot?viikot=4', 'Työvuorot'],
    ['/vuokraukset', 'Vuokraukset'],
    ['/reitit', 'Reitit'],
    ['/reitti/new', 'Uusi reitti'],
    [`/reitti/${(await rowsOf<{ id: string }>(page, '/jsonapi/reitti_entity/reitti_entity?filter[tila]=aktiivinen'))[0]?.id}`, /./],
    ['/sopimustuntityo', 'Sopimustuntityöt'],
    ['/sopimustuntityo/new', 'Uusi sopimustuntityö'],
    [
      `/sopimustuntityo/${(await rowsOf<{ id: string }>(page, '/jsonapi/tuntituote_toisto_entity/tuntituote_toisto_entity?filter[tila]=aktiivinen'))[0]?.id}`,
      /./,
    ],
    ['/vuokraus/new', 'Uusi vuokraus'],
    [`/vuokraus/${(await rowsOf<{ id: string }>(page, '/jsonapi/vuokraus_entity/vuokraus_entity'))[0]?.id}`, /./],
    [`/user/${await ownIdOf(page)}`, 'Omat tiedot'],
    [`/user/${await userIdOf(page, 'kuljettaja2')}`, /./],
    ['/tilaus-csv-import', 'Tilausten tuonti'],
    ['/tietojen-tuonti', 'Tietojen tuonti'],
    ['/tietojen-tuonti?laji=asiakkaat', 'Tietojen tuonti: asiakkaat'],
    ['/asiakkaat', 'Asiakkaat'],
    ['/asiakas/new', 'Uusi asiakas'],
    [`/asiakas/${(await rowsOf<{ id: string }>(page, '/jsonapi/asiakas_entity/asiakas_entity'))[0]?.id}`, /./],
    ['/autot', 'Autot'],
    ...['', 'saannot', 'toiminnot', 'yhteydet', 'viestit', 'taustatyot', 'tietosuoja', 'muutokset'].map(
      (tab) => [`/asetukset?osio=${tab}`, 'Asetukset'] as const,
    ),
    ['/auto/new', 'Uusi auto'],
    ['/tuotteet', 'Tuotteet'],
    ['/tyontekijat', 'Työntekijät'],
    [`/auto/${(await rowsOf<{ id: string }>(page, '/jsonapi/auto_entity/auto_entity'))[0]?.id}`, /./],
    ['/hinnastot', 'Hinnastot'],
    ['/hinnasto/new', 'Uusi hinnasto'],
    ['/hintamuutos', 'Hintojen muutos'],
    ['/tuntityypit', 'Tuntityön hinnat'],
    [`/tuntityyppi/${(await rowsOf<{ id: string }>(page, '/jsonapi/tuntituote_tyyppi/tuntituote_tyyppi'))[0]?.id}`, /./],
    ['/hintalaskuri-logs', 'Hintalaskelmat'],
    ['/dokumentit', 'Dokumentit'],
    [`/dokumentti/${(await rowsOf<{ id: string }>(page, '/jsonapi/dokumentti/dokumentti'))[0]?.id}`, /./],
    ['/ilmoitukset', 'Ilmoitukset'],
    [`/ilmoitus/${(await rowsOf<{ id: string }>(page, '/jsonapi/notification_entity/notification_entity'))[0]?.id}`, /./],
  ] as const)
    await test.step(path, async () => {
      await open(page, path, heading)
      await expectAccessible(page)
    })
})

test(`the customer's screens are accessible`, { tag: '@long' }, async ({ as }) => {
  const { page } = await as('asiakas')
  const order = await firstOrder(page, '/tilaukset')
  await expectAccessible(page)
  await test.step("the list fits a tablet's width", async () => {
    const desktop = page.viewportSize()
    await page.setViewportSize({ width: 768, height: 1024 })
    const beyond = () => page.getByRole('region', { name: 'Tilaukset' }).evaluate((list) => list.scrollWidth - list.clientWidth)
    await expect.poll(beyond).toBe(0)
    if (desktop) await page.setViewportSize(desktop)
  })
  for (const [path, heading] of [
    ['/', /./],
    ['/tilaus/new', 'Uusi tilaus'],
    [`/tilaus/${order}`, /^Tilaus T-/],
    [`/tilaus/${order}/clone`, /^Kopio tilauksesta T-/],
    ['/arkisto', 'Arkisto'],
    ['/arkisto-old', 'Vanha arkisto'],
    [`/user/${await ownIdOf(page)}`, 'Omat tiedot'],
    ['/tilaus-csv-import', 'Tilausten tuonti'],
    ['/paasy-kielletty', 'Pääsy kielletty'],
  ] as const)
    await test.step(path, async () => {
      await open(page, path, heading)
      await expectAccessible(page)
    })
})

test(`the driver's screens are accessible on a phone`, { tag: '@long' }, async ({ as }) => {
  const { page } = await as('kuljettaja', { phone: true })
  await open(page, '/tilaukset', 'Tilaukset')
  // A card of shipments: one of an hourly job has no waybill.
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Muut, / }) })
    .first()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: /^Muut, / }).click()
  // Scrolls the card to the middle: under the bar at the bottom a finger could not reach the link.
  await card.getByRole('link', { name: 'Rahtikirja' }).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expectAccessible(page)
  const waybill = await card.getByRole('link', { name: 'Rahtikirja' }).getAttribute('href')
  const id = /\/tilaus\/([^/]+)/.exec(waybill ?? '')?.[1]
  await open(page, `/kuittaa/${id}`, 'Kuittaa toimitus')
  await expectAccessible(page)
  await open(page, '/kuljettajan-etusivu', /^(Ma|Ti|Ke|To|Pe|La|Su) /)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
  await open(page, '/kuljettajan-tyovuorot', 'Työvuorot')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
  await open(page, `/user/${await ownIdOf(page)}`, 'Omat tiedot')
  await expectAccessible(page)
})

test('a wrong role opens a page that names the required role; an unknown address opens a page with a search', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/laskuta' })
  await expect(page).toHaveURL(/\/paasy-kielletty$/)
  await expect(page.getByRole('heading', { name: 'Sivu vaatii roolin Ylläpito' })).toBeVisible()
  await page.goto('/ei-tallaista-sivua')
  await expect(page.getByRole('heading', { name: 'Sivua ei löydy', level: 1 })).toBeVisible()
  await page.getByLabel('Hae sivuja').fill('arki')
  await page.getByRole('main').getByRole('link', { name: 'Arkisto', exact: true }).click()
  await expect(page).toHaveURL(/\/arkisto/)

  const { page: driver } = await as('kuljettaja', { phone: true, at: '/tilaus/new' })
  await expect(driver).toHaveURL(/\/paasy-kielletty/)
  await expect(driver.getByText('Sinun roolisi: Kuljettaja.')).toBeVisible()
})

test('maintenance staff get their own start page and no orders', async ({ as }) => {
  const { page } = await as('huolto')
  await open(page, '/', 'Autot ja huollot')
  await expect(page.getByRole('region', { name: 'Avoimet huollot ja viat' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/arkisto')
  await expect(page).toHaveURL(/\/paasy-kielletty/)
  await page.goto('/tilaukset')
  await expect(page).toHaveURL(/:\d+\/$/)
})
