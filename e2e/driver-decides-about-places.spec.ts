import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { makePerson, rowsOf } from './api-data.ts'
import { planJobs, startEarlier } from './driver-day.ts'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

const records = '/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'
const tasks = '/jsonapi/tyovuoro_kirjaus_tehtava_entity/tyovuoro_kirjaus_tehtava_entity'
type Row<A> = { id: string; attributes: A }

/** The types and the latitudes of the tasks that the server has stored of the driver's only day. */
async function storedPlaces(admin: Api, driver: string): Promise<[string, number | null][]> {
  const [day] = await rowsOf<Row<object>>(admin, `${records}?filter[kuljettaja.id]=${driver}`)
  if (!day) return []
  const rows = await rowsOf<Row<{ tyyppi: string; latitude: number | null }>>(
    admin,
    `${tasks}?filter[tyovuoro_kirjaus.id]=${day.id}&sort=drupal_internal__id`,
  )
  return rows.map(({ attributes: { tyyppi, latitude } }) => [tyyppi, latitude])
}

/** Where the phone is from now on; null when it does not let the browser know. */
const setPosition = (page: Page, coords: { latitude: number; longitude: number } | null) =>
  page.evaluate((where) => {
    Object.defineProperty(navigator.geolocation, 'watchPosition', {
      configurable: true,
      value: (onPosition: (position: unknown) => void, onError: () => void) => {
        if (where) onPosition({ coords: where })
        else onError()
        return 1
      },
    })
  }, coords)

test('a driver gives and withdraws the consent to places on the running day, and sees what is stored', async ({ as, api }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'paikkakuljettaja', user_roles: ['kuljettaja'] })
  const { page } = await as('paikkakuljettaja', { at: '/kuljettajan-etusivu', phone: true })
  const start = (task: string) => page.getByRole('group', { name: 'Työtehtävä' }).getByRole('button', { name: task }).click()
  const consent = page.getByRole('checkbox', { name: 'Tallenna työtehtävien paikat tällä laitteella' })
  const list = page.getByRole('region', { name: 'Päivän tehtävät' })

  await test.step('without the consent a task has no place', async () => {
    await expect(consent).not.toBeChecked()
    await page.getByRole('button', { name: /^Aloita päivä/ }).click()
    await start('Lastaus')
    const none = [
      ['MUU', null],
      ['LASTAUS', null],
    ]
    await expect.poll(() => storedPlaces(admin, driver)).toEqual(none)
  })

  await test.step('with the consent the next task has its place, which the driver sees', async () => {
    await page.getByRole('button', { name: 'Päivän tehtävät ja paikat' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByRole('link')).toHaveCount(0)
    await setPosition(page, { latitude: 61.4978, longitude: 23.761 })
    await consent.check()
    await start('Ajo')
    await expect(list.getByRole('link', { name: 'Tampere' })).toHaveAttribute('href', /61\.4978/)
    await expect.poll(async () => (await storedPlaces(admin, driver)).at(-1)).toEqual(['AJO', 61.4978])
    await expectAccessibleInFullRun(page)
  })

  await test.step('the page of an order on the driver’s car shows where it was last', async () => {
    const [job] = await planJobs(admin, driver, [{ name: 'Ovi Paikka' }])
    const { page: office } = await as('yllapito', { at: `/tilaus/${job?.order}`, deaf: true })
    const summary = office.getByRole('region', { name: 'Yhteenveto' })
    await expect(summary).toContainText(/\S viimeksi\s*Tampere, \d{1,2}\.\d\d/)
    // The car stands beside the pickup place.
    await expect(summary.getByRole('button', { name: '2 kohdetta, lähennä' })).toBeAttached()
  })

  await test.step('without the phone’s own permission a consent stores nothing', async () => {
    await consent.uncheck()
    await setPosition(page, null)
    await consent.check()
    await start('Purku')
    await expect(list.getByRole('listitem')).toHaveCount(4)
    await expect.poll(async () => (await storedPlaces(admin, driver)).at(-1)).toEqual(['PURKU', null])
  })

  await test.step('after it has been withdrawn nothing more is stored', async () => {
    await setPosition(page, { latitude: 61.4978, longitude: 23.761 })
    await consent.uncheck()
    await start('Tauko')
    await expect(list.getByRole('listitem')).toHaveCount(5)
    await expect(list.getByRole('link')).toHaveCount(1)
    await expect.poll(async () => (await storedPlaces(admin, driver)).at(-1)).toEqual(['TAUKO', null])
  })
})

test('a running day shows its warnings, also without a network', async ({ as, api }) => {
  await makePerson(await api('yllapito'), { name: 'pitkapaiva', user_roles: ['kuljettaja'] })
  await startEarlier(await api('pitkapaiva'), 17 * 60, [{ tyyppi: 'AJO', ago: 17 * 60 }])
  const { page, context } = await as('pitkapaiva', { at: '/kuljettajan-etusivu', phone: true, installed: true })
  const warnings = page.getByRole('list', { name: 'Työajan varoitukset' })
  await expect(page.getByRole('region', { name: 'Käynnissä: Ajo' })).toContainText('Ajoaika täynnä')
  await expect(warnings).toContainText(/Työpäivä on ollut auki 17\sh/)
  await expect(warnings).toContainText(/Ajoa 17\sh.* ilman riittävää taukoa/)
  await expect(warnings).toContainText(/Työpäivä on 17\sh/)
  await expectAccessibleInFullRun(page)
  const { page: office } = await as('yllapito', { at: '/', deaf: true })
  await expect(office.getByRole('region', { name: 'Auki jääneet työpäivät' }).getByRole('link', { name: 'Veikko Vilén' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.getByRole('group', { name: 'Työtehtävä' }).getByRole('button', { name: 'Tauko' }).click()
  await expect(page.getByRole('region', { name: 'Käynnissä: Tauko' })).toBeVisible()
  await page.getByRole('button', { name: 'Päätä päivä' }).click()
  const dialog = page.getByRole('dialog', { name: 'Päätä päivä' })
  await expect(dialog.getByText(/Työpäivä on 17\sh/)).toBeVisible()
  await expect(dialog).toContainText('Yötyö')
})
