import { addDays, atTime, startOfDay } from '#domain/values/time/time.ts'
import type { Api } from './api.ts'
import { makePerson, operate, rowOf, rowsOf, shipmentIdsOf } from './api-data.ts'
import { planDay } from './driver-day.ts'
import { expect, test } from './kuorma.ts'
import {
  chooseFor,
  fillGoods,
  goodsRow,
  orderByCall,
  orderDay,
  part,
  pressOrder,
  shipments,
  shop,
  trolley,
  typePlace,
  warehouse,
  wishedDay,
} from './order-form.ts'

const shipmentType = 'lahetys_entity--lahetys'
const failureType = 'toimituspoikkeama_entity--toimituspoikkeama_entity'

const shipmentOf = (admin: Api, id: string) =>
  rowOf<{ attributes: Record<string, unknown>; relationships: { poikkeama: { data: unknown } } }>(
    admin,
    `/jsonapi/lahetys_entity/lahetys/${id}`,
  )

/** Records that the shipment could not be delivered. */
async function failDelivery(admin: Api, id: string): Promise<void> {
  const failure = { type: failureType, id: crypto.randomUUID() }
  const line = { type: shipmentType, id }
  await operate(admin, [{ op: 'update', data: { ...line, attributes: { tila: 'kuljetuksessa' } } }])
  await operate(admin, [
    {
      op: 'add',
      data: {
        ...failure,
        attributes: { syy: 'ei_tavoitettu', selite: 'Ovi lukossa.' },
        relationships: { lahetykset: { data: [line] } },
      },
    },
    { op: 'update', data: { ...line, attributes: { tila: 'myohassa' }, relationships: { poikkeama: { data: failure } } } },
  ])
}

test('a failed delivery is answered by a new promise, a return to the sender, or by marking it as handled', async ({ as, api }) => {
  const [customer, admin] = [await api('asiakas'), await api('yllapito')]
  const made = async (viite: string) => {
    const order = await orderByCall(customer, [trolley], viite)
    const [shipment = ''] = await shipmentIdsOf(customer, order.id)
    await failDelivery(admin, shipment)
    return { shipment, path: `/tilaus/${order.id}` }
  }
  const [promised, returned, handled] = [await made('SOVI-1'), await made('PALAUTA-1'), await made('KASITELTY-1')]
  const { page } = await as('yllapito', { at: promised.path })
  const expectUndecided = async () => {
    await expect(shipments(page).getByRole('heading', { name: 'Toimitus ei onnistunut: Vastaanottajaa ei tavoitettu' })).toBeVisible()
    await expect(shipments(page).getByText('Odottaa päätöstä')).toBeVisible()
  }

  await test.step('"Sovi uusi toimitus" is the next step, and promises a time', async () => {
    await expectUndecided()
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Sovi uusi toimitus' })
    await dialog.getByRole('button', { name: 'Lupaa aika' }).click()
    await expect(dialog).toContainText('Valitse, milloin tavara toimitetaan.')
    const tomorrow = addDays(startOfDay(Math.floor(Date.now() / 1000)), 1)
    const typed = new Intl.DateTimeFormat('fi-FI', { timeZone: 'Europe/Helsinki' }).format(tomorrow * 1000)
    await dialog.getByRole('textbox', { name: 'Luvattu aika', exact: true }).fill(typed)
    await dialog.getByRole('button', { name: 'Lupaa aika' }).click()
    await expect(shipments(page)).toContainText(/luvattu .* 16\.00/)
    await expect(shipments(page).getByRole('heading', { name: /^Toimitus ei onnistunut/ })).toHaveCount(0)
    await expect(shipments(page).getByText('Odottaa päätöstä')).toHaveCount(0)
    await expect.poll(async () => (await shipmentOf(admin, promised.shipment)).attributes.luvattu_aika).toBe(atTime(tomorrow, 16, 0))
  })

  await test.step('"Palauta lähettäjälle" makes the pickup place the delivery place, and can be undone', async () => {
    const { path, shipment } = returned
    await page.goto(path)
    await expectUndecided()
    const before = (await shipmentOf(admin, shipment)).attributes
    await shipments(page).getByRole('button', { name: 'Palauta lähettäjälle' }).click()
    const dialog = page.getByRole('dialog', { name: /palautetaanko lähettäjälle/ })
    await expect(dialog).toContainText('hinta lasketaan uudelleen')
    await dialog.getByRole('button', { name: 'Palauta lähettäjälle' }).click()
    await expect(shipments(page).locator('address[aria-label=Toimitus]')).toContainText(String(before.nouto_nimi))
    await expect.poll(async () => (await shipmentOf(admin, shipment)).relationships.poikkeama.data).toBeNull()
    const after = (await shipmentOf(admin, shipment)).attributes
    expect([after.toimitus_nimi, after.toimitus_osoite1, after.toimitus_postinro]).toEqual([
      before.nouto_nimi,
      before.nouto_osoite1,
      before.nouto_postinro,
    ])
    await page
      .getByRole('status')
      .filter({ hasText: /palautetaan lähettäjälle/ })
      .getByRole('button', { name: 'Kumoa' })
      .click()
    await expect(shipments(page).locator('address[aria-label=Toimitus]')).toContainText(String(before.toimitus_nimi))
  })

  await test.step('"Merkitse käsitellyksi" ends the waiting and leaves the shipment as it is', async () => {
    const { path, shipment } = handled
    await page.goto(path)
    await expectUndecided()
    await shipments(page).getByRole('button', { name: 'Merkitse käsitellyksi' }).click()
    await expect(shipments(page).getByRole('heading', { name: /^Toimitus ei onnistunut/ })).toHaveCount(0)
    await expect.poll(async () => (await shipmentOf(admin, shipment)).relationships.poikkeama.data).toBeNull()
    expect((await shipmentOf(admin, shipment)).attributes.tila).toBe('myohassa')
  })
})

