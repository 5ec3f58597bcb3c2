import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Tallenna', exact: true }).click()
const tab = (page: Page, name: string) => page.getByRole('group', { name: 'Näkymät' }).getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('an administrator sets the company’s data and rules, switches features off and on, and sees who changed what', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/asetukset' })

  await test.step('a fault stands beside its field, and the mended value is saved', async () => {
    await tab(page, 'Säännöt')
    await expect(page).toHaveURL(/osio=saannot/)
    await page.getByRole('textbox', { name: 'Istunnon enimmäisikä (pv)' }).fill('900')
    await save(page)
    await expect(page.getByText('Anna luku, joka on enintään 365.').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Istunnon enimmäisikä (pv)' }).fill('60')
    await page.getByRole('button', { name: 'Lisää verokanta' }).click()
    await page.getByRole('textbox', { name: 'Alkaen' }).last().fill('1.1.2030')
    await page.getByRole('textbox', { name: 'Verokanta' }).last().fill('24')
    await save(page)
    await expect(toast(page, 'Asetukset tallennettu')).toBeVisible()
  })

  await test.step('the company’s name is on every page once it is saved', async () => {
    await tab(page, 'Yritys')
    await page.getByRole('textbox', { name: 'Yrityksen nimi' }).fill('Kuljetus Virtanen Oy')
    await save(page)
    await expect(page).toHaveTitle('Asetukset · Kuljetus Virtanen Oy')
    await page.getByRole('textbox', { name: 'Yrityksen nimi' }).fill('')
    await save(page)
    await expect(page).toHaveTitle('Asetukset · Kuorma')
  })

  const switches = ['Varaukset', 'Useat tuotteet', 'Lisätyöt', 'Osoitteiden hallinta', 'Tekstiviestit', 'Siirto terminaaliin']
  const customer = await test.step('features that are switched off are gone from the order form and the list', async () => {
    await page.goto('/asetukset?osio=toiminnot')
    for (const name of switches) await page.getByRole('switch', { name }).uncheck({ force: true })
    await save(page)
    await expect(toast(page, 'Asetukset tallennettu')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Varaukset' })).not.toBeChecked()
    const { page: customer } = await as('asiakas', { at: '/tilaus/new' })
    await expect(customer.getByRole('textbox', { name: 'Kpl' })).toBeVisible()
    for (const button of ['Lisää rivi', 'Monista rivi 1', 'Lisätyö tunteina', 'Lisää toimitusosoite'])
      await expect(customer.getByRole('button', { name: button })).toHaveCount(0)
    await expect(customer.getByLabel('Varaus')).toHaveCount(0)
    await expect(customer.getByRole('checkbox', { name: 'Tallenna osoitteisiin' })).toHaveCount(0)
    await page.goto('/tilaukset')
    await page.getByRole('checkbox', { name: 'Valitse rivi' }).first().check()
    await page.getByRole('checkbox', { name: 'Valitse rivi' }).nth(1).check()
    const bar = page.getByRole('toolbar', { name: 'Valitut rivit' })
    await expect(bar.getByRole('button', { name: 'Siirto' })).toHaveCount(0)
    await bar.getByRole('button', { name: 'Lisää toimintoja' }).click()
    await expect(page.getByRole('menuitem', { name: 'Ryhmitä…' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Tekstiviesti kuljettajille…' })).toHaveCount(0)
    return customer
  })

  await test.step('switched on again they are back', async () => {
    await page.goto('/asetukset?osio=toiminnot')
    for (const name of switches) await page.getByRole('switch', { name }).check({ force: true })
    await save(page)
    await customer.goto('/tilaus/new')
    await expect(customer.getByRole('button', { name: 'Lisää rivi' })).toBeVisible()
    await expect(customer.getByRole('button', { name: 'Lisätyö tunteina' })).toBeVisible()
    await expect(
      customer
        .getByRole('combobox', { name: 'Varaus' })
        .or(customer.getByRole('textbox', { name: 'Varaus' }))
        .first(),
    ).toBeVisible()
  })

  await test.step('the history says who changed what', async () => {
    await page.goto('/asetukset?osio=muutokset')
    const row = page.getByRole('row').filter({ hasText: 'Istunnon enimmäisikä (pv)' })
    await expect(row).toContainText('90')
    await expect(row).toContainText('60')
  })
})
