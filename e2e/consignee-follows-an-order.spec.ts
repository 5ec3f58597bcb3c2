import { operate, shipmentIdsOf } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'
import { fillOrder, placeStep, pressOrder, shipments, shop, trolley } from './order-form.ts'
import { sign } from './signature.ts'

const mail = 'liisa@seuranta.example'

test('a consignee follows an order by a mailed link until the link is disabled', async ({ as, api, page: stranger, mailedLink }) => {
  await stranger.setViewportSize({ width: 390, height: 844 })
  const { page: customer, context } = await as('asiakas', { at: '/tilaus/new' })

  const { id, number } = await test.step('the customer orders and the link is mailed', async () => {
    await fillOrder(customer, [trolley], 'SEURANTA')
    const linkOption = customer.getByRole('checkbox', { name: 'Lähetä vastaanottajalle seurantalinkki' })
    await expect(linkOption).toHaveCount(0)
    await placeStep(customer, 'Toimitus').getByRole('textbox', { name: 'Sähköposti' }).fill(mail)
    await linkOption.check()
    return pressOrder(customer)
  })
  const section = customer.getByRole('region', { name: 'Seurantalinkki', exact: true })
  const openLink = () => section.getByRole('button', { name: 'Lähetä tai muuta linkkiä' }).click()
  await openLink()
  await expect(section.getByRole('listitem')).toContainText(mail)
  await expect(section).toContainText('Linkkiä ei ole avattu')

  const link = await mailedLink(mail)
  await test.step('the customer copies the link that was mailed', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await section.getByRole('button', { name: 'Kopioi linkki' }).click()
    await expect(section.getByRole('button', { name: 'Kopioitu' })).toBeVisible()
    expect(await customer.evaluate(() => navigator.clipboard.readText())).toBe(new URL(link, customer.url()).href)
  })
  await test.step('the consignee opens it without signing in', async () => {
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { name: `Tilaus ${number}`, level: 1 })).toBeVisible()
    await expect(stranger.getByText('Odotettu toimituspäivä: tänään')).toBeVisible()
    await expect(stranger.getByText(shop.paikkakunta)).toBeVisible()
    await expect(stranger.getByText(shop.osoite)).toHaveCount(0)
    await expectAccessible(stranger)
  })

  await test.step('the driver delivers', async () => {
    const [shipment] = await shipmentIdsOf(await api('asiakas'), id)
    const type = 'lahetys_entity--lahetys'
    const kuljettaja = { data: { type: 'user--user', id: (await api('kuljettaja')).id } }
    await operate(await api('yllapito'), [
      { op: 'update', data: { type, id: shipment, attributes: { tila: 'kuljetuksessa' }, relationships: { kuljettaja } } },
    ])
    const { page: driver } = await as('kuljettaja', { phone: true, at: `/kuittaa/${id}` })
    await driver.getByLabel('Nimenselvennys').fill('Ville Vastaanottaja')
    await sign(driver)
    await driver.getByRole('button', { name: 'Kuittaa toimitus' }).click()
    await expect(driver.getByRole('region', { name: 'Kuitannut Ville Vastaanottaja' })).toBeVisible()
  })
  await test.step('the consignee sees who received the goods, and the customer how often the link was opened', async () => {
    await stranger.reload()
    await expect(stranger.getByText('Ville Vastaanottaja')).toBeVisible()
    await expect(stranger.getByText(/^Toimitettu .* klo \d/)).toBeVisible()
    await customer.reload()
    await expect(section).toContainText(/Seurantalinkki avattu 2 kertaa, viimeksi \S+ \S+ klo \d/)
    await expectAccessibleInFullRun(customer)
  })

  await test.step('the link is sent again and then disabled', async () => {
    await openLink()
    const field = section.getByRole('textbox', { name: 'Lähetä linkki sähköpostilla' })
    await field.fill('ei osoite')
    await field.press('Enter')
    await expect(section.getByText('Sähköpostiosoite ei kelpaa.')).toBeVisible()
    await field.fill('varasto@seuranta.example')
    await section.getByRole('button', { name: 'Lähetä', exact: true }).click()
    await expect(
      section.getByRole('listitem').filter({ hasText: 'Ei lähetetty (sähköposti ei ole käytössä): varasto@seuranta.example' }),
    ).toBeVisible()
    await section.getByRole('button', { name: 'Poista linkki käytöstä' }).click()
    await customer.getByRole('dialog').getByRole('button', { name: 'Poista käytöstä' }).click()
    await expect(section.getByRole('button', { name: 'Ota linkki käyttöön' })).toBeVisible()
    let requests = 0
    stranger.on('request', (request) => {
      if (request.url().includes('/api/seuranta')) requests++
    })
    await stranger.reload()
    await expect(stranger.getByRole('heading', { name: 'Seurantalinkki ei ole voimassa' })).toBeVisible()
    await expectAccessibleInFullRun(stranger)
    // A page that stays open after the link has ended sends no more requests.
    await stranger.clock.install()
    await stranger.reload()
    await expect(stranger.getByRole('heading', { name: 'Seurantalinkki ei ole voimassa' })).toBeVisible()
    await stranger.clock.fastForward('30:00')
    await stranger.evaluate(() => fetch('/healthz').then(() => null))
    expect(requests).toBe(2)
  })
  await expect(shipments(customer)).toHaveCount(1)
})

test('without a network a consignee who has the app reads so in our words, and the order once the network is back', async ({
  as,
  mailedLink,
}) => {
  const { page: customer } = await as('asiakas', { at: '/tilaus/new' })
  const address = 'ville@seuranta.example'
  await fillOrder(customer, [trolley], 'SEURANTA-VERKOTTA')
  await placeStep(customer, 'Toimitus').getByRole('textbox', { name: 'Sähköposti' }).fill(address)
  await customer.getByRole('checkbox', { name: 'Lähetä vastaanottajalle seurantalinkki' }).check()
  const { number } = await pressOrder(customer)
  const link = await mailedLink(address)
  const { page, context } = await as('huolto', { phone: true, installed: true, at: '/' })
  // The worker is active once it has stored the page.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Ei verkkoyhteyttä' })).toBeVisible()
  await expectAccessibleInFullRun(page)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Yritä uudelleen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Tilaus ${number}` })).toBeVisible()
})
