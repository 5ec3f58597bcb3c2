import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

test('an administrator writes the text of new orders, sees it as it will be, and gets the default back', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/asetukset?osio=viestien_tekstit' })
  const field = page.getByRole('textbox', { name: 'Useita uusia tilauksia' })
  const save = () => page.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(field).toHaveValue('Sinulle on {n} uutta tilausta.')
  await expect(page.getByText('Näin se näkyy: Sinulle on 3 uutta tilausta.')).toBeVisible()
  await expectAccessibleInFullRun(page)

  await field.fill('Sait {maara} keikkaa.')
  await save()
  await expect(page.getByText('Kohtaa {maara} ei tunneta. Tässä tekstissä voi käyttää: {n}.').first()).toBeVisible()
  await field.fill('Sait {n} keikkaa.')
  await expect(page.getByText('Näin se näkyy: Sait 3 keikkaa.')).toBeVisible()
  await save()
  await expect(page.getByRole('status').filter({ hasText: 'Asetukset tallennettu' })).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('Sait {n} keikkaa.')

  await field.fill('')
  await expect(page.getByText('Näin se näkyy: Sinulle on 3 uutta tilausta.')).toBeVisible()
})
