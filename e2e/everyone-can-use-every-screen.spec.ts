import type { Locator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { changeSettings, rowsOf, userIdOf } from './api-data.ts'
import { expect, expectAccessible, test } from './kuorma.ts'
import { expectFits } from './layout.ts'

/** Waits until the heading and the browser title of the opened page are set and no skeleton is left. */
async function expectOpen(page: Page, heading: string | RegExp): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading })
  await expect(title).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root[data-visible]')).toHaveCount(0)
  await expect(page).toHaveTitle(`${await title.textContent()} · Kuorma`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi')
}

async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await expectOpen(page, heading)
}

/** Accessible, and whole at every width. */
async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectFits(page)
}

/** The support's phone number and address, which take room in every header. */
const showSupport = (admin: Api): Promise<void> =>
  changeSettings(admin, { tuki_puhelin: '010 123 4560', tuki_sahkoposti: 'ajojarjestely@kuljetus.example' })

/** The first order of the opened list. */
async function firstOrder(page: Page): Promise<string> {
  await expectOpen(page, /^(Tilaukset|Arkisto)$/)
  const link = page.getByRole('link', { name: /^Tilaus / }).first()
  await expect(link).toBeVisible()
  const id = /\/tilaus\/([^/?]+)/.exec((await link.getAttribute('href')) ?? '')?.[1]
  if (!id) throw new Error(`The first row of ${page.url()} leads to no order.`)
  return id
}

test(`the dispatcher's screens are accessible`, { tag: '@long' }, async ({ as, api }) => {
  // Some fifty pages, each twice: on a slow machine that takes longer than a story may.
  test.slow()
  const admin = await api('yllapito')
  await showSupport(admin)
  const { page } = await as('yllapito', { at: '/arkisto' })
  const delivered = await firstOrder(page)
  await expectUsable(page)
  await page.goto('/tilaukset')
  const order = await firstOrder(page)
  await expectUsable(page)
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
    [`/tyoreitti/${(await rowsOf<{ id: string }>(admin, '/jsonapi/tyoreitti_entity/tyoreitti_entity'))[0]?.id}`, /./],
    ['/kirjaukset', 'Työaikakirjaukset'],
    [`/kirjaukset/${await userIdOf(admin, 'kuljettaja2')}`, /^Työaikakirjaukset: /],
    ['/tyovuorot', 'Työvuorot'],
    ['/tyovuorot?viikot=4', 'Työvuorot'],
    ['/vuokraukset', 'Vuokraukset'],
    ['/reitit', 'Reitit'],
    ['/reitti/new', 'Uusi reitti'],
    [`/reitti/${(await rowsOf<{ id: string }>(admin, '/jsonapi/reitti_entity/reitti_entity?filter[tila]=aktiivinen'))[0]?.id}`, /./],
    ['/sopimustuntityo', 'Sopimustuntityöt'],
    ['/sopimustuntityo/new', 'Uusi sopimustuntityö'],
    [
      `/sopimustuntityo/${(await rowsOf<{ id: string }>(admin, '/jsonapi/tuntituote_toisto_entity/tuntituote_toisto_entity?filter[tila]=aktiivinen'))[0]?.id}`,
      /./,
    ],
    ['/vuokraus/new', 'Uusi vuokraus'],
    [`/vuokraus/${(await rowsOf<{ id: string }>(admin, '/jsonapi/vuokraus_entity/vuokraus_entity'))[0]?.id}`, /./],
    [`/user/${admin.id}`, 'Omat tiedot'],
    [`/user/${await userIdOf(admin, 'kuljettaja2')}`, /./],
    ['/tilaus-csv-import', 'Tilausten tuonti'],
    ['/tietojen-tuonti', 'Tietojen tuonti'],
    ['/tietojen-tuonti?laji=asiakkaat', 'Tietojen tuonti: asiakkaat'],
    ['/asiakkaat', 'Asiakkaat'],
    ['/asiakas/new', 'Uusi asiakas'],
    [`/asiakas/${(await rowsOf<{ id: string }>(admin, '/jsonapi/asiakas_entity/asiakas_entity'))[0]?.id}`, /./],
    ['/autot', 'Autot'],
    ...['', 'saannot', 'toiminnot', 'yhteydet', 'viestit', 'taustatyot', 'tietosuoja', 'muutokset'].map(
      (tab) => [`/asetukset?osio=${tab}`, 'Asetukset'] as const,
    ),
    ['/auto/new', 'Uusi auto'],
    ['/tuotteet', 'Tuotteet'],
    ['/tyontekijat', 'Työntekijät'],
    [`/auto/${(await rowsOf<{ id: string }>(admin, '/jsonapi/auto_entity/auto_entity'))[0]?.id}`, /./],
    ['/hinnastot', 'Hinnastot'],
    ['/hinnasto/new', 'Uusi hinnasto'],
    ['/hintamuutos', 'Hintojen muutos'],
    ['/tuntityypit', 'Tuntityön hinnat'],
    [`/tuntityyppi/${(await rowsOf<{ id: string }>(admin, '/jsonapi/tuntituote_tyyppi/tuntituote_tyyppi'))[0]?.id}`, /./],
    ['/hintalaskuri-logs', 'Hintalaskelmat'],
    ['/dokumentit', 'Dokumentit'],
    [`/dokumentti/${(await rowsOf<{ id: string }>(admin, '/jsonapi/dokumentti/dokumentti'))[0]?.id}`, /./],
    ['/ilmoitukset', 'Ilmoitukset'],
    [`/ilmoitus/${(await rowsOf<{ id: string }>(admin, '/jsonapi/notification_entity/notification_entity'))[0]?.id}`, /./],
  ] as const)
    await test.step(path, async () => {
      await open(page, path, heading)
      await expectAccessible(page)
      // On the board, what happens at the same time lies over one another.
      if (path !== '/ajot') await expectFits(page)
    })
})

