import { expect, test } from './kuorma.ts'
import { chooseFor, editPart, orderByCall, part, shipments } from './order-form.ts'

test('a stale edit keeps the typed text, shows what changed and saves both changes', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), undefined, 'ALKU-1')
  const { page: customer } = await as('asiakas', { at: `/tilaus/${id}` })
  const { page: dispatcher } = await as('yllapito', { at: `/tilaus/${id}` })
  const customerField = (name: string) => customer.getByLabel(name, { exact: true })
  const dispatcherField = (name: string) => dispatcher.getByLabel(name, { exact: true })

  for (const page of [customer, dispatcher]) await editPart(page, 'Ajankohta ja viitteet')
  await expect(dispatcherField('Viite')).toHaveValue('ALKU-1')
  // Typed before the other person saves: the two edit the same two fields, one with the same value and one with another.
  await customerField('Viesti kuljettajalle').fill('Ovi 3')
  await customerField('Viite').fill('ASIAKKAAN-1')
  await dispatcherField('Viite').fill('TOIMISTON-1')
  await dispatcherField('Hinta, alv 0 %').fill('99,00')
  await dispatcher.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(dispatcher.getByRole('status').filter({ hasText: 'Tilaus tallennettu' })).toBeVisible()

  const answer = customer.waitForResponse((response) => response.url().includes('/jsonapi/operations'))
  await customer.getByRole('button', { name: 'Tallenna', exact: true }).click()
  expect((await answer).status()).toBe(409)
  const dialog = customer.getByRole('dialog', { name: 'Joku muu on muuttanut tietoja' })
  const clash = dialog.getByRole('row').filter({ hasText: 'Viite' })
  await expect(clash).toContainText('ASIAKKAAN-1')
  await expect(clash).toContainText('TOIMISTON-1')
  await expect(dialog.getByRole('row').filter({ hasText: 'Viesti kuljettajalle' })).toHaveCount(0)
  await clash.getByText('Tallennettu', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Jatka näillä' }).click()
  await expect(customerField('Viite')).toHaveValue('TOIMISTON-1')
  await expect(customerField('Viesti kuljettajalle')).toHaveValue('Ovi 3')
  await customer.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(customer.getByRole('status').filter({ hasText: 'Tilaus tallennettu' })).toBeVisible()

  for (const page of [customer, dispatcher]) {
    await page.reload()
    await expect(part(page, 'Ajankohta ja viitteet')).toContainText('TOIMISTON-1')
    await expect(part(page, 'Ajankohta ja viitteet')).toContainText('Ovi 3')
  }
  await editPart(dispatcher, 'Hinta')
  await expect(dispatcherField('Hinta, alv 0 %')).toHaveValue(/99,00/)
})

test("a change outside the form's fields does not block a save", async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), undefined, 'HILJAA-1')
  const { page: slow } = await as('yllapito', { at: `/tilaus/${id}` })
  await editPart(slow, 'Ajankohta ja viitteet')
  await slow.getByLabel('Viite', { exact: true }).fill('HILJAA-2')
  const { page: quick } = await as('yllapito', { at: `/tilaus/${id}` })
  await chooseFor(shipments(quick), 'Merkitse myöhästyväksi')
  await quick.getByRole('dialog').getByRole('button', { name: 'Merkitse myöhästyväksi' }).click()
  await expect(shipments(quick)).toContainText('Myöhässä')

  await slow.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(slow.getByRole('status').filter({ hasText: 'Tilaus tallennettu' })).toBeVisible()
  await expect(slow.getByRole('dialog')).toHaveCount(0)
  await slow.reload()
  await expect(part(slow, 'Ajankohta ja viitteet')).toContainText('HILJAA-2')
  await editPart(slow, 'Ajankohta ja viitteet')

  await test.step('text typed while a save is running stays and is saved by the next save', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await slow.route('**/jsonapi/operations*', async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response })
    })
    const message = slow.getByLabel('Viesti kuljettajalle')
    await message.fill('Ovi 3')
    await slow.getByRole('button', { name: 'Tallenna', exact: true }).click()
    await message.fill('Ovi 3, soita ensin')
    answer()
    await expect(slow.getByRole('status').filter({ hasText: 'Tilaus tallennettu' })).toBeVisible()
    await expect(slow.getByText(/^Luonnos tallessa/)).toBeVisible()
    await expect(message).toHaveValue('Ovi 3, soita ensin')
    await slow.getByRole('button', { name: 'Hylkää' }).click()
    await expect(part(slow, 'Ajankohta ja viitteet')).toContainText('Ovi 3')
    await expect(slow.getByText('Ovi 3, soita ensin')).toHaveCount(0)
  })
})
