import { expect, expectAccessibleInFullRun, password, signInWith, test } from './kuorma.ts'

const forgetful = { name: 'kuljettaja8', mail: 'kuljettaja8@kuorma.example' }
const newPassword = 'hiekkalaatikon reunalla istun'

test('a forgotten password is replaced through a mailed link, which signs out the other browsers', async ({ page, as, mailedLink }) => {
  const { page: elsewhere } = await as(forgetful.name, { at: '/' })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Unohditko salasanan?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unohditko salasanan?' })).toBeVisible()
  const mail = page.getByLabel('Sähköposti', { exact: true })
  await mail.fill('ei osoite')
  await page.getByRole('button', { name: 'Lähetä linkki' }).click()
  await expect(page.getByText('Sähköpostiosoite ei kelpaa. Esimerkki: nimi@yritys.fi.')).toBeVisible()
  await mail.fill(forgetful.mail)
  await page.getByRole('button', { name: 'Lähetä linkki' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Tarkista sähköpostisi' })).toContainText(forgetful.mail)
  const first = await mailedLink(forgetful.mail)
  await page.getByRole('button', { name: 'Lähetä linkki uudelleen' }).click()
  const second = await mailedLink(forgetful.mail, 2)

  await page.goto(second)
  await expect(page.getByRole('heading', { level: 1, name: 'Valitse salasana' })).toBeVisible()
  // The link's values are removed from the address, so that nobody can copy them.
  await expect(page).toHaveURL(/\/password-reset$/)
  const field = page.getByLabel('Uusi salasana', { exact: true })
  await field.fill('salasana123')
  await expect(page.getByText('Salasana on liian helppo arvata. Lisää sanoja, jotka eivät liity toisiinsa.')).toBeVisible()
  await page.getByRole('button', { name: 'Tallenna salasana' }).click()
  await expect(field).toHaveAccessibleDescription(/Salasana on liian helppo arvata/)
  await expect(field).toHaveValue('salasana123')
  await field.fill(newPassword)
  await expect(page.getByText('Vahva salasana')).toBeVisible()
  await page.getByRole('button', { name: 'Tallenna salasana' }).click()
  await expect(page.getByText('Salasana on tallennettu. Kirjaudu sillä.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(elsewhere).toHaveURL(/\/login/)

  await signInWith(page, forgetful.name, password)
  await expect(page.getByRole('alert')).toContainText('Virheellinen käyttäjätunnus tai salasana.')
  await signInWith(page, forgetful.mail, newPassword)
  await expect(page).not.toHaveURL(/\/login/)

  // Both links are invalid: the change has invalidated the unused one too.
  for (const link of [first, second]) {
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('Uusi salasana', { exact: true }).fill(`${newPassword} taas`)
    await page.getByRole('button', { name: 'Tallenna salasana' }).click()
    await expect(page.getByRole('alert')).toContainText('Käyttämäsi linkki on vanhentunut. Tilaa uusi painamalla "Lähetä linkki uudelleen"')
    await page.getByRole('button', { name: 'Lähetä linkki uudelleen' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Unohditko salasanan?' })).toBeVisible()
  }
})

test('an unknown address gets the same answer as a known one, and an invalid link is explained in the words of the specification', async ({
  page,
}) => {
  await page.goto('/password-reset')
  await page.getByLabel('Sähköposti', { exact: true }).fill('ei-kukaan@esimerkki.fi')
  await page.getByRole('button', { name: 'Lähetä linkki' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Tarkista sähköpostisi' })).toContainText('ei-kukaan@esimerkki.fi')
  await page.goto('about:blank')
  await page.goto('/password-reset#name=kuljettaja&temp_pass=arvaus')
  await page.getByLabel('Uusi salasana', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Tallenna salasana' }).click()
  await expect(page.getByRole('alert')).toContainText('Käyttämäsi linkki on vanhentunut.')
  await expectAccessibleInFullRun(page)
})
