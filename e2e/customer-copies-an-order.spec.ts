import { expect, test } from './kuorma.ts'
import { chooseFor, editDriver, fillOrder, goodsRow, pallet, placeStep, pressOrder, shipments, shop, trolley } from './order-form.ts'
import { correctWorkingTime } from './working-time.ts'

test('an order with extra work and one shipment of it are copied; nothing is stored before "Tilaa"', async ({ as, api }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  await fillOrder(page, [trolley, pallet], 'KOPIO-1')
  await page.getByRole('button', { name: 'Lisätyö tunteina' }).click()
  const work = page.getByRole('group', { name: 'Lisätyö 1' })
  await work.getByRole('combobox', { name: 'Työ' }).click()
  await page.getByRole('option').first().click()
  await work.getByLabel('Mitä tehdään').fill('Purku käsin')
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  const faults = page.getByRole('alert').filter({ hasText: 'Korjaa tämä kohta' })
  await faults.getByRole('button', { name: 'Lisätyö 1, määrä: Kirjoita arvio määrästä.' }).click()
  await page.keyboard.type('1,5')
  const { number } = await pressOrder(page)
  await expect(page.getByRole('region', { name: 'Tuntitöiden eteneminen' })).toContainText(/Purku käsin.*1\sh\s30\smin/s)

  await chooseFor(shipments(page).filter({ hasText: 'Lavakuorma' }), 'Kopioi lähetys')
  await expect(goodsRow(page, 3).getByLabel('Kuvaus')).toHaveValue('Lavakuorma')
  await goodsRow(page, 3).getByRole('button', { name: 'Poista rivi 3' }).click()
  await page.getByRole('button', { name: 'Kumoa' }).click()
  await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(shipments(page)).toHaveCount(3)

  await page.getByRole('link', { name: 'Tilaa uudelleen' }).click()
  await expect(page.getByRole('heading', { name: `Kopio tilauksesta ${number}`, level: 1 })).toBeVisible()
  await expect(goodsRow(page, 3).getByLabel('Kuvaus')).toHaveValue('Lavakuorma')
  await expect(work.getByLabel('Tunnit')).toHaveValue('1,5')
  await expect(placeStep(page, 'Toimitus')).toContainText(shop.nimi)
  // The answer is lost and the page is reloaded: the retry stores the same copy once.
  await page.route('**/jsonapi/operations', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Palvelin ei vastannut.' })).toBeVisible()
  await page.unroute('**/jsonapi/operations')
  await page.reload()
  await expect(work.getByLabel('Tunnit')).toHaveValue('1,5')
  const copy = await pressOrder(page)
  expect(copy.number).not.toBe(number)
  await expect(shipments(page)).toHaveCount(3)
  await expect(shipments(page).first()).toContainText('Odottaa noutoa')
  await page.goto('/tilaukset?haku=KOPIO-1')
  const orders = page.getByRole('link', { name: /^Tilaus T-/ })
  await expect(orders).toHaveCount(2)

  await test.step('both are selected for their waybills, and the first one is cancelled', async () => {
    await page.getByRole('checkbox', { name: 'Valitse kaikki' }).check()
    await page.getByRole('toolbar', { name: 'Valitut rivit' }).getByRole('button', { name: 'Rahtikirjat' }).click()
    await expect(page.getByRole('dialog', { name: '2 tilauksen rahtikirjat' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: `Tilaus ${number}`, exact: true }).click()
    await page.getByRole('button', { name: 'Muut toiminnot', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Peruuta tilaus' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Peruuta tilaus' }).click()
    await expect(page.getByText(`Tilaus ${number} peruutettu`)).toBeVisible()
    await page.goto('/tilaukset?haku=KOPIO-1')
    await expect(orders).toHaveCount(1)
    await expect(page.getByRole('row').filter({ hasText: copy.number })).toContainText(`${shop.nimi}, ${shop.paikkakunta}KOPIO-1`)
    await expect(page.getByRole('link', { name: `Tilaa uudelleen: tilaus ${copy.number}` })).toHaveAttribute(
      'href',
      `/tilaus/${copy.id}/clone`,
    )
  })
  await test.step("the copy's extra work is assigned to a driver who does it; an administrator reverts a step and corrects its working time", async () => {
    const { page: driver } = await as('kuljettaja', { phone: true, at: '/tilaukset' })
    const menu = await driver.getByRole('button', { name: /^Käyttäjävalikko, / }).getAttribute('aria-label')
    const name = menu?.replace('Käyttäjävalikko, ', '') ?? ''
    const { page: admin } = await as('yllapito', { at: `/tilaus/${copy.id}` })
    const job = admin.getByRole('group', { name: /^Tuntityö / })
    await editDriver(job)
    await job.getByRole('combobox', { name: 'Kuljettaja' }).fill(name)
    await admin.getByRole('option', { name, exact: true }).click()
    const card = driver.getByRole('article', { name: new RegExp(`^${copy.number}, `) })
    await expect(card).toContainText('Purku käsin')
    for (const [action, state] of [
      ['Aloita', 'Kuljetuksessa'],
      ['Valmis', 'Toimitettu'],
    ] as const) {
      await card.getByRole('button', { name: action, exact: true }).click()
      await expect(job).toContainText(state)
    }
    await chooseFor(job, 'Palauta työn alle')
    await expect(job).toContainText('Kuljetuksessa')
    await correctWorkingTime(await api('yllapito'), admin, copy.id)
  })
})
