import { makePerson } from './api-data.ts'
import { planDay } from './driver-day.ts'
import { expect, test } from './kuorma.ts'
import { passTime, stopTime } from './page-time.ts'
import { sign } from './signature.ts'

test('a double tap on "Noudettu" picks up and does not go on to deliver', async ({ as }) => {
  const { page } = await as('kuljettaja', { phone: true, at: '/tilaukset' })
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Noudettu', exact: true }) })
  const label = await card.first().getAttribute('aria-label')
  const number = /^T-\d+/.exec(label ?? '')?.[0] ?? ''
  const pickUp = card.first().getByRole('button', { name: 'Noudettu', exact: true })
  await pickUp.scrollIntoViewIfNeeded()
  const box = await pickUp.boundingBox()
  if (!box) throw new Error('There is nothing to pick up.')
  const tap = () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await tap()
  await tap()
  await expect(page.getByRole('status').filter({ hasText: /^Noudettu: / })).toHaveCount(1)
  await expect(page).toHaveURL(/\/tilaukset/)

  // The step that has replaced it accepts the next press, without a wait in the test.
  const taken = page.getByRole('article', { name: new RegExp(`^${number}, `) }).filter({ hasText: 'Kuljetuksessa' })
  await taken.getByRole('button', { name: 'Kuittaa', exact: true }).first().click()
  await expect(page).toHaveURL(/\/kuittaa\//)

  await test.step('a device that cannot store drafts says so, and leaving the page warns that the signature would be lost', async () => {
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    await page.reload()
    await expect(page.getByText('Laite ei säilytä keskeneräistä')).toBeVisible()
    await sign(page)
    await page.getByRole('link', { name: 'Tilaukset' }).click()
    const leaving = page.getByRole('dialog', { name: 'Lomakkeella on tallentamattomia tietoja' })
    await expect(leaving).toContainText('Laite ei ole säilyttänyt niitä')
    await leaving.getByRole('button', { name: 'Poistu' }).click()
    await expect(page).toHaveURL(/\/tilaukset/)
  })
})

test('a rarer step pressed just after another step is taken once it takes presses, and its list stays open until then', async ({
  as,
  api,
}) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'nopsasormi', user_roles: ['kuljettaja'] })
  await planDay(admin, driver, [{ name: 'Nopsan ovi', from: 'Nopsan nouto' }])
  const { page } = await as('nopsasormi', { phone: true, at: '/tilaukset' })
  const card = page.getByRole('article', { name: /^T-\d+, / })
  const transfer = card.getByRole('button', { name: 'Siirrä terminaaliin', exact: true })
  const more = card.getByRole('button', { name: /^Muut, / })
  const pickUp = card.getByRole('button', { name: 'Noudettu', exact: true })
  await expect(pickUp).toBeVisible()
  await stopTime(page)
  await pickUp.dispatchEvent('click')
  await passTime(page, async () => (await pickUp.count()) === 0 && (await more.count()) === 1)
  await more.dispatchEvent('click')
  await passTime(page, () => transfer.isVisible())
  await transfer.dispatchEvent('click')
  await expect(transfer).toBeVisible()
  await page.clock.resume()
  await transfer.click()
  await expect(card.getByRole('button', { name: 'Aloita siirto', exact: true }).first()).toBeVisible()
})

test('nothing moves under the finger while a press takes long to be sent, at the top of the day and below it', async ({ as, api }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'hidasverkko', user_roles: ['kuljettaja'] })
  await planDay(admin, driver, [{ name: 'Hitaan verkon ovi' }])
  const { page } = await as('hidasverkko', { phone: true, at: '/kuljettajan-etusivu' })
  const begun = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes('/api/tyovuoro-kirjaus'))
  await page.getByRole('button', { name: /^Aloita päivä/ }).click()
  await begun
  await expect(page.getByRole('region', { name: 'Käynnissä: Muu' })).toBeVisible()
  const strip = page.getByRole('status').filter({ hasText: /lähettämättä/ })
  const tasks = page.getByRole('group', { name: 'Työtehtävä' })
  const top = async () => (await tasks.boundingBox())?.y
  let network = Promise.withResolvers<void>()
  await page.route(/\/api\/tyovuoro-kirjaus(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await network.promise
    await route.continue()
  })
  for (const [task, scrolled] of [
    ['Ajo', 0],
    ['Tauko', 120],
  ] as const) {
    await expect(strip).toHaveCount(0)
    await page.evaluate((y) => scrollTo(0, y), scrolled)
    const before = await top()
    network = Promise.withResolvers()
    await tasks.getByRole('button', { name: task }).click()
    await expect(strip).toBeVisible()
    await expect(page.getByRole('region', { name: `Käynnissä: ${task}` })).toBeVisible()
    expect(await top(), `${task}: told of`).toBe(before)
    network.resolve()
    await expect(strip).toHaveCount(0)
    expect(await top(), `${task}: sent`).toBe(before)
  }
})
