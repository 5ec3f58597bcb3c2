import { formatDay } from '#domain/values/time/helsinki-clock.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { type Api, type StoredSession, sessionKey } from './api.ts'
import { makePerson, rowsOf } from './api-data.ts'
import { openDay, phone, planDay } from './driver-day.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'
import { passTime, stopTime } from './page-time.ts'

/** Records of the person's working days, the newest first. */
const recordsOf = (admin: Api, driver: string) =>
  rowsOf<{ id: string; attributes: { loppuaika: number } }>(
    admin,
    `/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity?filter[kuljettaja.id]=${driver}&sort=-alkuaika`,
  )

test('a driver starts the day, picks up, delivers to the doors in order, and ends the day', async ({ as, api, browser, server }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'paivankuljettaja', user_roles: ['kuljettaja'] })
  const { car } = await planDay(admin, driver, [{ name: 'Ovi Yksi' }, { name: 'Ovi Kaksi' }])
  const context = await browser.newContext({ ...phone, baseURL: server, serviceWorkers: 'block' })
  const page = await openDay(context, 'paivankuljettaja')
  const next = page.getByRole('article').filter({ hasText: 'Seuraava' })
  const press = (name: string) => next.getByRole('button', { name, exact: true }).click()

  await test.step('the sign-in leads to the day, with the car of the shift, its check list and the first stop', async () => {
    const { user }: StoredSession = JSON.parse(await page.evaluate((key) => localStorage.getItem(key) ?? '', sessionKey))
    expect(user.id).toBe(driver)
    await expect(page.getByRole('radio', { name: /Työvuorossasi/ })).toBeChecked()
    await page.getByRole('button', { name: /^Ajoonlähtötarkastus/ }).click()
    const broken = page.getByRole('button', { name: 'Peilit ja ikkunat: vika' })
    await broken.click()
    await expect(page.getByRole('textbox', { name: 'Mikä on vialla?' })).toHaveValue('Peilit ja ikkunat')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // A second press takes the mark away.
    await broken.click()
    await page.getByRole('button', { name: 'Loput kunnossa' }).click()
    await expect(page.getByRole('button', { name: /8 \/ 8/ })).toBeVisible()
    await expect(next).toContainText('1 / 3')
    await expectAccessible(page)
    // The stops below are read before the day is started.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('button', { name: 'Aloita päivä' }).click()
    await expect(page.getByRole('region', { name: 'Käynnissä: Muu' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('one press picks up the goods of both orders, which form one stop, and it can be undone', async () => {
    await expect(next).toContainText('Nouto: 4 kollia')
    await press('Noudettu')
    await expect(next).toContainText('2 / 3')
    await expect(page.getByRole('button', { name: /^Kumoa nouto/ })).toBeVisible()
    await expect(page.getByText('1 / 3 pysähdystä tehty')).toBeVisible()
  })

  await test.step('a delivery is unloaded first, then signed for', async () => {
    await page.getByRole('group', { name: 'Työtehtävä' }).getByRole('button', { name: 'Ajo' }).click()
    await expect(page.getByRole('region', { name: 'Käynnissä: Ajo' })).toContainText('Ajoa jäljellä')
    await expect(next.getByText('Soita ennen tuloa.')).toBeVisible()
    await expect(next.getByRole('button', { name: 'Aloita purku' })).toBeVisible()
    await expectAccessible(page)
    // The second tap of a double tap meets the button that has taken the place of the first, and is not meant for it.
    const unload = next.getByRole('button', { name: 'Aloita purku' })
    await unload.scrollIntoViewIfNeeded()
    const box = await unload.boundingBox()
    if (!box) throw new Error('There is nothing to unload.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const underTheFinger = () => page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.textContent, [x, y] as const)
    await stopTime(page)
    await page.touchscreen.tap(x, y)
    await passTime(page, async () => (await underTheFinger()) === 'Kuittaa')
    await page.touchscreen.tap(x, y)
    await expect(page).toHaveURL(/\/kuljettajan-etusivu$/)
    await page.clock.resume()
    await expect(page.getByRole('region', { name: 'Käynnissä: Purku' })).toBeVisible()
    await press('Kuittaa')
    await page.getByLabel('Nimenselvennys').fill('Ville Vastaanottaja')
    await page.getByRole('button', { name: 'Merkitse risti' }).click()
    await page.getByRole('button', { name: 'Kuittaa toimitus' }).click()
    await expect(page).toHaveURL(/\/kuljettajan-etusivu$/)
    await expect(next).toContainText('3 / 3')
  })

  await test.step('the orders of today are listed by their stops', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Tilaukset' }).click()
    await expect(page.getByRole('article').first()).toContainText('Pysähdys 3 / 3')
  })

  await test.step('a fault is reported of the day’s car, unless another is chosen', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Autot' }).click()
    await page.getByRole('button', { name: 'Ilmoita vika' }).click()
    await expect(page.getByRole('combobox', { name: 'Auto' })).toHaveValue(car)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('navigation').getByRole('link', { name: 'Päivä' }).click()
  })

  await test.step('ending the day names what is left, and shows what the day came to', async () => {
    await page.getByRole('button', { name: 'Päätä päivä' }).click()
    const dialog = page.getByRole('dialog', { name: 'Päätä päivä' })
    await expect(dialog).toContainText('kuittaus puuttuu')
    await expectAccessibleInFullRun(page, { within: '[role=dialog]' })
    await page.evaluate(() => {
      const look = () => {
        if (document.body.textContent?.includes('kun yhteys palaa')) document.body.dataset.saysLost = 'true'
      }
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await dialog.getByRole('button', { name: 'Päätä päivä' }).click()
    const summary = page.getByRole('region', { name: 'Päivän yhteenveto' })
    await expect(summary.getByRole('heading', { name: 'Päivä päätetty' })).toBeInViewport({ ratio: 1 })
    await expect(summary).toContainText('Työaika')
    await expect.poll(async () => (await recordsOf(admin, driver))[0]?.attributes.loppuaika).toBeGreaterThan(0)
    await summary.getByRole('button', { name: 'Pyydä korjausta' }).click()
    await page.getByRole('textbox', { name: 'Mitä pitäisi korjata ja miksi?' }).fill('Tauko puuttuu.')
    await page.getByRole('combobox', { name: /^klo / }).first().selectOption('Odotus')
    const save = Promise.withResolvers<void>()
    await page.route('**/jsonapi/operations', async (route) => {
      await save.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Lähetä pyyntö' }).click()
    // With a connection nothing waits for one, also when the answer takes a while.
    await expect(summary.getByText('Korjauspyyntö lähetetään', { exact: true })).toBeVisible()
    await expect(summary.getByRole('button', { name: 'Pyydä korjausta' })).toHaveCount(0)
    save.resolve()
    const requests = () =>
      rowsOf<{ attributes: { ehdotus: { tyotehtavat?: { tyyppi: string }[] } } }>(
        admin,
        `/jsonapi/tyoaika_korjauspyynto/tyoaika_korjauspyynto?filter[kuljettaja.id]=${driver}`,
      )
    await expect
      .poll(async () => (await requests())[0]?.attributes.ehdotus.tyotehtavat?.map(({ tyyppi }) => tyyppi))
      .toEqual(['ODOTUS', 'AJO', 'PURKU'])
    // While it is open, it is shown with what it asks for, and no second one is offered.
    await expect(summary.getByText('Korjauspyyntö odottaa vastausta')).toBeVisible()
    expect(await page.evaluate(() => document.body.dataset.saysLost)).toBeUndefined()
    await expect(summary.getByText(/^”Tauko puuttuu\.” – .*Odotus/)).toBeVisible()
    await expect(summary.getByRole('button', { name: 'Pyydä korjausta' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Omat työpäivät' }).click()
    const own = page.getByRole('region', { name: 'Omat työpäivät' }).getByRole('listitem').filter({ hasText: 'Tauko puuttuu.' })
    await expect(own).toContainText('Korjauspyyntö odottaa vastausta')
    await expect(own.getByRole('button', { name: /^Pyydä korjausta/ })).toHaveCount(0)
    await expect
      .poll(async () => (await rowsOf(admin, `/jsonapi/lahtotarkastus/lahtotarkastus?filter[kuljettaja.id]=${driver}`)).length)
      .toBe(1)
  })

  await test.step('the administrator refuses the request, and the driver reads why', async () => {
    const { page: office } = await as('yllapito', { at: `/kirjaus/${(await recordsOf(admin, driver))[0]?.id}`, deaf: true })
    await office.getByRole('region', { name: 'Korjauspyyntö' }).getByRole('button', { name: 'Hylkää…' }).click()
    const refusal = office.getByRole('dialog', { name: 'Hylkää korjauspyyntö' })
    await refusal.getByLabel('Syy').fill('Tauko on jo kirjattu.')
    await refusal.getByRole('button', { name: 'Hylkää', exact: true }).click()
    await expect(office.getByText('Korjauspyyntö hylätty', { exact: true })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Omat työpäivät' }).click()
    await expect(page.getByRole('region', { name: 'Omat työpäivät' })).toContainText('Korjauspyyntö hylätty: Tauko on jo kirjattu.')
    await expect(page.getByRole('button', { name: /^Pyydä korjausta/ }).first()).toBeVisible()
  })
  await context.close()
})

test('in a night shift the driver and, on a phone, the dispatcher read on which day the times after midnight are', async ({ as, api }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'yokuljettaja', user_roles: ['kuljettaja'] })
  await planDay(admin, driver, [{ name: 'Yöovi' }], { alkuaika: 1430, kesto: 480 })
  const { page } = await as('yokuljettaja', { at: '/kuljettajan-etusivu', phone: true })
  const tomorrow = formatDay(addDays(startOfDay(Date.now() / 1000), 1)).slice(0, 2)
  await expect(page.getByText(`Työvuoro 23.50–${tomorrow} 7.50`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Seuraavat pysähdykset' })).toContainText(new RegExp(`Yöovi.*${tomorrow} [0-7]\\.\\d\\d`))
  await page.getByRole('navigation').getByRole('link', { name: 'Työvuorot' }).click()
  await expect(page.getByRole('article').first()).toContainText(`23.50–${tomorrow} 7.50`)
  const { page: office } = await as('yllapito', { at: '/ajot', phone: true, deaf: true })
  const route = office
    .getByRole('main')
    .locator('section')
    .filter({ hasText: `23.50–${tomorrow} 7.50` })
  await expect(route.getByRole('time')).toHaveText(['23.50', new RegExp(`^${tomorrow} [0-7]\\.\\d\\d$`)])
})
