import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { operate, rowsOf } from './api-data.ts'
import { storedRows } from './device-database.ts'
import { expect, test } from './kuorma.ts'

const type = 'tyovuoro_entity--tyovuoro_entity'
type Shift = { id: string; attributes: { timestamp_luettu: number } }

test('a driver reads a published shift, which the dispatcher sees as read, also without a network', async ({ as, api }) => {
  const admin = await api('yllapito')
  const [me, id] = [(await api('kuljettaja')).id, crypto.randomUUID()]
  const attributes = { paiva: addDays(startOfDay(Date.now() / 1000), 13), tyyppi: 'KOULUTUS', alkuaika: 480, kesto: 420, tila: 'PUBLISHED' }
  const relationships = { kuljettaja: { data: { type: 'user--user', id: me } } }
  await operate(admin, [{ op: 'add', data: { type, id, attributes, relationships } }])
  const readAt = async () =>
    (await rowsOf<Shift>(admin, `/jsonapi/tyovuoro_entity/tyovuoro_entity?filter[id]=${id}`))[0]?.attributes.timestamp_luettu ?? 0
  expect(await readAt()).toBe(0)
  const { page, context } = await as('kuljettaja', { phone: true, installed: true, at: '/kuljettajan-tyovuorot' })
  const training = page.getByRole('article').filter({ hasText: 'Koulutuksessa' })
  await expect(training).toContainText('Uusi tai muuttunut')
  await expect.poll(readAt).toBeGreaterThan(0)
  const shifts = await page.getByRole('article').count()

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect(training).toBeVisible()
  // The device stores what was read within a second (web/data/device/stored-reads.ts).
  await expect.poll(async () => JSON.stringify(await storedRows(page, 'reads'))).toContain(id)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/Ei verkkoyhteyttä – näet vuorot, jotka haettiin/)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(shifts)
  await context.setOffline(false)
})

test('a driver makes a calendar link, with which a calendar reads the shifts until the link is removed', async ({ as }) => {
  const { page } = await as('kuljettaja', { at: '/kuljettajan-tyovuorot', phone: true })
  await page.getByRole('button', { name: 'Lisää kalenteriin' }).click()
  const address = await page.getByRole('textbox', { name: 'Kalenterin osoite' }).inputValue()
  const feed = await page.request.get(address)
  expect([feed.status(), feed.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(await feed.text()).toMatch(/^BEGIN:VCALENDAR[\s\S]*SUMMARY:Töissä/)
  await page.reload()
  await expect(page.getByText(/Kalenteri haki vuorot viimeksi/)).toBeVisible()
  await page.getByRole('button', { name: 'Poista linkki' }).click()
  await expect(page.getByText('Kalenterilinkki on poistettu.')).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
})