test(`the customer's screens are accessible`, { tag: '@long' }, async ({ as, api }) => {
  await showSupport(await api('yllapito'))
  const { page } = await as('asiakas', { at: '/tilaukset' })
  const order = await firstOrder(page)
  await expectUsable(page)
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
    [`/user/${(await api('asiakas')).id}`, 'Omat tiedot'],
    ['/tilaus-csv-import', 'Tilausten tuonti'],
    ['/paasy-kielletty', 'Pääsy kielletty'],
  ] as const)
    await test.step(path, async () => {
      await open(page, path, heading)
      await expectUsable(page)
    })
})

test(`the driver's screens are accessible on a phone`, { tag: '@long' }, async ({ as, api }) => {
  await showSupport(await api('yllapito'))
  const { page } = await as('kuljettaja', { phone: true, at: '/tilaukset' })
  await expectOpen(page, 'Tilaukset')
  // A card of shipments: one of an hourly job has no waybill.
  const withSteps = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Muut, / }) })
  await expect(withSteps.first()).toBeVisible()
  // By its name: what is read meanwhile may put another card first.
  const card = page.getByRole('article', { name: (await withSteps.first().getAttribute('aria-label')) ?? '', exact: true })
  await card.getByRole('button', { name: /^Muut, / }).click()
  // Scrolls the card to the middle: under the bar at the bottom a finger could not reach the link.
  await card.getByRole('link', { name: 'Rahtikirja' }).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expectUsable(page)
  const waybill = await card.getByRole('link', { name: 'Rahtikirja' }).getAttribute('href')
  const id = /\/tilaus\/([^/]+)/.exec(waybill ?? '')?.[1]
  await open(page, `/kuittaa/${id}`, 'Kuittaa toimitus')
  await expectUsable(page)
  await open(page, '/kuljettajan-etusivu', /^(Ma|Ti|Ke|To|Pe|La|Su) /)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectUsable(page)
  await open(page, '/kuljettajan-tyovuorot', 'Työvuorot')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectUsable(page)
  await open(page, `/user/${(await api('kuljettaja')).id}`, 'Omat tiedot')
  await expectUsable(page)
})

/** The address of a row's page. */
async function pageOf(api: Api, name: string, type: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(api, `/jsonapi/${type}?page[limit]=1`)
  if (!row) throw new Error(`The demo company has no row of ${type}.`)
  return `/${name}/${row.id}`
}

