import { readFile } from 'node:fs/promises'
import { expect, test } from './kuorma.ts'
import { orderByForm, pallet, part, shipments, shop, trolley, warehouse } from './order-form.ts'
import { sign } from './signature.ts'

// Its own address: the driver's orders to one address form one stop, including those of other tests.
const door = { ...shop, osoite: 'Ostokatu 77' }

test('an order is made, driven, signed for and invoiced by four people with open pages', async ({ as }) => {
  const { page: customer } = await as('asiakas', { at: '/tilaus/new' })
  const { page: driver } = await as('kuljettaja', { phone: true, at: '/tilaukset' })
  const menu = await driver.getByRole('button', { name: /^Käyttäjävalikko, / }).getAttribute('aria-label')
  const driverName = menu?.replace('Käyttäjävalikko, ', '') ?? ''
  const surname = driverName.split(' ').at(-1) ?? ''

  const { id, number } = await test.step('the customer orders two goods rows for today', () =>
    orderByForm(customer, [trolley, pallet], 'OSTO-77', door))
  const card = driver.getByRole('article', { name: new RegExp(`^${number}, `) })
  const { page: stranger } = await as('asiakas2', { at: `/tilaus/${id}` })
  await test.step('nobody else sees it yet: neither another customer nor the driver', async () => {
    await expect(shipments(customer)).toHaveCount(2)
    await expect(part(customer, 'Ajankohta ja viitteet')).toContainText('OSTO-77')
    await expect(customer.getByRole('region', { name: 'Yhteenveto' })).toContainText(/Hinta, alv 0 %[\d\s]+,\d\d\s€/)
    await expect(stranger.getByRole('heading', { name: 'Tilausta ei löydy' }).first()).toBeVisible()
    await expect(driver.getByRole('heading', { name: 'Tilaukset', level: 1 })).toBeVisible()
    await expect(driver.getByRole('article').first()).toBeVisible()
    await expect(card).toHaveCount(0)
  })

  const { page: dispatcher } = await as('yllapito', { at: '/tilaukset' })
  await test.step('the dispatcher finds it and assigns a driver and a car', async () => {
    await dispatcher.getByRole('searchbox', { name: /^Hae numerolla/ }).fill('OSTO-77')
    const row = dispatcher.getByRole('row').filter({ has: dispatcher.getByRole('link', { name: /^Tilaus / }) })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Ei kuljettajaa')
    await row.getByRole('checkbox', { name: 'Valitse rivi' }).check()
    await dispatcher.getByRole('button', { name: 'Kuljettaja ja auto' }).click()
    const dialog = dispatcher.getByRole('dialog', { name: /^Kuljettaja ja auto/ })
    await dialog.getByRole('combobox', { name: 'Kuljettaja' }).fill(driverName)
    await dispatcher.getByRole('option', { name: driverName, exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Auto' }).click()
    await dispatcher
      .getByRole('option', { name: /^[A-ZÅÄÖ]{2,3}-\d/ })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Tallenna' }).click()
    await expect(row).toContainText(surname)
    await expect(row).toContainText(/[A-ZÅÄÖ]{2,3}-\d/)
  })

  await test.step('the driver sees it on the phone and picks up both shipments', async () => {
    await driver.reload()
    await expect(card).toContainText('Odottaa noutoa')
    await expect(card).toContainText('Hyllytavara')
    await expect(card).toContainText('Lavakuorma')
    await card.getByRole('button', { name: 'Noudettu', exact: true }).click()
    await expect(card).toContainText('Kuljetuksessa')
    await expect(driver.getByRole('status').filter({ hasText: `Noudettu: ${warehouse.nimi}.` })).toBeVisible()
  })
  await test.step('the customer sees it under way and can no longer change it', async () => {
    await customer.reload()
    await expect(shipments(customer).filter({ hasText: 'Kuljetuksessa' })).toHaveCount(2)
    await expect(customer.getByText('Kuljetus on alkanut, joten tilausta ei voi enää muuttaa.')).toBeVisible()
    await expect(customer.getByRole('button', { name: /^Muokkaa: / })).toHaveCount(0)
  })

  await test.step('the receiver signs on the phone', async () => {
    await card.getByRole('button', { name: 'Kuittaa', exact: true }).click()
    await expect(driver).toHaveURL(new RegExp(`/kuittaa/${id}\\?lahetykset=`))
    await expect(driver.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await driver.getByRole('button', { name: 'Kuittaa toimitus' }).click()
    await expect(driver.getByText('Allekirjoitus puuttuu.')).not.toHaveCount(0)
    await driver.getByLabel('Nimenselvennys').fill('Ville Vastaanottaja')
    await sign(driver)
    await driver.getByRole('button', { name: 'Kuittaa toimitus' }).click()
    await expect(driver).toHaveURL(/\/tilaukset/)
    await expect(card).toHaveCount(0)
    await driver.getByText('Toimitetut', { exact: true }).click()
    await expect(card).toContainText('Toimitettu')
  })
  await test.step('the customer sees that it is delivered, and who signed', async () => {
    await customer.reload()
    await expect(shipments(customer).filter({ hasText: /toimitettu tänään \d.*Toimitettu/s })).toHaveCount(2)
    await customer.goto(`/kuittaa/${id}`)
    const signed = customer.getByRole('region', { name: 'Kuitannut Ville Vastaanottaja' })
    await expect(signed).toContainText(shop.nimi)
    const picture = signed.getByRole('img', { name: 'Allekirjoitus, Ville Vastaanottaja' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await stranger.goto(`/kuittaa/${id}`)
    await expect(stranger.getByRole('heading', { name: 'Tilausta ei löydy' })).toBeVisible()
  })

  await test.step('the waybill is a PDF', async () => {
    await customer.goto(`/tilaus/${id}`)
    // The answer of the server, not the blob URL that the page then shows in its frame.
    const sent = customer.waitForResponse(
      (response) => response.url().startsWith('http') && response.headers()['content-type'] === 'application/pdf',
    )
    await customer.getByRole('link', { name: 'Rahtikirja' }).click()
    const waybill = await sent
    expect(waybill.status()).toBe(200)
    await expect(customer.getByRole('heading', { name: `Rahtikirja ${number}`, level: 1 })).toBeVisible()
    // Playwright cannot read a PDF answer's bytes, so they are read from the file that the customer saves.
    const saving = customer.waitForEvent('download')
    await customer.getByRole('link', { name: 'Lataa' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/\.pdf$/)
    const bytes = await readFile(await saved.path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(5000)
    // A browser that shows PDFs itself prints the PDF, not the page around it.
    await customer.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }))
    await customer.reload()
    await expect(customer.getByTitle(`Rahtikirja ${number}`)).toBeVisible()
    const printed = customer.evaluate(
      (title) =>
        new Promise((resolve) => {
          const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`)?.contentWindow
          if (frame) frame.print = () => resolve('the paper')
          window.print = () => resolve('the page')
        }),
      `Rahtikirja ${number}`,
    )
    await customer.getByRole('button', { name: 'Tulosta' }).click()
    expect(await printed).toBe('the paper')
    await customer.emulateMedia({ media: 'print' })
    await expect(customer.getByRole('banner')).toBeHidden()
    await customer.emulateMedia({ media: 'screen' })
  })

  await test.step('the dispatcher prices it and marks it invoiced', async () => {
    await dispatcher.goto('/laskuta')
    await dispatcher.getByRole('searchbox', { name: /^Hae asiakasta/ }).fill('OSTO-77')
    // The price list gave a price; a different one was agreed.
    const row = dispatcher.getByRole('row').filter({ has: dispatcher.getByRole('link', { name: `Tilaus ${number}` }) })
    const cell = row.getByRole('button', { name: `muuta Hinta, ${number}` })
    await cell.click()
    const price = row.getByRole('group', { name: `Hinta, ${number}` }).getByRole('textbox')
    await price.fill('1234,50')
    await price.press('Enter')
    await expect(cell).toContainText(/1\s234,50\s€/)
    await row.getByRole('checkbox', { name: 'Valitse rivi' }).check()
    await dispatcher.getByRole('toolbar', { name: 'Valitut rivit' }).getByRole('button', { name: 'Merkitse laskutetuksi' }).click()
    await dispatcher.getByRole('dialog').getByRole('button', { name: 'Merkitse laskutetuksi' }).click()
    await expect(dispatcher.getByRole('region', { name: 'Tulokset' })).toContainText('1 tilaus merkitty laskutetuksi')
    await expect(row).toHaveCount(0)
    await dispatcher.goto('/arkisto?haku=OSTO-77')
    await expect(dispatcher.getByRole('row').filter({ hasText: 'Laskutettu' })).toHaveCount(1)
  })
  await test.step('the customer finds it in the archive with its price', async () => {
    await customer.goto('/arkisto?haku=OSTO-77')
    const row = customer.getByRole('row').filter({ has: customer.getByRole('link', { name: /^Tilaus / }) })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(/1\s234,50\s€/)
    await row.getByRole('link', { name: /^Tilaus / }).click()
    await expect(customer.getByRole('region', { name: 'Yhteenveto' })).toContainText(/1\s234,50\s€/)
  })
})
