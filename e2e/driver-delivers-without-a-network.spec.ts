import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { operate, rowsOf } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'
import { placed, shop, warehouse } from './order-form.ts'

const orderType = 'tilaus_entity--tilaus_entity'
const shipmentType = 'lahetys_entity--lahetys'

type Made = { order: string; shipment: string; number: string }

/** Creates an order to its own address, assigned to the driver and, unless it is to wait, already picked up. */
async function make(
  admin: Api,
  driver: string,
  { door, leaving = 'ei', waits = false }: { door: string; leaving?: string; waits?: boolean },
): Promise<Made> {
  const [customer] = await rowsOf<{ id: string }>(admin, '/jsonapi/asiakas_entity/asiakas_entity?page[limit]=1')
  const [order, shipment] = [crypto.randomUUID(), crypto.randomUUID()]
  const asiakas = { data: { type: 'asiakas_entity--asiakas_entity', id: customer?.id } }
  const attributes = { maara: 1, yksikkopaino: 5, ...placed('nouto', warehouse), ...placed('toimitus', { ...shop, nimi: door }) }
  await operate(admin, [
    { op: 'add', data: { type: orderType, id: order, attributes: { saa_jattaa: leaving }, relationships: { asiakas } } },
    {
      op: 'add',
      data: {
        type: shipmentType,
        id: shipment,
        attributes,
        relationships: { tilaus: { data: { type: orderType, id: order } }, kuljettaja: { data: { type: 'user--user', id: driver } } },
      },
    },
  ])
  const [row] = await rowsOf<{ attributes: { vid: number } }>(admin, `/jsonapi/lahetys_entity/lahetys?filter[id]=${shipment}`)
  if (!waits)
    await operate(admin, [
      { op: 'update', data: { type: shipmentType, id: shipment, attributes: { tila: 'kuljetuksessa', vid: row?.attributes.vid } } },
    ])
  const [made] = await rowsOf<{ attributes: { tunniste: string } }>(admin, `/jsonapi/tilaus_entity/tilaus_entity?filter[id]=${order}`)
  return { order, shipment, number: made?.attributes.tunniste ?? '' }
}

const cardOf = (page: Page, door: string) => page.getByRole('article', { name: new RegExp(`, ${door}$`) })
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /lähettämättä/ })
const acknowledgements = (admin: Api, shipment: string) =>
  rowsOf<{ attributes: { laitteen_aika: number; jatetty: boolean } }>(
    admin,
    `/jsonapi/v_o_kuittaus_entity/v_o_kuittaus_entity?filter[lahetykset.id]=${shipment}`,
  )

async function deliver(page: Page, door: string): Promise<void> {
  await cardOf(page, door).getByRole('button', { name: 'Kuittaa', exact: true }).click()
  await page.getByLabel('Nimenselvennys').fill('Ville Vastaanottaja')
  await page.getByRole('button', { name: 'Merkitse risti' }).click()
  // The signature's picture is created asynchronously.
  await expect.poll(() => everythingStored(page)).toContain('uploadKey')
  await page.getByRole('button', { name: 'Kuittaa toimitus' }).click()
}

/** Waits until the app itself and the order's delivery page are stored on the device. */
async function readyToLose(page: Page, order: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => everythingStored(page)).toMatch(new RegExp(`one[^{]{1,8}${order}`))
}

/** Everything that the browser holds for the app, as text. */
const everythingStored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answerOf(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const held = database.transaction(store).objectStore(store)
        const keys = await answerOf(held.getAllKeys())
        found.push(
          keys.map((key) => `${name}.${store}.${key}`),
          await answerOf(held.getAll()),
        )
      }
      database.close()
    }
    for (const name of 'caches' in window ? await caches.keys() : []) {
      const cache = await caches.open(name)
      found.push((await cache.keys()).map(({ url }) => url).filter((url) => /\/(api|jsonapi|file|oauth)\b/.test(url)))
    }
    return JSON.stringify(found)
  })

