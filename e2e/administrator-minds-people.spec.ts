import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { makePerson, userIdOf } from './api-data.ts'
import { expect, expectAccessibleInFullRun, password, signInWith, test } from './kuorma.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const done = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
/** Types the signed-in person's password into the confirmation dialog. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Vahvista salasanallasi' })
  await dialog.getByLabel('Oma salasanasi', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Vahvista' }).click()
}
const save = (page: Page) => page.getByRole('button', { name: 'Tallenna', exact: true }).click()

/** The page of a person is shown. */
const opened = (page: Page) => expect(field(page, 'Etunimi')).toBeVisible()

test('an administrator changes a person’s name, roles and validity dates, and a name in use is rejected with an explanation', async ({
  as,
  api,
}) => {
  const { page } = await as('yllapito', { at: `/user/${await userIdOf(await api('yllapito'), 'kuljettaja10')}` })
  await opened(page)
  await field(page, 'Käyttäjätunnus').fill('kuljettaja')
  await field(page, 'Digipiirturikortti voimassa').fill('1.3.2027')
  await field(page, 'Ammattipätevyys voimassa').fill('joskus')
  await page.getByLabel('Huolto', { exact: true }).check()
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Päivää ei ole.')
  await field(page, 'Ammattipätevyys voimassa').fill('2.4.2028')
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Käyttäjätunnus on jo käytössä')
  await expect(field(page, 'Digipiirturikortti voimassa')).toHaveValue(/1\.3\.2027/)
  await field(page, 'Käyttäjätunnus').fill('kuljettaja.kymmenen')
  await save(page)
  await done(page, 'Tiedot tallennettu')
  // The history shows who made the change, and the page shows the stored values.
  await expect(page.getByRole('region', { name: 'Muutoshistoria', exact: true })).toContainText('kuljettaja.kymmenen')
  await page.reload()
  await expect(field(page, 'Käyttäjätunnus')).toHaveValue('kuljettaja.kymmenen')
  await expect(field(page, 'Ammattipätevyys voimassa')).toHaveValue(/2\.4\.2028/)
  await expect(page.getByLabel('Huolto', { exact: true })).toBeChecked()
  // A user with a customer role must belong to a customer.
  await page.getByLabel('Asiakas', { exact: true }).check()
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Valitse asiakas.')
  await page.getByRole('button', { name: 'Valitse asiakas', exact: true }).click()
  await page.getByRole('combobox', { name: 'Asiakas' }).press('Enter')
  await page.getByRole('option').first().click()
  await expect(page.getByRole('button', { name: 'Vaihda asiakas' })).toBeVisible()
  await save(page)
  await done(page, 'Tiedot tallennettu')
})

test('a disabled person is signed out and cannot sign in; the undo enables them again', async ({ as, api }) => {
  const { page: driver } = await as('kuljettaja5', { at: '/' })
  const { page } = await as('yllapito', { at: `/user/${await userIdOf(await api('yllapito'), 'kuljettaja5')}` })
  await opened(page)
  await page.getByRole('button', { name: 'Poista käytöstä' }).click()
  await expect(page.getByText('Tunnus on poistettu käytöstä')).toBeVisible()
  await expect(driver).toHaveURL(/\/login/)
  await signInWith(driver, 'kuljettaja5', password)
  await expect(driver.getByRole('alert').filter({ hasText: 'Virheellinen sähköpostiosoite tai käyttäjänimi' })).toBeVisible()
  await page.getByRole('button', { name: 'Kumoa' }).click()
  await expect(page.getByText('Tunnus on poistettu käytöstä')).toHaveCount(0)
  await signInWith(driver, 'kuljettaja5', password)
  await expect(driver).not.toHaveURL(/\/login/)
})