test('a failed delivery proposes when its driver could come again in the shift, as the time to promise', async ({ as, api }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'uudestaan', user_roles: ['kuljettaja'] })
  // At night the driver comes after midnight.
  const untilTomorrow = { alkuaika: 0, kesto: 2880 }
  const { jobs } = await planDay(admin, driver, [{ name: 'Ovi Kiinni' }, { name: 'Ovi Auki' }], untilTomorrow)
  const [failed, other] = jobs
  await operate(admin, [{ op: 'update', data: { type: shipmentType, id: other?.shipment, attributes: { tila: 'kuljetuksessa' } } }])
  await failDelivery(admin, failed?.shipment ?? '')
  const { page } = await as('yllapito', { at: `/tilaus/${failed?.order}` })
  const proposal = shipments(page).getByText(
    /^Tavara on autossa\. Ehdotus: .+ noin \d{1,2}\.\d0, pysähdyksen .+ jälkeen\. Lisää ajoa noin \d+\skm\.$/,
  )
  await expect(proposal).toBeVisible()
  const [, day = '', time = ''] = /Ehdotus: (.+) noin (\d+\.\d0)/.exec((await proposal.textContent()) ?? '') ?? []
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Sovi uusi toimitus' })
  await dialog.getByRole('button', { name: 'Lupaa aika' }).click()
  await expect(shipments(page)).toContainText(`luvattu ${day} ${time}`)
})

test('an administrator sees who else is looking at the order', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), [trolley], 'KATSELEE-1')
  const { page: other } = await as('yllapito', { at: `/tilaus/${id}` })
  await expect(shipments(other)).toHaveCount(1)
  const { page } = await as('yllapito2', { at: `/tilaus/${id}` })
  await expect(page.getByRole('status').filter({ hasText: /katselee$/ })).toBeVisible()
})