test('a delivery signed offline is sent automatically, once, with the time of the signature', async ({ as, api }) => {
  const [admin, { id: me }] = [await api('yllapito'), await api('kuljettaja')]
  const one = await make(admin, me, { door: 'Ovi Yksi' })
  const two = await make(admin, me, { door: 'Ovi Kaksi' })
  const { page, context } = await as('kuljettaja', { at: '/tilaukset', phone: true, installed: true })

  await test.step('the delivery is shown as unsent on the card and at the top of every page, and is sent when the network returns', async () => {
    await expect(cardOf(page, 'Ovi Yksi')).toBeVisible()
    await readyToLose(page, one.order)
    await context.setOffline(true)
    await deliver(page, 'Ovi Yksi')
    await expect(bar(page)).toContainText('1 kuittaus lähettämättä')
    await expect(cardOf(page, 'Ovi Yksi').getByText('Kuittaus lähettämättä')).toBeVisible()
    // One place says that there is no network.
    await expect(bar(page)).toContainText(/Ei verkkoa \d+\.\d\d alkaen/)
    await expect(page.getByText(/^Ei verkkoyhteyttä – näet kuljetukset/)).toBeAttached()
    await expect(page.getByText(/^Ei verkkoyhteyttä – näet kuljetukset/)).toBeHidden()
    await expect(cardOf(page, 'Ovi Yksi').getByRole('button', { name: 'Kuittaa', exact: true })).toHaveCount(0)
    // The tabs at the bottom cover part of the buttons behind them.
    await expectAccessible(page, { apart: ['target-size'] })
    const signed = Math.floor(Date.now() / 1000)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    await context.setOffline(false)
    await expect(bar(page)).toHaveCount(0)
    const [made] = await acknowledgements(admin, one.shipment)
    const [shipment] = await rowsOf<{ attributes: { timestamp_toimitettu: number; tila_muuttui: number } }>(
      admin,
      `/jsonapi/lahetys_entity/lahetys?filter[id]=${one.shipment}`,
    )
    expect(made?.attributes.laitteen_aika).toBeLessThanOrEqual(signed)
    expect(shipment?.attributes.timestamp_toimitettu).toBe(made?.attributes.laitteen_aika)
    expect(shipment?.attributes.tila_muuttui).toBeGreaterThan(signed)
  })

  await test.step('a lost answer does not create a second acknowledgement', async () => {
    let lost = 0
    await page.route('**/jsonapi/operations', async (route) => {
      await route.fetch()
      await route.abort('internetdisconnected')
      lost += 1
    })
    await deliver(page, 'Ovi Kaksi')
    await expect(bar(page)).toContainText('1 kuittaus lähettämättä')
    await expect.poll(() => lost).toBe(1)
    await page.unroute('**/jsonapi/operations')
    await bar(page).getByRole('button', { name: 'Lähetä' }).click()
    await expect(bar(page)).toHaveCount(0)
    expect(await acknowledgements(admin, two.shipment)).toHaveLength(1)
  })
})

