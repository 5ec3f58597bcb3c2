import { expect, type Page, test } from '@playwright/test'
import type { Api } from './api.ts'
import { operate, rowsOf } from './api-data.ts'
import { chooseFor } from './order-form.ts'

/** Corrects on the order page the working time that the driver's steps recorded for the order's only hourly job, and undoes the correction. */
export async function correctWorkingTime(admin: Api, page: Page, order: string): Promise<void> {
  const job = page.getByRole('group', { name: /^Tuntityö / })
  const dialog = page.getByRole('dialog', { name: /: työaika$/ })
  const interval = job.getByText(/^\d+\.\d+\.\d{4} klo .+ klo /)
  const save = dialog.getByRole('button', { name: 'Tallenna' })

  await test.step('times typed on a job that somebody has changed since are rejected, and stay typed', async () => {
    await chooseFor(job, 'Korjaa työaika')
    await dialog.getByLabel('Alkoi klo').fill('8')
    await dialog.getByLabel('Päättyi klo').fill('9')
    for (const { id } of await rowsOf<{ id: string }>(admin, `/jsonapi/tuntituote/tuntituote?filter[tilaus.id]=${order}`)) {
      await operate(admin, [{ op: 'update', data: { type: 'tuntituote--tuntituote', id, attributes: { viesti: 'Soita ensin' } } }])
    }
    await expect(job).toContainText('Soita ensin')
    await save.click()
    await expect(dialog.getByRole('alert')).toContainText('Joku muu ehti muuttaa tuntityötä.')
    await expect(dialog.getByLabel('Alkoi klo')).toHaveValue('8.00')
    await dialog.getByRole('button', { name: 'Takaisin' }).click()
  })
  const before = (await interval.textContent()) ?? ''
  await test.step('an end before the beginning is reported; valid times are saved, and "Kumoa" undoes the change', async () => {
    await chooseFor(job, 'Korjaa työaika')
    await test.step('the first Esc closes the calendar, and the dialog stays', async () => {
      const calendar = page.getByRole('dialog', { name: 'Kalenteri' })
      await dialog.getByLabel('Alkoi', { exact: true }).click()
      await expect(calendar).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(calendar).toHaveCount(0)
      await expect(dialog).toBeVisible()
    })
    await dialog.getByLabel('Alkoi klo').fill('8')
    await dialog.getByLabel('Päättyi klo').fill('730')
    await save.click()
    await expect(dialog.getByLabel('Päättyi klo')).toHaveAccessibleDescription('Lopetusaika ei voi olla ennen aloitusaikaa.')
    await dialog.getByLabel('Päättyi klo').fill('9.45')
    await expect(dialog).toContainText('Kesto 1 h 45 min. Laskutettavaksi on merkitty 1 h 30 min.')
    await dialog.getByLabel('Päättyi klo').press('Enter')
    await expect(interval).toHaveText(/klo 8\.00 – .+ klo 9\.45/)
    await page.getByRole('status').filter({ hasText: 'työaika tallennettu' }).getByRole('button', { name: 'Kumoa' }).click()
    await expect(interval).toHaveText(before)
  })
}
