import type { Page } from '@playwright/test'
import type { FeatureName } from '#domain/model/features.ts'
import { featureNames } from '#domain/model/features.ts'
import type { Api } from './api.ts'
import { changeSettings, rowsOf } from './api-data.ts'
import { expect, test } from './kuorma.ts'

type People = { admin: Page; customer: Page; calls: Api }
/** Looks at the parts of a feature where people meet them: all of them are there, or none. */
type Look = (people: People, isOn: boolean) => Promise<void>

const counted = (isOn: boolean) => (isOn ? 1 : 0)

async function openOrderForm(page: Page): Promise<void> {
  await page.goto('/tilaus/new')
  await expect(page.getByRole('textbox', { name: 'Kpl' })).toBeVisible()
}

/** The bar of actions on chosen orders of the open list. */
async function barOf(page: Page) {
  await expect(page.getByRole('checkbox', { name: 'Valitse rivi' }).first()).toBeVisible()
  // All rows: an action is offered when at least one of the orders can take it.
  await page.getByRole('checkbox', { name: 'Valitse kaikki' }).check()
  return page.getByRole('toolbar', { name: 'Valitut rivit' })
}

async function openBar(page: Page) {
  await page.goto('/tilaukset')
  return barOf(page)
}

/** A page of a screen that may be built later: while it is off nobody finds it, in the navigation, the palette or by its address. */
const screenOf =
  (label: string, address: string): Look =>
  async ({ admin }, isOn) => {
    if (isOn) return
    await admin.goto(address)
    await expect(admin.getByRole('heading', { name: 'Sivua ei löydy' })).toBeVisible()
    await expect(admin.getByRole('navigation').getByRole('link', { name: label, exact: true })).toHaveCount(0)
    await admin.keyboard.press('Control+k')
    await admin.getByRole('combobox', { name: 'Hae' }).fill(label)
    await expect(admin.getByRole('option', { name: label, exact: true })).toHaveCount(0)
    await admin.keyboard.press('Escape')
  }

const looks: Record<FeatureName, Look> = {
  varauma: async ({ customer }, isOn) => {
    await openOrderForm(customer)
    await expect(customer.getByRole('combobox', { name: 'Varaus' })).toHaveCount(counted(isOn))
  },
  useat_tuotteet: async ({ customer }, isOn) => {
    await openOrderForm(customer)
    for (const name of ['Lisää rivi', 'Monista rivi 1']) await expect(customer.getByRole('button', { name })).toHaveCount(counted(isOn))
  },
  lisatyot: async ({ customer }, isOn) => {
    await openOrderForm(customer)
    await expect(customer.getByRole('button', { name: 'Lisätyö tunteina' })).toHaveCount(counted(isOn))
  },
  tekstiviestit: async ({ admin }, isOn) => {
    const bar = await openBar(admin)
    await bar.getByRole('button', { name: 'Lisää toimintoja' }).click()
    await expect(admin.getByRole('menuitem', { name: /^Ryhmitä…/ })).toBeVisible()
    await expect(admin.getByRole('menuitem', { name: /^Tekstiviesti kuljettajille…/ })).toHaveCount(counted(isOn))
    await admin.goto('/asetukset?osio=saannot')
    await expect(admin.getByRole('region', { name: 'Kirjautuminen' })).toBeVisible()
    await expect(admin.getByRole('region', { name: 'Tekstiviestit' })).toHaveCount(counted(isOn))
  },
  siirto_terminaaliin: async ({ admin }, isOn) => {
    const bar = await openBar(admin)
    await expect(bar.getByRole('button', { name: 'Päivä' })).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Siirto' })).toHaveCount(counted(isOn))
  },
  osoitteiden_hallinta: async (people, isOn) => {
    const { admin, customer, calls } = people
    if (!isOn) await screenOf('Osoitteet', '/postiosoitteet')(people, false)
    await admin.goto('/asiakas/new')
    await expect(admin.getByRole('textbox', { name: 'Nimi', exact: true })).toBeVisible()
    await expect(admin.getByRole('region', { name: 'Käyntiosoite' })).toHaveCount(counted(isOn))
    await expect(admin.getByRole('navigation').getByRole('link', { name: 'Osoitteet', exact: true })).toHaveCount(counted(isOn))
    const [one] = await rowsOf<{ id: string }>(calls, '/jsonapi/asiakas_entity/asiakas_entity?page[limit]=1')
    await admin.goto(`/asiakas/${one?.id}`)
    await expect(admin.getByRole('region', { name: 'Osoitteet' })).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Lisää osoite' })).toHaveCount(counted(isOn))
    await openOrderForm(customer)
    await customer
      .getByRole('region', { name: 'Nouto', exact: true })
      .getByRole('combobox', { name: /^Osoite tai/ })
      .click()
    await customer.getByRole('option', { name: 'Kirjoita uusi osoite' }).click()
    await expect(customer.getByRole('checkbox', { name: 'Tallenna osoitteisiin' })).toHaveCount(counted(isOn))
  },
  reitit: screenOf('Reitit', '/reitit'),
  reitin_optimointi: screenOf('Reitin optimointi', '/reitin-optimointi'),
  vuokraukset: screenOf('Vuokraukset', '/vuokraukset'),
  tuntituote_toisto: screenOf('Sopimustuntityö', '/sopimustuntityo'),
  tyovuorot: screenOf('Työvuorot', '/tyovuorot'),
}

