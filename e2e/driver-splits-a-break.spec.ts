import { makePerson, rowsOf } from './api-data.ts'
import { startEarlier } from './driver-day.ts'
import { expect, test } from './kuorma.ts'

test('a break in two parts is one in the driver’s day and its summary, and on the administrator’s timeline', async ({ as, api }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'taukokuljettaja', user_roles: ['kuljettaja'] })
  const own = await api('taukokuljettaja')
  // The same moment for all, however long they take.
  const now = Math.floor(Date.now() / 1000)
  const start = (...tasks: { tyyppi: string; ago: number }[]) => startEarlier(own, 400, tasks, now)
  await start({ tyyppi: 'AJO', ago: 400 }, { tyyppi: 'TAUKO', ago: 240 }, { tyyppi: 'AJO', ago: 225 })
  await start({ tyyppi: 'LASTAUS', ago: 150 })
  const { page } = await as('taukokuljettaja', { at: '/kuljettajan-etusivu', phone: true })
  const running = page.getByRole('region', { name: 'Käynnissä: Ajo' })

  await test.step('after the first part the second one is due', async () => {
    await expect(page.getByRole('region', { name: 'Käynnissä: Lastaus' })).toContainText('Ajoa jäljellä 35 min')
    await expect(page.getByRole('region', { name: 'Käynnissä: Lastaus' })).toContainText('sitten 30 min tauko')
  })

  await test.step('after the second part the whole driving time is left', async () => {
    await start({ tyyppi: 'TAUKO', ago: 90 }, { tyyppi: 'AJO', ago: 60 })
    await page.reload()
    await expect(running).toContainText(/Ajoa jäljellä 3\sh\s(29|30)\smin/)
    await expect(running).toContainText('sitten 45 min tauko')
    await expect(page.getByRole('list', { name: 'Työajan varoitukset' })).toHaveCount(0)
  })

  /** The sums of the day, by their names. */
  const summary = page.getByRole('region', { name: 'Päivän yhteenveto' })
  const sum = (name: string) =>
    summary
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole('definition')
  await test.step('the summary has both parts, and no warning', async () => {
    await page.getByRole('button', { name: 'Päätä päivä' }).click()
    await page.getByRole('dialog', { name: 'Päätä päivä' }).getByRole('button', { name: 'Päätä päivä' }).click()
    await expect(sum('Tauko')).toHaveText('45 min')
    await expect(sum('Lastaus')).toHaveText('1 h 00 min')
    await expect(sum('Ajo')).toHaveText(/^4\sh\s5[56]\smin$/)
    await expect(sum('Työaika')).toHaveText(/^5\sh\s5[56]\smin$/)
    await expect(sum('Päivän kesto')).toHaveText(/^6\sh\s4[01]\smin$/)
    await expect(page.getByRole('list', { name: 'Työajan varoitukset' })).toHaveCount(0)
  })

  await test.step('the administrator sees both parts on the timeline, their sum, and no warning', async () => {
    const days = '/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'
    const stored = () => rowsOf<{ id: string; attributes: { loppuaika: number } }>(admin, `${days}?filter[kuljettaja.id]=${driver}`)
    await expect.poll(async () => (await stored())[0]?.attributes.loppuaika).toBeGreaterThan(0)
    const { page: office } = await as('yllapito', { at: `/kirjaus/${(await stored())[0]?.id}`, deaf: true })
    const timeline = office.getByRole('region', { name: 'Työpäivä aikajanalla' })
    await expect(timeline.getByTitle(/^Tauko 15\smin$/)).toBeVisible()
    await expect(timeline.getByTitle(/^Tauko 30\smin$/)).toBeVisible()
    const sums = office.getByRole('region', { name: 'Summat' })
    await expect(
      sums
        .locator('div')
        .filter({ has: office.getByText('Tauko', { exact: true }) })
        .last(),
    ).toContainText('45 min')
    await expect(office.locator('[data-sum=tyoaika]')).toHaveText(/^5\sh\s5[56]\smin$/)
    await expect(office.getByText(/ilman riittävää taukoa/)).toHaveCount(0)
  })
})