test('a cancelled order and a delivered one offer only what the state tables allow', async ({ as, api }) => {
  const customer = await api('asiakas')
  const { id } = await orderByCall(customer, [trolley], 'PERUTTU-1')
  const [shipment = ''] = await shipmentIdsOf(customer, id)
  const line = { type: shipmentType, id: shipment }
  await operate(await api('yllapito'), [{ op: 'update', data: { ...line, attributes: { tila: 'kuljetuksessa' } } }])
  const { page } = await as('yllapito', { at: `/tilaus/${id}` })
  const offered = async () => {
    const items = page.getByRole('menuitem')
    // A dialog that is closing takes the menu along.
    await expect(async () => {
      await page.getByRole('button', { name: 'Muut toiminnot', exact: true }).click()
      await expect(items.first()).toBeVisible({ timeout: 2000 })
    }).toPass()
    const names = await items.allInnerTexts()
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    return names
  }
  await expect(shipments(page).getByRole('button', { name: /kuljettaja/ })).toHaveCount(1)
  expect(await offered()).toContain('Kuittaa toimitus')
  await chooseFor(shipments(page), 'Peruuta lähetys')
  await page.getByRole('dialog').getByRole('textbox').fill('Asiakas perui')
  await page.getByRole('dialog').getByRole('button', { name: 'Peruuta lähetys' }).click()
  await expect(shipments(page)).toContainText('Peruutettu')
  await expect(shipments(page).getByRole('button', { name: /kuljettaja/ })).toHaveCount(0)
  await expect.poll(offered).not.toContain('Kuittaa toimitus')
  await expect(page.getByRole('button', { name: /^Muokkaa: / })).toHaveCount(0)
})

test('the keys of the order page are those of the lists: p sets the day, r opens the waybills', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), [trolley], 'NAPPI-1')
  const { page } = await as('yllapito', { at: `/tilaus/${id}` })
  await expect(part(page, 'Tavarat')).toContainText(/\d lavapaik/)
  await page.keyboard.press('p')
  await expect(page.getByRole('dialog')).toContainText('päivä')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('r')
  await expect(page).toHaveURL(`/tilaus/${id}/rahtikirja`)
})

test('an order of hourly jobs alone is edited from the card of its jobs', async ({ as, api }) => {
  const orders = await rowsOf<{ id: string }>(
    await api('yllapito'),
    '/jsonapi/tilaus_entity/tilaus_entity?filter[tyyppi]=tunti&filter[tilauksen_tila]=uusi&filter[tuntituotteet.tila]=odottaa_noutoa&page[limit]=1',
  )
  const { page } = await as('yllapito', { at: `/tilaus/${orders[0]?.id}` })
  await expect(part(page, 'Tavarat')).toHaveCount(0)
  await page.getByRole('button', { name: 'Muokkaa: Tuntityöt' }).click()
  await expect(page.getByRole('region', { name: 'Tuntityöt', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Muokkaa: Tuntityöt' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Peruuta muokkaus' }).click()
  await expect(page.getByRole('button', { name: 'Muokkaa: Tuntityöt' })).toBeFocused()
})

test('the keyboard goes on from the part that was edited, the goods or the hourly work of an order', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), [trolley], 'JATKO-1')
  const { page } = await as('yllapito', { at: `/tilaus/${id}` })
  const [goods, hours] = [page.getByRole('button', { name: 'Muokkaa: Tavarat' }), page.getByRole('button', { name: 'Muokkaa: Tuntityöt' })]
  const work = page.getByRole('group', { name: 'Lisätyö 1', exact: true })
  await goods.press('Enter')
  await page.getByRole('button', { name: 'Lisätyö tunteina' }).click()
  await work.getByRole('combobox', { name: 'Työ' }).click()
  await page.getByRole('option').first().click()
  await work.getByLabel('Mitä tehdään').fill('Purku käsin')
  await work.getByLabel('Tunnit').fill('1,5')
  await page.keyboard.press('Control+Enter')
  await expect(hours).toBeVisible()
  await expect(goods).toBeFocused()

  await hours.press('Enter')
  await expect(work.getByRole('combobox', { name: 'Työ' })).toBeFocused()
  await work.getByLabel('Tunnit').fill('2')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Tuntitöiden eteneminen' })).toContainText(/2\sh/)
  await expect(hours).toBeFocused()
})