test('open pages lose the parts of a feature that is switched off, and get them back, without a reload', async ({ as, api }) => {
  const { page: customer } = await as('asiakas', { at: '/tilaus/new' })
  const { page: admin } = await as('yllapito', { at: '/tilaukset' })
  const bar = await barOf(admin)
  const pieces = customer.getByRole('textbox', { name: 'Kpl' })
  await pieces.fill('7')
  const expectParts = async (isOn: boolean) => {
    await expect(customer.getByRole('button', { name: 'Lisätyö tunteina' })).toHaveCount(counted(isOn))
    await expect(bar.getByRole('button', { name: 'Siirto' })).toHaveCount(counted(isOn))
    await expect(admin.getByRole('navigation').getByRole('link', { name: 'Osoitteet', exact: true })).toHaveCount(counted(isOn))
  }
  await expectParts(true)
  const { page: settings } = await as('yllapito', { at: '/postiosoitteet' })
  await expect(settings.getByRole('heading', { name: 'Osoitteet' })).toBeVisible()
  const calls = await api('yllapito')
  await changeSettings(calls, { poissa_kaytosta: ['lisatyot', 'siirto_terminaaliin', 'osoitteiden_hallinta'], yritys_nimi: 'Ajo Oy' })
  await expectParts(false)
  await expect(settings.getByRole('heading', { name: 'Sivua ei löydy' })).toBeVisible()
  await expect(customer).toHaveTitle(/Ajo Oy$/)
  await changeSettings(calls, { poissa_kaytosta: [], yritys_nimi: '' })
  await expectParts(true)
  await expect(settings.getByRole('heading', { name: 'Osoitteet' })).toBeVisible()
  await expect(pieces).toHaveValue('7')
})

test('each feature that is switched off takes its parts along, and brings them back', async ({ as, api }) => {
  const { page: admin } = await as('yllapito', { at: '/tilaukset' })
  const { page: customer } = await as('asiakas', { at: '/tilaus/new' })
  const people = { admin, customer, calls: await api('yllapito') }
  people.customer.on('dialog', (dialog) => void dialog.accept())
  for (const feature of featureNames)
    await test.step(`without ${feature}`, async () => {
      await changeSettings(people.calls, { poissa_kaytosta: [feature] })
      await looks[feature](people, false)
    })
  await changeSettings(people.calls, { poissa_kaytosta: [] })
  for (const feature of featureNames) await test.step(`with ${feature}`, () => looks[feature](people, true))
})
