import type { Page } from '@playwright/test'
import { makePerson, operate, rowOf, rowsOf } from './api-data.ts'
import { openDay, phone, planJobs, types } from './driver-day.ts'
import { expect, test } from './kuorma.ts'
import { leaveOutbox, type OlderOutbox, olderOutboxes, readOutbox, storedLabels } from './older-outbox.ts'

type Shipment = { attributes: { tila: string }; relationships: { kuvat: { data: unknown[] } } }

/** What the server has of the shipment, in the form of what is expected. */
async function foundOf(admin: Page, shipment: string) {
  const { attributes, relationships } = await rowOf<Shipment>(admin, `/jsonapi/lahetys_entity/lahetys/${shipment}`)
  const records = async (type: string) => (await rowsOf(admin, `/jsonapi/${type}/${type}?filter[lahetykset.id]=${shipment}`)).length
  const [signed, failed] = [await records('v_o_kuittaus_entity'), await records('toimituspoikkeama_entity')]
  return { tila: attributes.tila, signed, failed, pictures: relationships.kuvat.data.length }
}

/** The working day, its requests, checks and faults of the driver, in the form of what is expected. */
async function dayOf(admin: Page, driver: string) {
  const ofDriver = (type: string) => rowsOf<{ id: string }>(admin, `/jsonapi/${type}/${type}?filter[kuljettaja.id]=${driver}`)
  const days = await ofDriver('tyovuoro_kirjaus_entity')
  expect(days.length).toBeLessThanOrEqual(1)
  const tasks = await Promise.all(
    days.map(({ id }) =>
      rowsOf<{ attributes: { tyyppi: string } }>(
        admin,
        `/jsonapi/tyovuoro_kirjaus_tehtava_entity/tyovuoro_kirjaus_tehtava_entity?filter[tyovuoro_kirjaus.id]=${id}&sort=alkuaika`,
      ),
    ),
  )
  return {
    tasks: tasks.flat().map(({ attributes }) => attributes.tyyppi),
    requests: (await ofDriver('tyoaika_korjauspyynto')).length,
    checks: (await ofDriver('lahtotarkastus')).length,
  }
}

/** Plans the work of the outbox and brings it to the state that it had. */
async function planWork(admin: Page, driver: string, { jobs }: OlderOutbox): Promise<void> {
  await planJobs(
    admin,
    driver,
    jobs.map(({ door, order, shipment, leaving = 'ei' as const }) => ({ name: door, order, shipment, leaving })),
  )
  for (const { shipment, tila } of jobs)
    if (tila !== 'odottaa_noutoa')
      await operate(admin, [{ op: 'update', data: { type: types.shipment, id: shipment, attributes: { tila } } }])
}

for (const name of await olderOutboxes())
  test(`an outbox of an older build is sent completely, each action once: ${name}`, { tag: '@long' }, async ({ as, browser, server }) => {
    const { page: admin } = await as('yllapito', { deaf: true })
    const person = `vanha-${name}`
    const driver = await makePerson(admin, { name: person, user_roles: ['kuljettaja'] })
    const [car] = await rowsOf<{ id: string }>(admin, '/jsonapi/auto_entity/auto_entity?page[limit]=1&sort=rekisterinumero')
    const outbox = await readOutbox(name, { owner: driver, car: car?.id ?? '' })
    const { jobs, database, expected } = outbox
    await planWork(admin, driver, outbox)
    const context = await browser.newContext({ ...phone, baseURL: server })
    const left = await context.newPage()
    await left.goto('/healthz')
    await leaveOutbox(left, database)
    await left.close()

    // Twice, since what was sent must not be sent again.
    for (const opening of ['first', 'second']) {
      await test.step(`the app of today is opened the ${opening} time`, async () => {
        const page = opening === 'first' ? await openDay(context, person) : await context.newPage()
        await page.goto('/kuljettajan-etusivu')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect.poll(() => storedLabels(page, driver), { timeout: 60_000 }).toEqual(expected.left)
        await expect(page.getByRole('status').filter({ hasText: 'lähettämättä' })).toHaveCount(0)
        await expect(page.getByRole('status').filter({ hasText: 'vaatii huomiota' })).toHaveCount(expected.left.length)
        await page.close()
      })
      await test.step('the server has each action once, and nothing was refused', async () => {
        for (const { door, shipment } of jobs) expect(await foundOf(admin, shipment), door).toEqual(expected.shipments[shipment])
        const { tasks, requests, checks, faults } = expected
        expect(await dayOf(admin, driver)).toEqual({ tasks, requests, checks })
        const info = `Jarru vinkuu ${Number.parseInt(jobs[0]?.order ?? '', 10)}`
        expect(await rowsOf(admin, `/jsonapi/huolto_entity/huolto_entity?filter[info]=${info}`)).toHaveLength(faults)
        expect(await rowsOf(admin, `/jsonapi/ristiriita/ristiriita?filter[kuljettaja.id]=${driver}`)).toEqual([])
      })
    }
    await context.close()
  })