test('signing out asks about what is unsent, and leaves nothing readable on the device', async ({ as, api }) => {
  const [admin, { id: me }] = [await api('yllapito'), await api('kuljettaja')]
  const three = await make(admin, me, { door: 'Ovi Kolme' })
  await make(admin, me, { door: 'Ovi Neljä' })
  const { page, context } = await as('kuljettaja', { at: '/tilaukset', phone: true, installed: true })
  await expect(cardOf(page, 'Ovi Kolme')).toBeVisible()
  await expect.poll(() => everythingStored(page)).toContain('Ovi Kolme')
  await readyToLose(page, three.order)
  await context.setOffline(true)
  await deliver(page, 'Ovi Kolme')
  await expect(bar(page)).toContainText('1 kuittaus lähettämättä')
  const goToSignOut = async () => {
    await page.getByRole('button', { name: /^Käyttäjävalikko/ }).click()
    await page.getByRole('menuitem', { name: 'Kirjaudu ulos' }).click()
    await expect(page.getByText('1 kuittaus on lähettämättä.')).toBeVisible()
  }

  await test.step('a session that expires keeps the unsent delivery, hidden from others, until the same person signs in again', async () => {
    const session = await page.evaluate(() => localStorage.getItem('kuorma.session') ?? '')
    await page.evaluate(() => {
      localStorage.removeItem('kuorma.session')
      dispatchEvent(new StorageEvent('storage', { key: 'kuorma.session' }))
    })
    await expect(page).toHaveURL(/\/login/)
    await expect(bar(page)).toHaveCount(0)
    expect(await everythingStored(page)).toContain('.outbox.')
    await page.evaluate((stored) => localStorage.setItem('kuorma.session', stored), session)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.goto('/tilaukset')
    await expect(bar(page)).toContainText('1 kuittaus lähettämättä')
  })

  await test.step('an item that this build cannot read stays listed until it is discarded', async () => {
    await page.evaluate(async (owner) => {
      const opened = indexedDB.open('kuorma')
      await new Promise((resolve) => opened.addEventListener('success', resolve))
      const writing = opened.result.transaction('outbox', 'readwrite')
      writing.objectStore('outbox').put({ owner, id: 'vanha' })
      await new Promise((resolve) => writing.addEventListener('complete', resolve))
      opened.result.close()
    }, me)
    await page.reload()
    const attention = page.getByRole('status').filter({ hasText: '1 kirjaus vaatii huomiota' })
    await attention.getByRole('button', { name: 'Näytä' }).click()
    await expect(page.getByRole('dialog')).toContainText('Tuntematon kirjaus')
    await expectAccessibleInFullRun(page)
    await page.getByRole('button', { name: 'Poista kirjaus' }).click()
    await page.getByRole('button', { name: 'Poista lopullisesti' }).click()
    await expect(attention).toHaveCount(0)
    await expect(bar(page)).toContainText('1 kuittaus lähettämättä')
  })

  await test.step('unsent items are deleted only after a typed confirmation, and their automatic send does not sign the driver out', async () => {
    await goToSignOut()
    await page.reload()
    await expect(page.getByText('1 kuittaus on lähettämättä.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Poista ja kirjaudu ulos' })).toBeDisabled()
    await expectAccessibleInFullRun(page)
    await page.getByRole('button', { name: 'Lähetä ensin' }).click()
    await expect(page.getByText('Kaikkea ei saatu lähetettyä.')).toBeVisible()
    await page.getByLabel('Poista 1 lähettämätön').fill('poista')
    await expect(page.getByRole('button', { name: 'Poista ja kirjaudu ulos' })).toBeEnabled()
    await context.setOffline(false)
    await expect(page.getByText('Kaikki on lähetetty. Et ole vielä kirjautunut ulos.')).toBeVisible()
    await expectAccessibleInFullRun(page)
    await expect(page).toHaveURL(/\/logout/)
    await page.getByRole('button', { name: 'Kirjaudu ulos' }).click()
    await expect(page).toHaveURL(/\/login/)
  })

  await test.step('nothing that was read, drafted or sent remains on the device', async () => {
    await expect.poll(() => everythingStored(page)).not.toMatch(/Ovi Kolme|Ville|\.reads|\.outbox\.|kuittaa\.|kuorma\.draft|access_token/)
  })
})

