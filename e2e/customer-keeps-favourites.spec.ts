import { rowOf } from './api-data.ts'
import { expect, test } from './kuorma.ts'
import { goodsRow, orderByForm, placeStep, pressOrder, shipments, shop, trolley } from './order-form.ts'

test('an order is made a favourite, ordered again from it, and removed; the other people of the customer use the same ones', async ({
  as,
  api,
}) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  const { id } = await orderByForm(page, [trolley], 'SUOSIKKI-1')
  const favourites = page.getByRole('region', { name: 'Suosikit' })

  await test.step('it is named on its page; the receiver is the suggested name', async () => {
    await page.getByRole('button', { name: 'Lisää suosikkeihin' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lisää suosikkeihin' })
    await expect(dialog.getByLabel('Nimi')).toHaveValue(shop.nimi)
    await dialog.getByLabel('Nimi').fill('Lahden viikkotilaus')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Tilaus on nyt suosikeissa nimellä Lahden viikkotilaus.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Poista suosikeista' })).toBeVisible()
  })

  await test.step('the start page opens a copy of it, which is sent', async () => {
    await page.goto('/')
    const favourite = favourites.getByRole('listitem').filter({ hasText: 'Lahden viikkotilaus' })
    await expect(favourite).toContainText(`${shop.nimi}, ${shop.paikkakunta}`)
    // The demo company's own one.
    await expect(favourites.getByRole('listitem')).toHaveCount(2)
    await expect(favourites.getByRole('link', { name: 'Lahden viikkotilaus', exact: true })).toHaveAttribute('href', `/tilaus/${id}`)
    await favourites.getByRole('link', { name: 'Tilaa: Lahden viikkotilaus' }).click()
    await expect(goodsRow(page, 1).getByLabel('Kuvaus')).toHaveValue(trolley.kuvaus)
    const copy = await pressOrder(page)
    expect(copy.id).not.toBe(id)
    await expect(shipments(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Lisää suosikkeihin' })).toBeVisible()
  })

  await test.step('it stands above the form of a new order, also for a colleague and for an administrator who orders for them', async () => {
    const path = `/jsonapi/tilaus_entity/tilaus_entity/${id}`
    const { attributes } = await rowOf<{ attributes: { asiakas_id: string } }>(await api('asiakas'), path)
    const { page: colleague } = await as('asiakasyllapito', { at: '/tilaus/new' })
    const { page: admin } = await as('yllapito', { at: `/tilaus/new?asiakas=${attributes.asiakas_id}` })
    for (const one of [colleague, admin]) {
      await one.getByRole('navigation', { name: 'Täytä suosikista' }).getByRole('link', { name: 'Lahden viikkotilaus' }).click()
      await expect(placeStep(one, 'Toimitus')).toContainText(shop.nimi)
    }
  })

  await test.step('the star removes it, and the removal can be undone', async () => {
    await page.goto('/')
    await favourites.getByRole('button', { name: 'Poista suosikeista: Lahden viikkotilaus' }).click()
    await expect(favourites.getByRole('link', { name: 'Lahden viikkotilaus', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Kumoa' }).click()
    await expect(favourites.getByRole('link', { name: 'Lahden viikkotilaus', exact: true })).toBeVisible()
  })
})
