import type { Page } from '@playwright/test'
import { rowsOf } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

const company = {
  y_tunnus: '0116297-6',
  name: 'Rekisterin Rauta Oy',
  yhtiomuoto: 'Osakeyhtiö',
  lakannut: false,
  field_osoite_1: 'Konepajankatu 4',
  field_postinumero: '33200',
  field_postitoimipaikka: 'Tampere',
  field_maa: 'FI',
}

test('an administrator adds a customer from the company register, completes its page, and merges it with an existing duplicate', async ({
  as,
  api,
}) => {
  const { page } = await as('yllapito', { at: '/asiakkaat' })

  await test.step('without the register the form shows a message and still works', async () => {
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await page.keyboard.press('n')
    await expect(heading(page, 'Uusi asiakas')).toBeVisible()
    const lookup = part(page, 'Hae yritysrekisteristä')
    await lookup.getByRole('textbox').fill('Rauta')
    await lookup.getByRole('button', { name: 'Hae' }).click()
    await expect(lookup.getByRole('status')).toHaveText('Yritysrekisteri ei ole käytössä. Täytä tiedot itse.')
    await field(page, 'Nimi').fill('Rekisterin Rauta')
    await page.getByRole('button', { name: 'Lisää', exact: true }).click()
    await expect(heading(page, 'Rekisterin Rauta')).toBeVisible()
  })
  const old = idOf(page)

  await test.step('with it, the chosen company fills the form, and the existing customer is shown as a possible duplicate', async () => {
    await page.route('**/api/yritystiedot*', (route) => route.fulfill({ json: { data: [company], meta: { count: 1, tila: 'ok' } } }))
    await page.goto('/asiakas/new')
    const lookup = part(page, 'Hae yritysrekisteristä')
    await lookup.getByRole('textbox').fill('0116297-6')
    await lookup.getByRole('textbox').press('Enter')
    await expect(lookup.getByRole('listitem')).toContainText('0116297-6 · Osakeyhtiö · Konepajankatu 4 · 33200 Tampere')
    await expect(field(page, 'Nimi')).toHaveValue('')
    await lookup.getByRole('button', { name: 'Täytä: Rekisterin Rauta Oy' }).click()
    await expect(field(page, 'Y-tunnus')).toHaveValue('0116297-6')
    await expect(field(page, 'Postitoimipaikka')).toHaveValue('Tampere')
    await expect(page.getByRole('link', { name: 'Rekisterin Rauta', exact: true })).toBeVisible()
    await expectAccessibleInFullRun(page)
    await field(page, 'Maksuehto (pv)').fill('21')
    await page.getByRole('button', { name: 'Lisää', exact: true }).click()
    await expect(heading(page, 'Rekisterin Rauta Oy')).toBeVisible()
    await expect(part(page, 'Osoitteet').getByRole('listitem')).toContainText('käyntiosoite')
  })
  const made = idOf(page)

  await test.step('an address form suggests streets, its postal code fills in the town, and the added address is found for pickups', async () => {
    const addresses = part(page, 'Osoitteet')
    await addresses.getByRole('button', { name: 'Lisää osoite' }).click()
    await addresses.getByRole('textbox', { name: 'Nimi' }).fill('Rekisterin varasto')
    await addresses.getByRole('textbox', { name: 'Postinumero' }).fill('00100')
    await expect(addresses.getByRole('textbox', { name: 'Postitoimipaikka' })).toHaveValue('Helsinki')
    await addresses.getByRole('combobox', { name: 'Osoite', exact: true }).fill('Konepajankatu')
    await addresses.getByRole('option', { name: /Konepajankatu 19, 87100 Kajaani/ }).click()
    await expect(addresses.getByRole('textbox', { name: 'Postitoimipaikka' })).toHaveValue('Kajaani')
    await expectAccessible(page)
    await addresses.getByRole('button', { name: 'Lisää', exact: true }).click()
    await expect(addresses.getByRole('link', { name: 'Rekisterin varasto', exact: true })).toHaveAttribute('href', /^\/postiosoite\//)
    const pickups = page.getByRole('combobox', { name: 'Nouto-osoitteet' })
    const searched = page.waitForRequest((request) => /postiosoite\?.*varasto/.test(request.url()))
    await pickups.fill('varasto')
    await searched
    await page.getByRole('option', { name: /^Rekisterin varasto, Konepajankatu 19/ }).click()
    await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
    await expect(addresses.getByRole('listitem').filter({ hasText: 'Rekisterin varasto · noutopaikka' })).toBeVisible()
  })

  await test.step('of billing addresses of two kinds, the last one marked is the default', async () => {
    const mail = part(page, 'Sähköpostilaskutus')
    await mail.getByRole('button', { name: 'Lisää sähköpostiosoite' }).click()
    await mail.getByRole('textbox', { name: 'Sähköpostiosoite' }).fill('laskut@rauta.fi')
    await mail.getByRole('button', { name: 'Lisää', exact: true }).click()
    await expect(mail.getByRole('listitem')).toHaveText(/laskut@rauta\.fi.*Oletus/)
    const invoices = part(page, 'Verkkolaskutus')
    await invoices.getByRole('button', { name: 'Lisää verkkolaskuosoite' }).click()
    await invoices.getByRole('textbox', { name: 'Verkkolaskuosoite' }).fill('003701162976')
    await invoices.getByLabel('Välittäjä').fill('mave')
    await page.getByRole('option', { name: /Maventa/ }).click()
    await invoices.getByRole('checkbox', { name: 'Oletus' }).check()
    await invoices.getByRole('button', { name: 'Lisää', exact: true }).click()
    await expect(invoices.getByRole('listitem')).toHaveText(/003701162976 · Maventa 003721291126.*Oletus/)
    await expect(mail.getByRole('listitem')).not.toHaveText(/Oletus/)
  })

  await test.step('a contact is added and a user invited', async () => {
    const contacts = part(page, 'Yhteyshenkilöt')
    await contacts.getByRole('button', { name: 'Lisää yhteyshenkilö' }).click()
    await contacts.getByRole('textbox', { name: 'Etunimi' }).fill('Kaisa')
    await contacts.getByRole('textbox', { name: 'Puhelin' }).fill('040 123 4567')
    await contacts.getByRole('button', { name: 'Lisää', exact: true }).click()
    await expect(contacts.getByRole('link', { name: '040 1234567' })).toBeVisible()
    await part(page, 'Käyttäjät').getByRole('button', { name: 'Kutsu käyttäjä' }).click()
    const dialog = page.getByRole('dialog', { name: 'Kutsu käyttäjä' })
    await dialog.getByRole('textbox', { name: 'Etunimi' }).fill('Kaisa')
    await dialog.getByRole('textbox', { name: 'Sukunimi' }).fill('Korpi')
    await dialog.getByRole('textbox', { name: 'Sähköposti' }).fill('kaisa.korpi@rauta.fi')
    await expectAccessibleInFullRun(page)
    await dialog.getByRole('button', { name: 'Lähetä kutsu' }).click()
    await expect(toast(page, 'Kutsu lähetetään osoitteeseen kaisa.korpi@rauta.fi')).toBeVisible()
    await expect(part(page, 'Käyttäjät').getByRole('link', { name: 'Kaisa Korpi' })).toBeVisible()
  })

  await test.step('the existing customer is merged into it: the dialog shows what moves, and the history who did it', async () => {
    await page.goto(`/asiakas/${old}`)
    await page.getByRole('button', { name: 'Yhdistä: Rekisterin Rauta Oy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Yhdistä asiakkaat' })
    await dialog.getByRole('radio', { name: 'Rekisterin Rauta', exact: true }).check()
    await expect(dialog).toContainText('Yhteyshenkilö: 1')
    await expect(dialog).toContainText('Asiakkaan Rekisterin Rauta Oy tiedoista ei säily')
    await expect(dialog).toContainText('Maksuehto (pv): 21')
    await expect(dialog).toContainText('Sen käyttäjät kirjautuvat uudelleen. Yhdistämistä ei voi perua.')
    await expectAccessibleInFullRun(page)
    await dialog.getByRole('button', { name: 'Yhdistä', exact: true }).click()
    await expect(toast(page, 'Rekisterin Rauta Oy yhdistettiin: Rekisterin Rauta')).toBeVisible()
    await expect(heading(page, 'Rekisterin Rauta')).toBeVisible()
    await expect(field(page, 'Y-tunnus')).toHaveValue('0116297-6')
    await expect(part(page, 'Yhteyshenkilöt').getByRole('listitem')).toContainText('Kaisa')
    await expect(part(page, 'Muutoshistoria')).toContainText('Yhdistetty asiakas')
    await page.goto(`/asiakas/${made}`)
    await expect(page.getByRole('note').filter({ hasText: 'Poistettu' })).toBeVisible()
  })

  await test.step('a customer with open orders is not removed, and the message says why', async () => {
    const path = '/jsonapi/tilaus_entity/tilaus_entity?filter[avoin]=1&page[limit]=1'
    const [order] = await rowsOf<{ attributes: { asiakas_id: string } }>(await api('yllapito'), path)
    await page.goto(`/asiakas/${order?.attributes.asiakas_id}`)
    await page.getByRole('button', { name: 'Poista', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Poista', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: /^Poisto epäonnistui: Asiakkaalla / })).toBeVisible()
  })
})

test('a driver finds the places and phone numbers of an order’s customer; the customer’s users read the page, and its administrator edits it', async ({
  as,
  api,
}) => {
  const orders = '/jsonapi/tilaus_entity/tilaus_entity?page[limit]=1'
  const [order] = await rowsOf<{ attributes: { asiakas_id: string } }>(await api('kuljettaja'), orders)
  const { page: driver } = await as('kuljettaja', { at: `/asiakas/${order?.attributes.asiakas_id}`, phone: true })
  await expect(
    part(driver, 'Käynti- ja noutopaikat')
      .getByRole('link', { name: /^Navigoi/ })
      .first(),
  ).toBeVisible()
  await expect(driver.getByRole('textbox')).toHaveCount(0)
  await expect(driver.getByText('Y-tunnus')).toHaveCount(0)
  await expect(
    part(driver, 'Yhteyshenkilöt')
      .getByRole('link', { name: /^Soita / })
      .first(),
  ).toBeVisible()
  await expectAccessibleInFullRun(driver)

  const { page: reader } = await as('asiakas', { at: '/' })
  await reader.getByRole('button', { name: /^Käyttäjävalikko/ }).click()
  await reader.getByRole('menuitem', { name: 'Yrityksen tiedot' }).click()
  await expect(part(reader, 'Perustiedot')).toContainText('Y-tunnus')
  await expect(reader.getByRole('button', { name: /^(Tallenna|Poista)$/ })).toHaveCount(0)
  await expect(part(reader, 'Verkkolaskutus').or(part(reader, 'Sähköpostilaskutus')).first()).toBeVisible()
  await expect(reader.getByRole('button', { name: /^Lisää (verkkolaskuosoite|sähköpostiosoite|postiosoite)$/ })).toHaveCount(0)

  const { page: manager } = await as('asiakasyllapito', { at: '/' })
  await manager.getByRole('button', { name: /^Käyttäjävalikko/ }).click()
  await manager.getByRole('menuitem', { name: 'Yrityksen tiedot' }).click()
  const contacts = part(manager, 'Yhteyshenkilöt')
  await contacts.getByRole('button', { name: 'Lisää yhteyshenkilö' }).click()
  await contacts.getByRole('textbox', { name: 'Etunimi' }).fill('Ilona')
  await contacts.getByRole('button', { name: 'Lisää', exact: true }).click()
  await expect(contacts.getByRole('listitem').filter({ hasText: 'Ilona' })).toBeVisible()
  await expect(manager.getByRole('button', { name: 'Kutsu käyttäjä' })).toBeVisible()
  await expect(field(manager, 'Y-tunnus')).not.toBeEditable()
  await expect(part(manager, 'Muutoshistoria')).toHaveCount(0)
})

test('a customer’s page begins with its open orders, what is not invoiced, and whom to call', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/asiakkaat' })
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const now = part(page, 'Nyt')
  await expect(now).toContainText(/Avoimet tilaukset\d+/)
  await expect(now).toContainText(/Laskuttamatta, alv 0 %(Ei laskutettavaa|[\d\s]+,\d\d\s€ · \d+ tilaus)/)
  await expect(now.getByRole('link', { name: /^0\d/ })).toBeVisible()
  const shown = Number(await now.getByRole('link').first().textContent())
  await now.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/tilaukset\?asiakas=/)
  await expect(page.getByText(new RegExp(`^${shown} rivi`))).toBeVisible()
})