test('a stale edit keeps the typed text and shows what changed', async ({ as, api }) => {
  const at = `/user/${await userIdOf(await api('yllapito'), 'kuljettaja4')}`
  const { page: slow } = await as('yllapito', { at, deaf: true })
  await opened(slow)
  await field(slow, 'Sukunimi').fill('Hidas')
  await field(slow, 'Sähköposti').fill('hidas@kuorma.example')
  const { page: quick } = await as('yllapito2', { at })
  await opened(quick)
  await field(quick, 'Sukunimi').fill('Nopea')
  await save(quick)
  await done(quick, 'Tiedot tallennettu')
  // New passwords are sent to the e-mail address, so changing it requires the administrator's own password.
  await save(slow)
  const asking = slow.getByRole('dialog', { name: 'Vahvista salasanallasi' })
  await expect(asking).toBeVisible()
  await expectAccessibleInFullRun(slow)
  await asking.getByLabel('Oma salasanasi', { exact: true }).fill('aivan väärä')
  await asking.getByRole('button', { name: 'Vahvista' }).click()
  await expect(asking.getByText('Nykyinen salasana on väärin.')).toBeVisible()
  await asking.getByRole('button', { name: 'Peruuta' }).click()
  await expect(asking).toHaveCount(0)
  await expect(field(slow, 'Sähköposti')).toHaveValue('hidas@kuorma.example')
  await save(slow)
  await confirm(slow)
  const dialog = slow.getByRole('dialog', { name: 'Joku muu on muuttanut tietoja' })
  const clash = dialog.getByRole('row').filter({ hasText: 'Sukunimi' })
  await expect(clash).toContainText('Hidas')
  await expect(clash).toContainText('Nopea')
  await clash.getByText('Tallennettu', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Jatka näillä' }).click()
  await expect(field(slow, 'Sukunimi')).toHaveValue('Nopea')
  await expect(field(slow, 'Sähköposti')).toHaveValue('hidas@kuorma.example')
  await save(slow)
  await confirm(slow)
  await done(slow, 'Tiedot tallennettu')
})

test('a required second factor is set up at sign-in; the administrator removes it when the device is lost', async ({ as, api, page }) => {
  const { page: admin } = await as('yllapito', { at: `/user/${await userIdOf(await api('yllapito'), 'kuljettaja3')}` })
  await opened(admin)
  const part = section(admin, 'Kaksivaiheinen kirjautuminen')
  await part.getByRole('switch', { name: 'Vaadi kaksivaiheinen kirjautuminen' }).click()
  await confirm(admin)
  await done(admin, 'Kaksivaiheinen kirjautuminen vaaditaan')

  await page.goto('/login')
  await signInWith(page, 'kuljettaja3', password)
  await expect(page.getByRole('img', { name: 'QR-koodi tunnistautumissovellukselle' })).toBeVisible()
  await expectAccessibleInFullRun(page)
  const secret = Secret.fromBase32(((await page.locator('code').textContent()) ?? '').replaceAll(' ', ''))
  await page.getByLabel('Vahvistuskoodi', { exact: true }).fill(TOTP.generate({ secret }))
  await page.getByRole('button', { name: 'Vahvista' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ota varakoodit talteen' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Varakoodit' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessibleInFullRun(page)
  await page.getByRole('button', { name: 'Jatka' }).click()
  await expect(page).not.toHaveURL(/\/login/)

  await admin.reload()
  await part.getByRole('button', { name: 'Nollaa' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Nollaa' }).click()
  await confirm(admin)
  await expect(part).toContainText('Ei käytössä.')
  await part.getByRole('switch', { name: 'Vaadi kaksivaiheinen kirjautuminen' }).click()
  await confirm(admin)
  await done(admin, 'Kaksivaiheista kirjautumista ei enää vaadita')
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await signInWith(page, 'kuljettaja3', password)
  await expect(page).not.toHaveURL(/\/login/)
})

test("a customer's administrator manages the customer's own people and cannot see anybody else's", async ({ as, api }) => {
  const admin = await api('yllapito')
  const [colleague, stranger, driver] = await Promise.all(['asiakas', 'asiakas2', 'kuljettaja2'].map((name) => userIdOf(admin, name)))
  const { page } = await as('asiakasyllapito', { at: `/user/${colleague}` })
  await opened(page)
  await expect(field(page, 'Käyttäjätunnus')).toHaveAttribute('readonly', '')
  await expect(page.getByLabel('Asiakas Ylläpito', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Kuljettaja', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Istunnot' })).toHaveCount(0)
  await expectAccessibleInFullRun(page)
  await field(page, 'Puhelinnumero').fill('050 765 4321')
  await save(page)
  await done(page, 'Tiedot tallennettu')
  for (const id of [stranger, driver]) {
    await page.goto(`/user/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Käyttäjää ei löydy' })).toBeVisible()
  }

  // An action that cannot be undone asks for confirmation first.
  await page.goto(`/user/${await makePerson(await api('asiakasyllapito'), { name: 'veikko.vilen', user_roles: ['asiakas'] })}`)
  await opened(page)
  await page.getByRole('button', { name: 'Poista käytöstä' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Poista käytöstä' }).click()
  await done(page, 'Veikko Vilén poistettu käytöstä')
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('a filtered list of people is saved as a view and as a file', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tyontekijat?nakyma=huolto&haku=huolto' })
  await expect(page.getByRole('button', { name: /^Kuljettajat/ })).toContainText(/[1-9]/)
  await page.getByRole('button', { name: 'Tallenna näkymä' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tallenna näkymä' })
  await dialog.getByRole('textbox', { name: 'Nimi' }).fill('Korjaamo')
  await dialog.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Korjaamo', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessibleInFullRun(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Lataa CSV' }).click()
  const [head, ...lines] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toContain('Koko nimi;Nimi;Sähköposti;Roolit')
  expect(lines).toHaveLength(
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .count(),
  )
  for (const line of lines) expect(line).toContain('Huolto')
  const { page: manager } = await as('asiakasyllapito', { at: '/kayttajat' })
  await expect(manager.getByRole('button', { name: 'Tallenna näkymä' })).toBeVisible()
  await expect(manager.getByRole('button', { name: 'Lataa Excel' })).toBeVisible()
})
