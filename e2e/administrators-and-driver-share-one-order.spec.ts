import type { Page } from '@playwright/test'
import { orderTimelineCall } from '#domain/features/history/order-timeline.ts'
import { operate } from './api-data.ts'
import { storedRows } from './device-database.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'
import { chooseFor, editDriver, editPart, goodsRow, placed, shipments, shop, warehouse } from './order-form.ts'
import { sign } from './signature.ts'

const sizes = { pituus: 800, leveys: 600, korkeus: 1000, yksikkopaino: 10 }
/** Performs the action and waits for the server's answer. */
async function stored(page: Page, action: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() !== 'GET' && response.url().includes('/jsonapi/'))
  await action()
  await answer
}

type Reads = { client: { clientState: { queries: { queryKey: unknown; state: { data: string } }[] } } }
/** The stored reads on the device that contain all of the given texts, as text. */
async function storedReadsOf(page: Page, ...about: string[]): Promise<string> {
  const [reads] = await storedRows<Reads>(page, 'reads')
  const queries = reads?.client.clientState.queries ?? []
  const matching = queries.filter(({ queryKey }) => about.every((part) => JSON.stringify(queryKey).includes(part)))
  return matching.map(({ state }) => state.data).join()
}

// The benchmark (bench/browser.ts) measures that changes reach the others within a second: this machine is shared with other tests.
test('two administrators and a driver work on one order: no change is lost, and each sees its history', async ({ as, api }) => {
  const tilaus = crypto.randomUUID()
  const goods = ['Ensimmäinen', 'Toinen', 'Kolmas'].map((kuvaus, index) => ({
    id: crypto.randomUUID(),
    attributes: { kuvaus, maara: index + 1, ...sizes, viite: 'YHDESSÄ', ...placed('nouto', warehouse), ...placed('toimitus', shop) },
  }))
  const type = 'lahetys_entity--lahetys'
  await operate(await api('asiakas'), [
    { op: 'add', data: { type: 'tilaus_entity--tilaus_entity', id: tilaus, attributes: {} } },
    ...goods.map(({ id, attributes }) => ({
      op: 'add',
      data: { type, id, attributes, relationships: { tilaus: { data: { type: 'tilaus_entity--tilaus_entity', id: tilaus } } } },
    })),
  ])
  // Two shipments are assigned to the driver, the third is on their published shift: the driver sees all three.
  const kuljettaja = { data: { type: 'user--user', id: (await api('kuljettaja')).id } }
  const tyovuoro = { data: { type: 'tyovuoro_entity--tyovuoro_entity', id: crypto.randomUUID() } }
  await operate(await api('yllapito'), [
    { op: 'add', data: { ...tyovuoro.data, attributes: { paiva: 1_795_039_200, tila: 'PUBLISHED' }, relationships: { kuljettaja } } },
    ...goods.map(({ id }, index) => ({ op: 'update', data: { type, id, relationships: index < 2 ? { kuljettaja } : { tyovuoro } } })),
  ])
  const { page: one } = await as('yllapito', { at: `/tilaus/${tilaus}` })
  const { page: two } = await as('yllapito', { at: `/tilaus/${tilaus}` })
  const { page: driver, context: phone } = await as('kuljettaja', { at: '/tilaukset', phone: true, installed: true })
  for (const page of [one, two]) await expect(shipments(page)).toHaveCount(3)
  const number = /T-\d+/.exec((await one.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
  const card = driver.getByRole('article', { name: new RegExp(`^${number}, `) })
  const timeline = (page: typeof one) => page.getByRole('region', { name: 'Tapahtumat' }).getByRole('listitem')

  let ahead: Promise<unknown> = Promise.resolve()
  await test.step('typed text stays while the driver picks up and the other administrator assigns a car', async () => {
    await editPart(one, 'Ajankohta ja viitteet')
    await one.getByLabel('Viite', { exact: true }).fill('YHDESSÄ-2')
    ahead = driver.waitForResponse((answer) => answer.url().includes('kuittaukset.kuittaus'))
    await stored(driver, () => card.getByRole('button', { name: 'Noudettu', exact: true }).click())
    for (const page of [one, two]) {
      await expect(shipments(page).filter({ hasText: 'Kuljetuksessa' })).toHaveCount(3)
      await expect(timeline(page).filter({ hasText: 'merkitsi kaikki lähetykset noudetuiksi' })).toHaveCount(1)
    }
    await editDriver(shipments(two).first())
    await shipments(two).first().getByRole('combobox', { name: 'Auto' }).click()
    const car = two.getByRole('option').first()
    const plate = (await car.textContent()) ?? ''
    await stored(two, () => car.click())
    await expect(shipments(one).first()).toContainText(plate)
    await one.getByRole('button', { name: 'Tallenna', exact: true }).click()
    await expect(one.getByRole('status').filter({ hasText: 'Tilaus tallennettu' })).toBeVisible()
    await expect(timeline(two).filter({ hasText: 'muutti kaikkien lähetysten tietoja: Viite' })).toHaveCount(1)
    await expect(shipments(one).first()).toContainText(plate)
  })

  await test.step('the driver opens the delivery offline; the save of two of three shipments fails and is retried once the network is back', async () => {
    await phone.grantPermissions(['geolocation'])
    await phone.setGeolocation({ latitude: 60.2, longitude: 24.9 })
    await expect(card).toContainText('YHDESSÄ-2')
    // The list and the delivery page are stored on the device, so they open offline, also after a reload.
    await ahead
    await driver.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await expect.poll(() => storedReadsOf(driver, '"one"', tilaus)).toContain('YHDESSÄ-2')
    await phone.setOffline(true)
    await driver.reload()
    await expect(driver.getByText(/^Ei verkkoyhteyttä – näet kuljetukset, jotka haettiin klo /)).toBeVisible()
    await card.getByRole('button', { name: 'Kuittaa', exact: true }).click()
    await expect(driver.getByRole('heading', { name: 'Kuittaa toimitus' })).toBeVisible()
    await expect(driver.getByLabel('Nimenselvennys')).toBeVisible()
    await phone.setOffline(false)
    await driver.getByRole('button', { name: /^Ei onnistunut: 3 kollia/ }).click()
    const dialog = driver.getByRole('dialog', { name: 'Toimitus ei onnistunut' })
    await dialog.getByRole('button', { name: 'Merkitse' }).click()
    await expect(dialog.getByText('Valitse syy.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Vastaanottajaa ei tavoitettu' }).click()
    await dialog.getByLabel('Mitä tapahtui').fill('Ovi oli lukossa.')
    const picture = { name: 'ovi.png', mimeType: 'image/png', buffer: await driver.getByRole('button', { name: 'Takaisin' }).screenshot() }
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await expect(dialog.getByRole('img', { name: 'Kuva 1' })).toBeVisible()
    await expectAccessibleInFullRun(driver, { within: '[role=dialog]' })
    await expect(dialog.getByText(/^Luonnos tallessa/)).toBeVisible()
    await driver.reload()
    await driver.getByRole('button', { name: /^Ei onnistunut: 3 kollia/ }).click()
    await expect(dialog.getByRole('img', { name: 'Kuva 1' })).toBeVisible()
    await expect(dialog.getByLabel('Mitä tapahtui')).toHaveValue('Ovi oli lukossa.')
    await dialog.getByRole('button', { name: 'Merkitse' }).click()
    await expect(driver.getByText('Ei toimitettu: Vastaanottajaa ei tavoitettu')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await driver.getByLabel('Nimenselvennys').fill('Ville Vastaanottaja')
    await sign(driver)
    const text = { name: 'ovi.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Ei mikään kuva.') }
    await driver.locator('input[type=file]').setInputFiles([picture, text])
    await expect(driver.getByText(/^Ei otettu mukaan: ovi\.jpg\./)).toBeVisible()
    await driver.route('**/jsonapi/operations', (route) => route.abort('internetdisconnected'))
    const send = async (how: () => Promise<void>) => {
      const sent = driver.waitForRequest('**/jsonapi/operations')
      await how()
      const body: { 'atomic:operations': { data: { type: string; attributes: { lat?: number; laitteen_aika?: number } } }[] } = (
        await sent
      ).postDataJSON()
      const acknowledgement = body['atomic:operations'].find(({ data }) => data.type.startsWith('v_o_kuittaus'))
      const { lat, laitteen_aika: at = 0 } = acknowledgement?.data.attributes ?? {}
      return { key: (await sent).headers()['idempotency-key'], lat, at }
    }
    const first = await send(() => driver.getByRole('button', { name: 'Kuittaa toimitus' }).click())
    expect(first.lat).toBe(60.2)
    expect(Math.abs(first.at - Date.now() / 1000)).toBeLessThan(60)
    // The unsent delivery is shown on its cards, of what was received and what was not, and at the top of every page, also after a reload.
    await expect(driver).toHaveURL(/\/tilaukset/)
    await expect(driver.getByText('1 kuittaus lähettämättä')).toBeVisible()
    await expect(card.getByText('Kuittaus lähettämättä')).toHaveCount(2)
    await expect.poll(() => storedReadsOf(driver, orderTimelineCall.path, tilaus)).toContain('noudetuiksi')
    await phone.setGeolocation({ latitude: 60.9, longitude: 25.1 })
    await phone.setOffline(true)
    await driver.unroute('**/jsonapi/operations')
    await driver.reload()
    await expect(driver.getByText('1 kuittaus lähettämättä')).toBeVisible()
    await driver.goto(`/kuittaa/${tilaus}`)
    await expect(driver.getByRole('region', { name: 'Kuittaus odottaa lähettämistä' })).toBeVisible()
    await expect(timeline(driver).filter({ hasText: 'merkitsi kaikki lähetykset noudetuiksi' })).toHaveCount(1)
    await driver.getByRole('button', { name: 'Muuta kuittausta' }).click()
    await expect(driver.getByLabel('Nimenselvennys')).toHaveValue('Ville Vastaanottaja')
    await expect(driver.getByText('Ei toimitettu: Vastaanottajaa ei tavoitettu')).toBeVisible()
    await expect(driver.getByRole('img', { name: 'Kuva 1' })).toBeVisible()
    await driver.getByRole('button', { name: 'Kuittaa toimitus' }).click()
    await expect(driver.getByText('1 kuittaus lähettämättä')).toBeVisible()
    // The time and the position have changed since, but the retry that runs by itself is the same save.
    await driver.clock.setSystemTime(Date.now() + 60_000)
    expect(await send(() => phone.setOffline(false))).toEqual(first)
    await expect(driver.getByText('1 kuittaus lähettämättä')).toHaveCount(0)
    await driver.goto('/tilaukset')
    for (const page of [one, two]) {
      await expect(timeline(page).filter({ hasText: 'luovutti lähetykset 1 ja 2, vastaanottaja Ville Vastaanottaja' })).toHaveCount(1)
      await expect(
        timeline(page).filter({ hasText: 'ei saanut toimitettua lähetystä 3/3: Vastaanottajaa ei tavoitettu. Ovi oli lukossa.' }),
      ).toHaveCount(1)
      await expect(shipments(page).nth(2).getByText('Toimitus ei onnistunut: Vastaanottajaa ei tavoitettu')).toBeVisible()
    }
    await expect(timeline(one).filter({ hasText: 'luovutti' }).getByRole('link', { name: 'Paikka kartalla' })).toBeVisible()
    await expect(timeline(one).filter({ hasText: 'lisäsi kuvan' }).getByRole('img').first()).toBeVisible()
  })

  const { page: customer } = await as('asiakas', { at: `/tilaus/${tilaus}` })
  await test.step('the customer sees the state in plain words', async () => {
    await expect(shipments(customer).nth(2).getByText('Toimitus ei onnistunut: Vastaanottajaa ei tavoitettu')).toBeVisible()
    const signed = timeline(customer).filter({ hasText: 'Kuljettaja luovutti lähetykset 1 ja 2, vastaanottaja Ville Vastaanottaja' })
    await expect(signed.getByRole('img', { name: 'Allekirjoitus, Ville Vastaanottaja' })).toBeVisible()
    await expect(timeline(customer).getByRole('link', { name: 'Paikka kartalla' })).toHaveCount(0)
    await expect(timeline(customer).filter({ hasText: 'ei saanut' }).getByRole('img', { name: 'Kuva 1' })).toBeVisible()
  })

  await test.step('an administrator moves the last shipment to a terminal; the customer does not see that', async () => {
    const left = shipments(two).nth(2)
    await left.getByRole('button', { name: 'Vie terminaaliin' }).click()
    await chooseFor(left, 'Kirjaa terminaaliin')
    const dialog = two.getByRole('dialog', { name: 'Missä terminaalissa?' })
    await dialog.getByRole('radio', { name: /^Terminaali Vantaa/ }).click()
    await stored(two, () => dialog.getByRole('button', { name: 'Tallenna' }).click())
    await expect(shipments(one).nth(2).getByText('Nyt: Terminaali Vantaa')).toBeVisible()
    await expect(shipments(one).nth(2).getByText('Toimitus ei onnistunut')).toHaveCount(0)
    await expect(timeline(one).filter({ hasText: 'toi lähetyksen 3/3 terminaaliin: Terminaali Vantaa' })).toHaveCount(1)
    await expect(card.filter({ hasText: 'Nouto terminaalista' })).toBeVisible()
    await expect(shipments(customer).nth(2).getByText('Toimitus ei onnistunut')).toHaveCount(0)
    await expect(customer.getByRole('main')).not.toContainText('erminaali')
  })

  await test.step('an administrator adds a picture to a shipment; the customer sees it until it is removed', async () => {
    const left = shipments(one).nth(2)
    const buffer = await one.getByRole('heading', { level: 1 }).screenshot()
    await chooseFor(left, 'Lisää kuvia')
    await left.locator('input[type=file]').setInputFiles({ name: 'lava.png', mimeType: 'image/png', buffer })
    const pictureOf = (page: typeof one) =>
      shipments(page)
        .nth(2)
        .getByRole('img', { name: /kuva 1$/ })
    for (const page of [one, customer]) await expect(pictureOf(page)).toBeVisible()
    await left.getByRole('button', { name: 'Poista kuva 1' }).click()
    await expect(one.getByRole('status').filter({ hasText: /kuva poistettu/ })).toBeVisible()
    await expect(pictureOf(customer)).toHaveCount(0)
  })

  await test.step('a change made after the signature is shown beside it', async () => {
    await editPart(one, 'Tavarat')
    await goodsRow(one, 1).getByLabel('Kpl').fill('9')
    await one.getByRole('button', { name: 'Tallenna', exact: true }).click()
    await expect(timeline(two).getByText('Sisältöä on muutettu kuittauksen jälkeen.')).toBeVisible()
    await two.getByRole('button', { name: 'Muutoshistoria' }).click()
    await expect(two.getByRole('region', { name: 'Muutoshistoria' }).getByRole('listitem').first()).toContainText('Määrä')
  })

  await test.step('the driver undoes the delivery, and the order is cancelled and reopened', async () => {
    await stored(driver, () => driver.getByRole('button', { name: `Kumoa toimitus: ${number}, ${shop.nimi}` }).click())
    await expect(shipments(one).filter({ hasText: 'Kuljetuksessa' })).toHaveCount(2)
    await one.getByRole('button', { name: 'Muut toiminnot', exact: true }).click()
    await one.getByRole('menuitem', { name: 'Peruuta tilaus' }).click()
    const dialog = one.getByRole('dialog', { name: `Peruuta tilaus ${number}` })
    await dialog.getByLabel('Syy').fill('Väärä tilaus')
    await stored(one, () => dialog.getByRole('button', { name: 'Peruuta tilaus' }).click())
    await expect(timeline(two).filter({ hasText: 'peruutti kaikki lähetykset – Väärä tilaus' })).toHaveCount(1)
    await stored(two, () => two.getByRole('button', { name: 'Palauta tilaus' }).click())
    await expect(shipments(one).filter({ hasText: /Odottaa noutoa|Uusi/ })).toHaveCount(3)
  })
  // A toast that is fading out fails the contrast check.
  await expect(one.getByRole('status').filter({ hasText: 'Tilaus tallennettu' })).toHaveCount(0)
  await expectAccessible(one)
})
