import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

test('a dispatcher sends a text message to the drivers of selected orders and sees its state in the log', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tilaukset?tila=kuljetuksessa' })
  const dialog = page.getByRole('dialog', { name: 'Tekstiviesti' })
  const message = dialog.getByRole('textbox', { name: 'Viesti' })
  const text = `Soita ajojärjestelyyn ${Date.now()}`

  await test.step('the dialog shows the receivers and the number of parts', async () => {
    const rows = page.getByRole('checkbox', { name: 'Valitse rivi' })
    await expect(rows.first()).toBeVisible()
    for (const index of [0, 1, 2]) await rows.nth(index).check()
    await page.getByRole('toolbar', { name: 'Valitut rivit' }).getByRole('button', { name: 'Lisää toimintoja' }).click()
    await page.getByRole('menuitem', { name: 'Tekstiviesti kuljettajille…' }).click()
    await expect(message).toBeFocused()
    await expect(dialog.getByRole('list', { name: 'Vastaanottajat' }).getByRole('listitem').first()).toContainText(/\d/)
    await expect(dialog.getByRole('button', { name: 'Lähetä' })).toBeDisabled()
    await message.fill('ä'.repeat(161))
    await expect(dialog.getByText(/^2 osaa · 145 merkkiä jäljellä/)).toBeVisible()
    await message.fill('Žižkov')
    await expect(dialog.getByText(/^1 osa · 64 merkkiä jäljellä.*erikoismerkit/)).toBeVisible()
    await expectAccessibleInFullRun(page, { within: '[role="dialog"]' })
  })

  await test.step('the message is sent', async () => {
    await message.fill(text)
    await dialog.getByRole('button', { name: 'Lähetä' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Viesti lähtee: / })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the log shows it as only stored, because there is no provider', async () => {
    await page.goto('/asetukset?osio=viestit')
    const row = page.getByRole('table', { name: 'Tekstiviestit' }).getByRole('row').filter({ hasText: text }).first()
    await expect(async () => {
      await page.reload()
      await expect(row).toContainText('Tallessa, ei lähetetty', { timeout: 2000 })
    }).toPass()
  })
})