// Other stories check these with axe.
for (const [person, addresses] of [
  [
    'yllapito',
    async (api: Api) => [
      ...['/postiosoitteet', '/arkisto-old', '/huollot', '/dokumentti/new', '/ilmoitus/new', '/ohje'],
      ...(await Promise.all([
        pageOf(api, 'postiosoite', 'osoite_entity/postiosoite'),
        pageOf(api, 'tuote', 'tuote_entity/tuote_entity'),
        pageOf(api, 'kirjaus', 'tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'),
        pageOf(api, 'lasku', 'lasku_entity/lasku'),
        pageOf(api, 'hinnasto', 'hinnasto_entity/hinnasto_entity'),
      ])),
    ],
  ],
  [
    'asiakas',
    async (api: Api) => [
      ...['/tuotteet', '/laskut', '/ohje'],
      await pageOf(api, 'lasku', 'lasku_entity/lasku'),
      await pageOf(api, 'asiakas', 'asiakas_entity/asiakas_entity'),
      `${await pageOf(api, 'tilaus', 'tilaus_entity/tilaus_entity')}/rahtikirja`,
    ],
  ],
  ['asiakasyllapito', async () => ['/kayttajat']],
  [
    'kuljettaja',
    async (api: Api) => ['/autot', await pageOf(api, 'auto', 'auto_entity/auto_entity'), '/dokumentit', '/reitin-optimointi', '/ohje'],
  ],
  ['huolto', async () => ['/', '/ohje']],
] as const)
  test(`the other screens of ${person} fit every window`, { tag: '@long' }, async ({ as, api }) => {
    await showSupport(await api('yllapito'))
    const [first = '/', ...others] = await addresses(await api(person))
    const { page } = await as(person, { at: first })
    for (const path of [first, ...others])
      await test.step(path, async () => {
        if (path !== first) await page.goto(path)
        await expectOpen(page, /./)
        await expectFits(page)
      })
  })

test('the screens without sign-in fit every window', { tag: '@long' }, async ({ page }) => {
  for (const path of ['/login', '/password-reset', '/tietosuojaseloste', '/ei-tallaista-sivua'])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectFits(page)
    })
})

// With both of its details set: a header of icons has no room for a longer one.
test('the header and the tools of a list fit a phone', async ({ as, api }) => {
  await showSupport(await api('yllapito'))
  const { page: admin } = await as('yllapito', { at: '/tuotteet' })
  await expectOpen(admin, 'Tuotteet')
  await expectFits(admin)
  const { page } = await as('asiakas', { phone: true, at: '/tuotteet' })
  await expectOpen(page, 'Tuotteet')
  await expectFits(page)
  await page.getByRole('button', { name: 'Valikko', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /^Lähetä sähköpostia tukeen/ })).toBeVisible()
})

test('the menu shows the open page, also below what fits the window', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tietojen-tuonti' })
  await page.setViewportSize({ width: 1280, height: 700 })
  // The menu is scrolled when the page opens.
  await page.reload()
  await expectOpen(page, 'Tietojen tuonti')
  const menu = page.getByRole('navigation', { name: 'Päävalikko' })
  await expect(menu.getByRole('link', { name: 'Tietojen tuonti' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Tuo asiakkaat', exact: true }).click()
  await expect(menu.getByRole('link', { name: 'Tietojen tuonti' })).toBeInViewport({ ratio: 1 })
})

test('what a list is for is not cut', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/arkisto' })
  const { page: customer } = await as('asiakasyllapito', { at: '/kayttajat' })
  const beyond = (list: Locator) => list.evaluate((element) => element.scrollWidth - element.clientWidth)
  for (const [person, path, heading, width] of [
    [customer, '/kayttajat', 'Käyttäjät', 768],
    [customer, '/tilaukset', 'Tilaukset', 768],
    [page, '/arkisto', 'Arkisto', 1280],
    [page, '/hinnastot', 'Hinnastot', 1280],
  ] as const)
    await test.step(`${path} at ${width} px`, async () => {
      await person.setViewportSize({ width, height: 900 })
      if (new URL(person.url()).pathname !== path) await person.goto(path)
      await expectOpen(person, heading)
      await expect.poll(() => beyond(person.getByRole('region', { name: heading }))).toBe(0)
    })
  const names = page.getByRole('region', { name: 'Hinnastot' }).locator('tbody tr td:nth-child(2)')
  await expect(names.filter({ hasText: 'sopimushinn' }).first()).toBeVisible()
  for (const name of await names.all()) expect(await beyond(name)).toBe(0)

  await test.step('the log of settings on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await open(page, '/asetukset?osio=muutokset', 'Asetukset')
    const log = page.getByRole('table', { name: 'Muutoshistoria' })
    await expect(log).toBeVisible()
    expect(await log.evaluate((table) => table.getBoundingClientRect().right <= innerWidth)).toBe(true)
  })
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
  const { page } = await as('huolto', { at: '/' })
  await expectOpen(page, 'Autot ja huollot')
  await expect(page.getByRole('region', { name: 'Avoimet huollot ja viat' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/arkisto')
  await expect(page).toHaveURL(/\/paasy-kielletty/)
  await page.goto('/tilaukset')
  await expect(page).toHaveURL(/:\d+\/$/)
})