test('one signature covers all orders to one address, and goods may be left without one where the order allows it', async ({ as, api }) => {
  const [admin, { id: me }] = [await api('yllapito'), await api('kuljettaja')]
  const made = [await make(admin, me, { door: 'Ovi Viisi' }), await make(admin, me, { door: 'Ovi Viisi' })]
  const left = await make(admin, me, { door: 'Ovi Kuusi', leaving: 'kylla' })
  const { page } = await as('kuljettaja', { at: '/tilaukset', phone: true })

  await test.step('two orders make one card and one signature, with a record for each order', async () => {
    await expect(cardOf(page, 'Ovi Viisi')).toHaveCount(1)
    await expect(cardOf(page, 'Ovi Viisi')).toContainText(made.map(({ number }) => number).join(', '))
    await deliver(page, 'Ovi Viisi')
    await expect(page.getByRole('status').filter({ hasText: 'Toimitus kuitattu: 2 lähetystä.' })).toBeVisible()
    for (const { shipment } of made) await expect.poll(async () => (await acknowledgements(admin, shipment)).length).toBe(1)
  })

  await test.step('goods are left without a signature, with a picture and the position', async () => {
    await cardOf(page, 'Ovi Kuusi').getByRole('button', { name: 'Kuittaa', exact: true }).click()
    await page.getByLabel('Jätetään ilman kuittausta').check()
    await page.getByRole('button', { name: 'Merkitse jätetyksi' }).click()
    await expect(page.getByText('Kerro, mihin tavarat jätettiin.').first()).toBeVisible()
    await expect(page.getByText('Ota kuva jätetyistä tavaroista.').first()).toBeVisible()
    await page.getByLabel('Mihin jätetty').fill('Kuistille')
    const buffer = await page.getByRole('button', { name: 'Merkitse jätetyksi' }).screenshot()
    await page.locator('input[type=file]').setInputFiles({ name: 'kuisti.png', mimeType: 'image/png', buffer })
    await expect(page.getByRole('img', { name: 'Kuva 1' })).toBeVisible()
    await expectAccessibleInFullRun(page)
    await page.getByRole('button', { name: 'Merkitse jätetyksi' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Jätetty ilman kuittausta: 1 lähetys.' })).toBeVisible()
    const recorded = async () => (await acknowledgements(admin, left.shipment)).map(({ attributes }) => attributes.jatetty)
    await expect.poll(recorded).toEqual([true])
    await page.goto(`/kuittaa/${left.order}`)
    await expect(page.getByRole('region', { name: 'Jätetty ilman kuittausta' })).toContainText('Kuistille')
  })
})

test('a pickup can be undone on its card, and the card keeps its place', async ({ as, api }) => {
  const [admin, { id: me }] = [await api('yllapito'), await api('kuljettaja')]
  for (const door of ['Ovi Seitsemän', 'Ovi Kahdeksan', 'Ovi Yhdeksän']) await make(admin, me, { door, waits: true })
  const { page } = await as('kuljettaja', { at: '/tilaukset', phone: true })
  const names = () =>
    page.getByRole('article').evaluateAll((cards) => cards.map((card) => /^T-\d+/.exec(card.getAttribute('aria-label') ?? '')?.[0]))
  const waiting = page.getByRole('article').filter({ hasText: 'Ovi Kahdeksan' })
  for (const door of ['Ovi Seitsemän', 'Ovi Kahdeksan', 'Ovi Yhdeksän'])
    await expect(page.getByRole('article').filter({ hasText: door })).toBeVisible()
  const before = await names()
  await waiting.getByRole('button', { name: 'Noudettu', exact: true }).click()
  const taken = cardOf(page, 'Ovi Kahdeksan')
  await expect(taken.getByRole('button', { name: 'Kumoa nouto' })).toBeVisible()
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /^Noudettu: / })
      .getByRole('button', { name: 'Kumoa' }),
  ).toBeVisible()
  expect(await names()).toEqual(before)
  await taken.getByRole('button', { name: 'Kumoa nouto' }).click()
  await expect(waiting.getByRole('button', { name: 'Noudettu', exact: true })).toBeVisible()
  expect(await names()).toEqual(before)
})

