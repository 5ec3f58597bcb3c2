import { expect, test } from './kuorma.ts'
import { chooseFor, editPart, orderByCall, shipments } from './order-form.ts'

test('a step that the state no longer allows is reported and reverted, and typed text is kept', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'))
  const { page: slow } = await as('yllapito', { at: `/tilaus/${id}`, deaf: true })
  await editPart(slow, 'Ajankohta ja viitteet')
  await slow.getByLabel('Viesti kuljettajalle').fill('Soita ovikelloa')
  await expect(slow.getByText(/^Luonnos tallessa/)).toBeVisible()

  const { page: quick } = await as('yllapito', { at: `/tilaus/${id}` })
  await test.step('one dispatcher cancels the shipment and gives a reason', async () => {
    await chooseFor(shipments(quick), 'Peruuta lähetys')
    const dialog = quick.getByRole('dialog', { name: /^Peruuta lähetys/ })
    await dialog.getByRole('button', { name: 'Peruuta lähetys' }).click()
    await expect(dialog.getByText('Kerro syy.')).toBeVisible()
    await dialog.getByLabel('Syy').fill('Tilattu kahdesti')
    await dialog.getByRole('button', { name: 'Peruuta lähetys' }).click()
    await expect(shipments(quick)).toContainText('Peruutettu')
  })

  await test.step('the other dispatcher, whose page does not show that yet, marks it as late', async () => {
    const answer = slow.waitForResponse((response) => response.request().method() === 'PATCH')
    await chooseFor(shipments(slow), 'Merkitse myöhästyväksi')
    await slow.getByRole('dialog').getByRole('button', { name: 'Merkitse myöhästyväksi' }).click()
    expect((await answer).status()).toBe(409)
    await expect(slow.getByRole('alert').filter({ hasText: 'Muokattava sisältö ei ole ajan tasalla.' })).toBeVisible()
    await expect(shipments(slow)).toContainText('Peruutettu')
    await expect(shipments(slow)).not.toContainText('Myöhässä')
  })

  await test.step('after the order is reopened, the typed text can be saved', async () => {
    await chooseFor(shipments(slow), 'Palauta odottamaan noutoa')
    await expect(shipments(slow)).toContainText('Odottaa noutoa')
    await expect(slow.getByLabel('Viesti kuljettajalle')).toHaveValue('Soita ovikelloa')
  })

  await test.step('list rows that could not be fetched are requested again by a button, not automatically', async () => {
    const further = /page%5Boffset%5D=50/
    await quick.route(further, (route) => route.fulfill({ status: 400, json: {} }), { times: 1 })
    await quick.goto('/tilaukset')
    await expect(quick.getByRole('checkbox', { name: 'Valitse rivi' }).first()).toBeVisible()
    await quick.getByRole('region', { name: 'Tilaukset' }).evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
    const rest = quick.getByRole('button', { name: 'Hae loput rivit' })
    await expect(rest).toBeVisible()
    const answer = quick.waitForResponse(further)
    await rest.click()
    expect((await answer).ok()).toBe(true)
    await expect(rest).toHaveCount(0)
  })
})
