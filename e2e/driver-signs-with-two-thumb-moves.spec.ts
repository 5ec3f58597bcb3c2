import type { Page } from '@playwright/test'
import QRCode from 'qrcode'
import type { Api } from './api.ts'
import { operate, rowsOf } from './api-data.ts'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'
import { placed, shop, warehouse } from './order-form.ts'
import { sign } from './signature.ts'

const orderType = 'tilaus_entity--tilaus_entity'
const shipmentType = 'lahetys_entity--lahetys'

/** An order of ten pieces that the driver has picked up. */
async function make(admin: Api, driver: string, door: string): Promise<{ order: string; number: string }> {
  const [customer] = await rowsOf<{ id: string }>(admin, '/jsonapi/asiakas_entity/asiakas_entity?page[limit]=1')
  const [order, shipment] = [crypto.randomUUID(), crypto.randomUUID()]
  const asiakas = { data: { type: 'asiakas_entity--asiakas_entity', id: customer?.id } }
  const contact = { toimitus_yhteyshenkilo_etunimi: 'Liisa', toimitus_yhteyshenkilo_sukunimi: 'Höyry' }
  const attributes = {
    maara: 10,
    yksikkopaino: 5,
    ...placed('nouto', warehouse),
    ...placed('toimitus', { ...shop, nimi: door }),
    ...contact,
  }
  const relationships = { tilaus: { data: { type: orderType, id: order } }, kuljettaja: { data: { type: 'user--user', id: driver } } }
  await operate(admin, [
    { op: 'add', data: { type: orderType, id: order, relationships: { asiakas } } },
    { op: 'add', data: { type: shipmentType, id: shipment, attributes, relationships } },
  ])
  await operate(admin, [{ op: 'update', data: { type: shipmentType, id: shipment, attributes: { tila: 'kuljetuksessa' } } }])
  const [made] = await rowsOf<{ attributes: { tunniste: string } }>(admin, `/jsonapi/tilaus_entity/tilaus_entity?filter[id]=${order}`)
  return { order, number: made?.attributes.tunniste ?? '' }
}

/** The camera sees the picture from now on. */
async function showToCamera(page: Page, picture: string): Promise<void> {
  await page.evaluate((source) => {
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
      configurable: true,
      value: async () => {
        const image = new Image()
        image.src = source
        await image.decode()
        const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 360 })
        const draw = () => {
          const brush = canvas.getContext('2d')
          if (!brush) return
          brush.fillStyle = '#ffffff'
          brush.fillRect(0, 0, 480, 360)
          brush.drawImage(image, 120, 60, 240, 240)
        }
        draw()
        setInterval(draw, 100)
        return canvas.captureStream(10)
      },
    })
  }, picture)
}

test('a driver presses the receiver’s name, lets them sign on the whole screen and counts the pieces', async ({ as, api }) => {
  const { order } = await make(await api('yllapito'), (await api('kuljettaja')).id, 'Peukalokauppa')
  const { page } = await as('kuljettaja', { phone: true, at: `/kuittaa/${order}` })
  await page.setViewportSize({ width: 360, height: 740 })
  /** How the app has turned the screen. */
  const turns: string[] = []
  await page.exposeFunction('turned', (to: string) => void turns.push(to))
  await page.evaluate(() => {
    const { turned } = window as unknown as { turned: (to: string) => Promise<void> }
    Object.assign(ScreenOrientation.prototype, { lock: (to: string) => turned(to), unlock: () => void turned('free') })
  })
  const send = page.getByRole('button', { name: 'Kuittaa toimitus' })
  await expect(send).toBeInViewport({ ratio: 1 })

  await test.step('the name by one press', async () => {
    await page.getByRole('group', { name: 'Vastaanottaja' }).getByRole('button', { name: 'Liisa Höyry' }).click()
    await expect(page.getByLabel('Nimenselvennys')).toHaveValue('Liisa Höyry')
    await expectAccessibleInFullRun(page)
  })
  await test.step('the signature on the whole screen, in landscape, stays on the small pad', async () => {
    await page.getByRole('button', { name: 'Koko näyttö' }).click()
    await expect.poll(() => turns).toEqual(['landscape'])
    await page.setViewportSize({ width: 740, height: 360 })
    await sign(page)
    const pad = page.getByRole('img', { name: 'Allekirjoitus', exact: true })
    expect((await pad.boundingBox())?.width).toBeGreaterThan(680)
    await page.getByRole('button', { name: 'Valmis' }).click()
    await expect.poll(() => turns).toEqual(['landscape', 'free'])
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByRole('button', { name: 'Koko näyttö' })).toBeVisible()
  })
  await test.step('two pieces are missing', async () => {
    await page.getByRole('button', { name: /^Eri määrä: 10/ }).click()
    const less = page.getByRole('button', { name: 'Yksi vähemmän' })
    await less.click()
    await less.click()
  })
  await send.click()
  await expect(page.getByRole('region', { name: 'Kuitannut Liisa Höyry' })).toBeVisible()
  const { page: dispatcher } = await as('yllapito', { at: `/tilaus/${order}` })
  await expect(dispatcher.getByText('Toimitettu 8/10')).toBeVisible()
})