test('the next step of a delivered order is its invoicing; a key does not mark it as invoiced', async ({ as, api }) => {
  const [order] = await rowsOf<{ id: string; attributes: { tunniste: string } }>(
    await api('yllapito'),
    '/jsonapi/tilaus_entity/tilaus_entity?filter[tilauksen_tila]=toimitettu&page[limit]=1',
  )
  const number = order?.attributes.tunniste ?? ''
  const { page } = await as('yllapito', { at: `/tilaus/${order?.id}` })
  await expect(page.getByRole('button', { name: 'Laskuta', exact: true })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Laskutus' })).toBeVisible()
  await page.getByRole('link', { name: `Tilaus ${number}` }).click()
  await page.getByRole('button', { name: 'Muut toiminnot', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Merkitse laskutetuksi…' }).click()
  const dialog = page.getByRole('dialog', { name: `Merkitse laskutetuksi: ${number}` })
  await expect(dialog).toContainText('Siitä ei lähde laskua')
  await dialog.getByRole('button', { name: 'Merkitse laskutetuksi' }).click()
  await expect(dialog).toContainText('Kerro syy.')
  await dialog.getByRole('textbox', { name: 'Syy' }).fill('Laskutettu käsin')
  await dialog.getByRole('button', { name: 'Merkitse laskutetuksi' }).click()
  await expect(page.getByRole('button', { name: 'Laskuta', exact: true })).toHaveCount(0)
})

test('a dispatcher reads that the order was made, and goes on to its driver or to the board of its day', async ({ as, api }) => {
  const [customer] = await rowsOf<{ id: string }>(await api('yllapito'), '/jsonapi/asiakas_entity/asiakas_entity?page[limit]=1')
  const { page } = await as('yllapito', { at: `/tilaus/new?asiakas=${customer?.id}` })
  await typePlace(page, 'Nouto', warehouse)
  await typePlace(page, 'Toimitus', shop)
  await fillGoods(goodsRow(page, 1), trolley)
  await wishedDay(page).fill(orderDay())
  const { number } = await pressOrder(page)
  const receipt = page.getByRole('status').filter({ hasText: `${number} luotu` })
  await expect(receipt).not.toContainText('sovitamme')
  await expect(receipt.getByRole('link', { name: 'Suunnittele ajoihin' })).toHaveAttribute('href', /^\/ajot\?paiva=/)
  await receipt.getByRole('button', { name: 'Anna kuljettaja' }).click()
  await expect(page.getByRole('dialog')).toContainText('Kuljettaja')
})

test('the palette opens the page of a customer and of a driver, and their open orders as rows of their own', async ({ as, api }) => {
  const [customer] = await rowsOf<{ id: string; attributes: { name: string } }>(
    await api('yllapito'),
    '/jsonapi/asiakas_entity/asiakas_entity?page[limit]=1',
  )
  const { page } = await as('yllapito', { at: '/' })
  const palette = page.getByRole('dialog', { name: 'Haku' })
  const find = async (text: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox', { name: 'Hae' }).fill(text)
  }
  const name = customer?.attributes.name ?? ''
  await find(name)
  await expect(palette.getByRole('group', { name: 'Asiakkaat' })).toHaveCount(1)
  // The customer's places have the same name.
  await expect(palette.getByRole('group').first()).toHaveAccessibleName('Asiakkaat')
  await palette.getByRole('group', { name: 'Asiakkaat' }).getByRole('option').first().click()
  await expect(page).toHaveURL(`/asiakas/${customer?.id}`)
  await find(name)
  await palette.getByRole('group', { name: 'Avoimet tilaukset' }).getByRole('option').first().click()
  await expect(page).toHaveURL(new RegExp(`/tilaukset\\?.*asiakas=${customer?.id}`))
  await find('kuljettaja')
  await palette.getByRole('group', { name: 'Kuljettajat' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}/)
})
