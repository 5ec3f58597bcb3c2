import type { Locator, Page } from '@playwright/test'
import { dispatcherUrl } from '../bench/queries.ts'
import { operate, shipmentIdsOf } from './asked.ts'
import { expect, expectAccessible, test } from './kuorma.ts'
import { orderByForm, pallet, today, trolley } from './order-form.ts'

const rowsOf = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Tilaus / }) })
const find = (page: Page, text: string) => page.getByRole('searchbox', { name: /^Hae numerolla/ }).fill(text)
const told = (page: Page, text: RegExp): Locator => page.getByRole('status').filter({ hasText: text })

test('a dispatcher drags orders to a driver, moves goods to a terminal, keeps a view and looks at the map; another sees it all', async ({
  as,
}) => {
  test.setTimeout(120_000)
  const { page: customer } = await as('asiakas')
  const { page } = await as('yllapito')
  const { page: other } = await as('yllapito')
  const { number } = await orderByForm(customer, [trolley], 'VETOKOE-1')
  await orderByForm(customer, [pallet], 'VETOKOE-2')
  // What the benchmark measures as this page's list is what the page asks.
  const asked = page.waitForRequest((request) => request.url().includes('include='))
  for (const screen of [page, other]) {
    await screen.goto('/tilaukset')
    await find(screen, 'VETOKOE')
    await expect(rowsOf(screen)).toHaveCount(2)
  }

  expect(decodeURIComponent((await asked).url())).toContain(decodeURIComponent(dispatcherUrl))
  await expect(page.getByRole('navigation', { name: 'Päävalikko' }).getByRole('link', { name: /^Tilaukset \d+$/ })).toBeVisible()

  const card = page.getByRole('region', { name: 'Kuljettajat tänään' }).getByRole('listitem').first()
  const driver = (await card.getByRole('strong').textContent()) ?? ''
  const surname = driver.split(' ').at(-1) ?? ''
  await test.step('two selected orders are dragged onto a driver, and everybody sees whose they are', async () => {
    await page.getByRole('checkbox', { name: 'Valitse kaikki' }).check()
    await rowsOf(page).first().dragTo(card)
    await expect(told(page, new RegExp(`^2 tilausta: ${driver}`))).toBeVisible()
    await expect(rowsOf(page).filter({ hasText: surname })).toHaveCount(2)
    await expect(rowsOf(other).filter({ hasText: surname })).toHaveCount(2)
  })
  await test.step('undone, they are nobody’s again', async () => {
    await told(page, /^2 tilausta/)
      .getByRole('button', { name: 'Kumoa' })
      .click()
    await expect(rowsOf(page).filter({ hasText: 'Ei kuljettajaa' })).toHaveCount(2)
    await expect(rowsOf(other).filter({ hasText: 'Ei kuljettajaa' })).toHaveCount(2)
  })

  await test.step('what somebody has changed since, undoing leaves alone and says so', async () => {
    await rowsOf(page).first().dragTo(card)
    const undo = told(page, new RegExp(`: ${driver}`)).getByRole('button', { name: 'Kumoa' })
    await expect(undo).toBeVisible()
    const id = (await rowsOf(page).filter({ hasText: surname }).getByRole('link').first().getAttribute('href'))?.split('/').at(-1) ?? ''
    const [shipment] = await shipmentIdsOf(other, id)
    const type = 'lahetys_entity--lahetys'
    await operate(other, [{ op: 'update', data: { type, id: shipment, attributes: { viesti: 'Soita ensin' } } }])
    await undo.click()
    await expect(page.getByRole('alert')).toContainText('Tilausta on muutettu sen jälkeen, joten muutosta ei kumottu.')
    await expect(rowsOf(page).filter({ hasText: surname })).toHaveCount(1)
  })

  const bar = page.getByRole('toolbar', { name: 'Valitut rivit' })
  await test.step('the two are grouped with one price; one is no group', async () => {
    await page.getByRole('checkbox', { name: 'Valitse kaikki' }).check()
    await bar.getByRole('button', { name: 'Lisää toimintoja' }).click()
    await page.getByRole('menuitem', { name: 'Ryhmitä…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ryhmitä: 2 tilausta' })
    await dialog.getByLabel('Yhteishinta').fill('250')
    await dialog.getByRole('button', { name: 'Ryhmitä' }).click()
    await expect(rowsOf(other).getByRole('img', { name: /^Ryhmässä TR-/ })).toHaveCount(2)
    await other.getByRole('link', { name: `Tilaus ${number}` }).click()
    const group = other.getByRole('region', { name: /^Ryhmä TR-/ })
    await expect(group.getByRole('link', { name: /^T-/ })).toHaveCount(1)
    await group.getByRole('button', { name: /^Hinta 250,00\s€, muuta/ }).click()
    await group.getByRole('textbox').fill('300')
    await group.getByRole('textbox').press('Enter')
    await expect(group.getByRole('button', { name: /^Hinta 300,00\s€, muuta/ })).toBeVisible()
    await group.getByRole('button', { name: 'Pura ryhmä' }).click()
    await expect(told(other, /^Ryhmä TR-\d+ purettu/)).toBeVisible()
    await expect(group).toHaveCount(0)
    await other.goBack()
    await expect(rowsOf(page).getByRole('img', { name: /^Ryhmässä/ })).toHaveCount(0)
  })
  const row = rowsOf(page).filter({ has: page.getByRole('link', { name: `Tilaus ${number}` }) })
  const everything = page.getByRole('checkbox', { name: 'Valitse kaikki' })
  const more = async (deed: string) => {
    await bar.getByRole('button', { name: 'Lisää toimintoja' }).click()
    await page.getByRole('menuitem', { name: deed }).click()
  }
  const undo = async (done: RegExp) => {
    await told(page, done).getByRole('button', { name: 'Kumoa' }).click()
    await expect(told(page, /^Kumottu/).last()).toBeVisible()
  }
  await test.step('the bar sets a day and groups, both undone, and tells two late', async () => {
    await everything.check()
    await bar.getByRole('button', { name: 'Päivä' }).click()
    const day = page.getByRole('dialog', { name: /^Toivottu toimitus: 2 tilausta/ })
    await day.getByLabel('Uusi päivä').fill(today())
    await day.getByLabel('Uusi päivä').press('Tab')
    await day.getByRole('button', { name: 'Tallenna' }).click()
    await undo(/^2 tilausta: päivä vaihdettu/)
    await everything.check()
    await more('Ryhmitä…')
    await page.getByLabel('Yhteishinta').fill('150')
    await page.getByRole('button', { name: 'Ryhmitä', exact: true }).click()
    await expect(page.getByRole('img', { name: /^Ryhmässä TR-/ })).toHaveCount(2)
    await undo(/^2 tilausta ryhmitelty/)
    await expect(page.getByRole('img', { name: /^Ryhmässä TR-/ })).toHaveCount(0)
    await everything.check()
    await bar.getByRole('button', { name: 'Tila' }).click()
    await page.getByRole('menuitem', { name: 'Myöhässä' }).click()
    await expect(rowsOf(page).filter({ hasText: 'Myöhässä' })).toHaveCount(2)
  })

  await test.step('one goes to a terminal by way of the bar', async () => {
    await row.getByRole('checkbox', { name: 'Valitse rivi' }).check()
    await bar.getByRole('button', { name: 'Siirto' }).click()
    await page.getByRole('menuitem', { name: 'Siirto terminaaliin' }).click()
    await expect(row).toContainText('Siirto terminaaliin')
    await page.getByRole('checkbox', { name: 'Valitse kaikki' }).check()
    await bar.getByRole('button', { name: 'Siirto' }).click()
    await page.getByRole('menuitem', { name: /^Terminaaliin/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Terminaaliin/ })
    await dialog.getByRole('combobox', { name: 'Terminaali' }).click()
    await page.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Terminaaliin' }).click()
    // The other order's goods have not left: each order tells its own fate.
    await expect(dialog.getByRole('listitem').filter({ hasText: number })).toContainText('Tallennettu')
    await expect(dialog.getByRole('listitem').filter({ hasNotText: number })).toContainText('Tilaa ei voi vaihtaa')
    await dialog.getByRole('button', { name: 'Sulje' }).last().click()
    await expect(row).toContainText('Terminaalissa')
    await expect(rowsOf(other).filter({ hasText: number })).toContainText('Terminaalissa')
  })

  const name = 'Listakokeen terminaali'
  const tab = page.getByRole('group', { name: 'Näkymät' }).getByRole('button', { name: new RegExp(`^${name}`) })
  await test.step('what is looked at is kept as a view, found again after a reload', async () => {
    await page.getByRole('button', { name: /^Terminaalissa/ }).click()
    await expect(rowsOf(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Tallenna näkymä' }).click()
    await page.getByRole('dialog').getByLabel('Nimi').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Tallenna' }).click()
    await expect(tab).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: /^Avoimet/ }).click()
    await expect(page.getByRole('searchbox', { name: /^Hae numerolla/ })).toHaveValue('')
    await page.reload()
    await expect(tab).toContainText('1')
    await tab.click()
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(row).toBeVisible()
  })

  await test.step('what somebody else has changed meanwhile is not cancelled, and says so beside its order', async () => {
    await page.getByRole('button', { name: /^Avoimet/ }).click()
    await find(page, 'VETOKOE')
    await expect(rowsOf(page)).toHaveCount(2)
    const their = rowsOf(page)
      .filter({ hasNotText: number })
      .getByRole('link', { name: /^Tilaus / })
    const [id] = await shipmentIdsOf(other, ((await their.getAttribute('href')) ?? '').replace('/tilaus/', ''))
    await everything.check()
    await more('Peruuta…')
    const dialog = page.getByRole('dialog', { name: /^Peruuta: 2 tilausta/ })
    await dialog.getByLabel('Syy').fill('Väärä tilaus')
    await operate(other, [{ op: 'update', data: { type: 'lahetys_entity--lahetys', id, attributes: { viite: 'VETOKOE-3' } } }])
    await dialog.getByRole('button', { name: 'Peruuta', exact: true }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: number })).toContainText('Tallennettu')
    await expect(dialog.getByRole('listitem').filter({ hasNotText: number })).toContainText('Joku muu ehti muuttaa tilausta')
    await dialog.getByRole('button', { name: 'Sulje' }).last().click()
    await expect(rowsOf(page)).toHaveCount(1)
  })

  await test.step('the list takes the shape that it is given, and keeps it', async () => {
    await page.getByRole('button', { name: 'Poista valinnat' }).click()
    await page.getByRole('button', { name: 'Näytä rivit' }).click()
    await expect(page.getByRole('row').filter({ hasText: '1/1' })).toContainText('Lavakuorma')
    await find(page, 'eitällaistaole')
    await expect(page.getByText('Rajauksilla ei löytynyt tilauksia')).toBeVisible()
    await page.getByRole('button', { name: 'Poista rajaukset' }).click()
    const first = rowsOf(page).first()
    const heading = page.getByRole('columnheader', { name: 'Tilaus' })
    for (const direction of ['ascending', 'descending']) {
      await heading.getByRole('button').click()
      await expect(heading).toHaveAttribute('aria-sort', direction)
    }
    await expect(first).not.toContainText(number)
    const kilos = page.getByRole('columnheader', { name: 'kg', exact: true })
    await expect(kilos).toBeVisible()
    await page.getByRole('button', { name: 'Sarakkeet' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'kg' }).click()
    await page.getByRole('menuitemradio', { name: 'Tiivis' }).click()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page.locator('table[data-density=tiivis]')).toBeVisible()
    await expect(kilos).toHaveCount(0)
    await expect(heading).toHaveAttribute('aria-sort', 'descending')
  })

  await test.step('the map shows the listed orders, and the address keeps it', async () => {
    await page.getByRole('button', { name: 'Peruutetut' }).click()
    await page.getByRole('button', { name: /^Avoimet/ }).click()
    await page.getByRole('button', { name: 'Kartta' }).click()
    await expect(page).toHaveURL(/kartta=1/)
    await expect(page.getByRole('region', { name: 'Tilaukset kartalla' })).toBeVisible()
    await expect(page.getByText(/^\d+ tilausta kartalla/)).toBeVisible()
    await expect(page.getByRole('button', { name: /kohdetta, lähennä$/ }).first()).toBeVisible()
  })

  await test.step('all that the list finds is selected, beyond the rows fetched so far', async () => {
    await page.getByRole('button', { name: 'Sulje kartta' }).click()
    await expect(rowsOf(page).first()).toBeVisible()
    await page.getByRole('checkbox', { name: 'Valitse kaikki' }).check()
    await expect(bar).toContainText('50 valittu')
    const offer = bar.getByRole('button', { name: /^Valitse haun kaikki \d+ tulosta$/ })
    const all = /\d+/.exec((await offer.textContent()) ?? '')?.[0]
    await offer.click()
    await expect(bar).toContainText(`${all} valittu`)
    await expect(offer).toHaveCount(0)
    await bar.getByRole('button', { name: 'Poista valinnat' }).click()
    await expect(bar).toHaveCount(0)
  })

  await test.step('a server that does not answer is told of until it is back', async () => {
    const note = page.getByText(/^Ei yhteyttä palvelimeen\. Näytetään tiedot, jotka haettiin klo \d+\.\d\d\.$/)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Peruutetut' }).click()
    await expect(note).toBeVisible()
    await page.context().setOffline(false)
    await expect(note).toHaveCount(0)
    await page.getByRole('button', { name: /^Avoimet/ }).click()
  })

  await test.step('the keys are listed and walk the list', async () => {
    await page.getByRole('heading', { name: 'Tilaukset', level: 1 }).click()
    await page.keyboard.press('Shift+?')
    await expect(page.getByRole('dialog', { name: 'Näppäinkomennot' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('n')
    await expect(page).toHaveURL(/\/tilaus\/new$/)
    await page.goBack()
    await expect(rowsOf(page).first()).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: /^Hae numerolla/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(bar).toContainText('1 valittu')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tilaus\/[0-9a-f-]{36}/)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Haku' })
    await palette.getByRole('combobox', { name: 'Hae' }).fill(number)
    await expect(palette.getByRole('option', { name: new RegExp(`^${number} `) })).toHaveAttribute('data-combobox-selected', 'true')
    await expectAccessible(page, { within: '[role=dialog]' })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  })
})