test('a press right after the last stroke delivers, however long the phone takes to make the picture of the signature', async ({
  as,
  api,
}) => {
  const { order } = await make(await api('yllapito'), (await api('kuljettaja')).id, 'Hidas ovi')
  const { page } = await as('kuljettaja', { phone: true, at: `/kuittaa/${order}` })
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (...of) {
      addEventListener('encode', () => toBlob.apply(this, of), { once: true })
    }
  })
  await page.getByLabel('Nimenselvennys').fill('Ville Vastaanottaja')
  await sign(page)
  await page.getByRole('button', { name: 'Kuittaa toimitus' }).click()
  await expect(page.getByText('Allekirjoitus puuttuu.')).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('encode')))
  await expect(page.getByRole('region', { name: 'Kuitannut Ville Vastaanottaja' })).toBeVisible()
})

test('a driver reads a waybill’s code with the camera, or types the number', async ({ as, api }) => {
  const { order, number } = await make(await api('yllapito'), (await api('kuljettaja')).id, 'Koodikauppa')
  const { page } = await as('kuljettaja', { phone: true, at: '/' })
  await showToCamera(page, await QRCode.toDataURL(`https://kuorma.example.fi/kuittaa/${order}`, { width: 240 }))
  await page.getByRole('button', { name: 'Lue koodi' }).click()
  await expect(page).toHaveURL(new RegExp(`/kuittaa/${order}`))
  await expect(page.getByRole('heading', { name: 'Kuittaa toimitus' })).toBeVisible()

  await page.evaluate(() =>
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
      value: () => Promise.reject(new DOMException('No', 'NotAllowedError')),
    }),
  )
  await page.getByRole('button', { name: 'Lue koodi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lue rahtikirjan tai tarran koodi' })
  await expect(dialog.getByText('Kameraa ei saa käyttää. Salli kamera selaimen asetuksista tai kirjoita numero alle.')).toBeVisible()
  await dialog.getByLabel('Numero').fill('6415600544331')
  await dialog.getByRole('button', { name: 'Avaa' }).click()
  await expect(dialog.getByText('Tämä ei ole rahtikirjan eikä tarran koodi.')).toBeVisible()
  await dialog.getByLabel('Numero').fill(number)
  await expectAccessibleInFullRun(page)
  await dialog.getByRole('button', { name: 'Avaa' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/kuittaa/${order}`))
})

test('a driver reads a code without a network, also for the first time', async ({ as, api }) => {
  const { order } = await make(await api('yllapito'), (await api('kuljettaja')).id, 'Katvekauppa')
  const { page, context } = await as('kuljettaja', { phone: true, installed: true, at: '/tilaukset' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // The service worker answers from now on, and the delivery is on the device.
  await page.goto(`/kuittaa/${order}`)
  await showToCamera(page, await QRCode.toDataURL(`https://kuorma.example.fi/kuittaa/${order}`, { width: 240 }))
  await expect(page.getByRole('heading', { name: 'Kuittaa toimitus' })).toBeVisible()
  const storedFiles = () =>
    page.evaluate(async () => {
      const files = (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url))
      return (await Promise.all(files)).flat()
    })
  await expect.poll(storedFiles).toContainEqual(expect.stringMatching(/zxing_reader.*\.wasm/))
  await page.getByRole('navigation').getByRole('link', { name: 'Tilaukset' }).click()
  await expect(page).toHaveURL(/\/tilaukset$/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Lue koodi' }).click()
  await expect(page).toHaveURL(new RegExp(`/kuittaa/${order}`))
  await expect(page.getByRole('heading', { name: 'Kuittaa toimitus' })).toBeVisible()
})