/** Rewrites the whole database as the app stored it until November 2026: version 1, one store `kept`, the owner in the keys. */
const storeAsBefore = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    type Signed = { signature: { image: Blob } | null }
    type Draft = { owner: string; name: string; savedAt: number; value: Signed }
    type Item = { owner: string; id: string; payload: Signed }
    type Reads = { owner: string; client: { buster: string; clientState: unknown } }
    const database = await answerOf(indexedDB.open('kuorma'))
    const all = <T>(store: string): Promise<T[]> => answerOf(database.transaction(store).objectStore(store).getAll())
    const [drafts, items, reads] = [await all<Draft>('drafts'), await all<Item>('outbox'), await all<Reads>('reads')]
    // A picture read from the database becomes unreadable when that database is deleted.
    for (const { signature } of [...drafts.map(({ value }) => value), ...items.map(({ payload }) => payload)])
      if (signature) signature.image = new Blob([await signature.image.arrayBuffer()], { type: signature.image.type })
    database.close()
    await answerOf(indexedDB.deleteDatabase('kuorma'))
    const opening = indexedDB.open('kuorma', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('kept'))
    const before = await answerOf(opening)
    const writing = before.transaction('kept', 'readwrite')
    const stored = writing.objectStore('kept')
    const savedAt = Math.floor(Date.now() / 1000)
    for (const { owner, name, ...draft } of drafts) stored.put(draft, `${owner}.${name}`)
    for (const { owner, ...item } of items) stored.put({ savedAt, value: item }, `${owner}.outbox.${item.id}`)
    for (const { owner, client } of reads)
      stored.put({ savedAt, value: { build: client.buster, state: client.clientState } }, `${owner}.reads`)
    await new Promise((resolve) => writing.addEventListener('complete', resolve))
    before.close()
  })

test('an update of the app keeps what an older version has stored on the device: an unsent signature and a draft of one', async ({
  as,
  api,
}) => {
  const [admin, { id: me }] = [await api('yllapito'), await api('kuljettaja')]
  const unsent = await make(admin, me, { door: 'Ovi Kymmenen' })
  const begun = await make(admin, me, { door: 'Ovi Yksitoista' })
  const { page, context } = await as('kuljettaja', { at: '/tilaukset', phone: true, installed: true })
  await expect(cardOf(page, 'Ovi Kymmenen')).toBeVisible()
  await readyToLose(page, unsent.order)
  await readyToLose(page, begun.order)
  await context.setOffline(true)
  await deliver(page, 'Ovi Kymmenen')
  await expect(bar(page)).toContainText('1 kuittaus lähettämättä')
  await cardOf(page, 'Ovi Yksitoista').getByRole('button', { name: 'Kuittaa', exact: true }).click()
  await page.getByLabel('Nimenselvennys').fill('Viivi Vastaanottaja')
  await page.getByRole('button', { name: 'Merkitse risti' }).click()
  await expect.poll(() => everythingStored(page)).toMatch(new RegExp(`kuorma.drafts.${me},kuittaa.${begun.order}.*uploadKey`))
  // A page of the same origin that does not run the app.
  await page.goto('/favicon.svg')
  await storeAsBefore(page)
  expect(await everythingStored(page)).toMatch(new RegExp(`kuorma.kept.${me}.kuittaa.${begun.order}`))

  await page.goto('/tilaukset')
  await expect(bar(page)).toContainText('1 kuittaus lähettämättä')
  expect(await everythingStored(page)).not.toContain('kuorma.kept.')
  await context.setOffline(false)
  await expect(bar(page)).toHaveCount(0)
  expect(await acknowledgements(admin, unsent.shipment)).toHaveLength(1)

  await cardOf(page, 'Ovi Yksitoista').getByRole('button', { name: 'Kuittaa', exact: true }).click()
  await expect(page.getByLabel('Nimenselvennys')).toHaveValue('Viivi Vastaanottaja')
  await page.getByRole('button', { name: 'Kuittaa toimitus' }).click()
  await expect.poll(() => acknowledgements(admin, begun.shipment)).toHaveLength(1)
})
