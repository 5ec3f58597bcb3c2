import { expect, test } from './kuorma.ts'
import { fillOrder, pressOrder, shop, trolley, warehouse } from './order-form.ts'

test('a customer orders, reads the receipt and asks about the order; the dispatcher answers from the bell', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  await fillOrder(page, [trolley], 'KYSYN-1')
  const { id, number } = await pressOrder(page)

  await test.step('the receipt says what happens next, and leads on', async () => {
    const receipt = page.getByRole('status').filter({ hasText: `Tilaus ${number} vastaanotettu` })
    const next = receipt.getByRole('list', { name: 'Mitä seuraavaksi tapahtuu' }).getByRole('listitem')
    await expect(next.first()).toContainText(`Nouto ${warehouse.nimi}`)
    await expect(next.last()).toContainText(new RegExp(`Toimitus ${shop.nimi}.*: \\S+ \\d+\\.\\d+\\.`))
    await expect(receipt.getByRole('link', { name: 'Tee uusi' })).toHaveAttribute('href', '/tilaus/new')
    await receipt.getByRole('button', { name: 'Muuta' }).click()
    await expect(receipt).toBeHidden()
  })

  const messages = page.getByRole('region', { name: 'Viestit' })
  await test.step('an empty message says so; a message is shown at once', async () => {
    await messages.getByRole('button', { name: 'Lähetä viesti' }).click()
    await expect(messages.getByText('Kirjoita viesti.')).toBeVisible()
    await messages.getByLabel('Viesti ajojärjestelyyn').fill('Voiko tavarat tuoda takaovelle?')
    await messages.getByRole('button', { name: 'Lähetä viesti' }).click()
    await expect(messages.getByRole('listitem')).toContainText('Voiko tavarat tuoda takaovelle?')
    await expect(messages.getByLabel('Viesti ajojärjestelyyn')).toHaveValue('')
  })

  await test.step('the dispatcher finds it in the bell, which is quiet once the order is open, and answers', async () => {
    const { page: admin } = await as('yllapito', { at: '/' })
    await admin.getByRole('button', { name: /^Ilmoitukset/ }).click()
    const question = admin.getByRole('link', { name: new RegExp(`^Viesti tilauksesta ${number}, .*takaovelle`) })
    await question.click()
    await expect(admin).toHaveURL(new RegExp(`/tilaus/${id}`))
    const answers = admin.getByRole('region', { name: 'Viestit' })
    await answers.getByLabel('Viesti asiakkaalle').fill('Kyllä, ovi on auki.')
    await answers.getByRole('button', { name: 'Lähetä viesti' }).click()
    await expect(answers.getByRole('listitem')).toHaveCount(2)
    await admin.getByRole('button', { name: /^Ilmoitukset/ }).click()
    await expect(question).toHaveCount(0)
  })

  await expect(messages.getByRole('listitem').last()).toContainText('Kyllä, ovi on auki.')
})
