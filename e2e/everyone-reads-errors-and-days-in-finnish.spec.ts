import { expect, test } from './kuorma.ts'
import { wishedDay } from './order-form.ts'

/** The error catalogue of the specification (rules/errors.md), written by hand. */
const toasts: readonly (readonly [button: string, text: string])[] = [
  ['400', 'Virheellinen pyyntö (400)'],
  ['403', 'Sinulla ei ole oikeuksia operaatioon (403)'],
  ['404', 'Pyydettyä entiteettiä ei löydy (404)'],
  ['409', 'Muokattava sisältö ei ole ajan tasalla. Päivitä sivu ja yritä uudestaan. (409)'],
  ['422', 'Virheellinen entiteetti (422)'],
  ['Muu (500)', 'Tapahtui virhe (500)'],
  ['Ei vastausta', 'Puuttuva response'],
  ['Istunto vanhentunut', 'Istuntosi on vanhentunut. Sinut on kirjattu ulos.'],
  ['Kirjautuminen 1', 'Virheellinen käyttäjätunnus tai salasana.'],
  ['Kirjautuminen 2', 'Virheellinen sähköpostiosoite tai käyttäjänimi'],
  ['Kirjautuminen 3', 'Käyttämäsi linkki on vanhentunut. Tilaa uusi painamalla "Lähetä linkki uudelleen"'],
  ['Kirjautuminen 4', 'Tuntematon virhe'],
]

test('the test page shows each message of the error catalogue, which a button closes', async ({ page }) => {
  await page.goto('/testisivu')
  for (const [button, text] of toasts)
    await test.step(button, async () => {
      await page.getByRole('button', { name: button, exact: true }).click()
      const toast = page.getByRole('alert').filter({ has: page.getByText(text, { exact: true }) })
      await expect(toast).toBeVisible()
      await toast.getByRole('button', { name: 'Sulje' }).click()
      await expect(toast).toHaveCount(0)
    })
})

test('a calendar begins its weeks on Monday and names its days in Finnish', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  await wishedDay(page).click()
  const calendar = page.getByRole('table')
  await expect(calendar.first().getByRole('columnheader')).toHaveText(['ma', 'ti', 'ke', 'to', 'pe', 'la', 'su'])
})

test('only administrators open the pages of a new customer and a new document', async ({ as }) => {
  for (const [name, path] of [
    ['kuljettaja', '/asiakas/new'],
    ['asiakas', '/asiakas/new'],
    ['kuljettaja', '/dokumentti/new'],
  ] as const)
    await test.step(`${name} ${path}`, async () => {
      const { page } = await as(name, { at: path })
      await expect(page).toHaveURL(/\/paasy-kielletty$/)
      await expect(page.getByRole('heading', { name: 'Sivu vaatii roolin Ylläpito' })).toBeVisible()
    })
})
