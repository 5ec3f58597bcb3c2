// A driver's day over a network that comes and goes: in the end the server has every action once, with its true time and order.
import type { BrowserContext, Page } from '@playwright/test'
import { seededRandom } from '#domain/values/seeded-random.ts'
import { operate, ownIdOf, rowsOf } from './api-data.ts'
import { expect, type SignedInPage, test } from './kuorma.ts'
import { placed, shop, warehouse } from './order-form.ts'

/** `npm run soak` gives longer days and other seeds. */
const seed = Number(process.env.DAY_SEED ?? 1)
const doorCount = Number(process.env.DAY_DOORS ?? 6)
const random = seededRandom(seed)

/** The driver's phone is an hour ahead (seconds). */
const wrongBy = 3600
const [orderType, shipmentType] = ['tilaus_entity--tilaus_entity', 'lahetys_entity--lahetys']

type Job = { door: string; shipment: string; order: string }
const plans = ['deliver', 'deliver', 'undo', 'fail'] as const

async function makeJob(admin: Page, driver: string, door: string): Promise<Job> {
  const [customer] = await rowsOf<{ id: string }>(admin, '/jsonapi/asiakas_entity/asiakas_entity?page[limit]=1')
  const [order, shipment] = [crypto.randomUUID(), crypto.randomUUID()]
  const attributes = {
    maara: 1,
    yksikkopaino: 5,
    ...placed('nouto', { ...warehouse, nimi: `Nouto ${door}` }),
    ...placed('toimitus', { ...shop, nimi: door }),
  }
  const asiakas = { data: { type: 'asiakas_entity--asiakas_entity', id: customer?.id } }
  const relationships = { tilaus: { data: { type: orderType, id: order } }, kuljettaja: { data: { type: 'user--user', id: driver } } }
  await operate(admin, [
    { op: 'add', data: { type: orderType, id: order, relationships: { asiakas } } },
    { op: 'add', data: { type: shipmentType, id: shipment, attributes, relationships } },
  ])
  return { door, shipment, order }
}

/** Every page of the context has a clock that is ahead. */
const setAhead = (context: BrowserContext, seconds: number) =>
  context.addInitScript((ahead) => {
    const Real = Date
    class Ahead extends Real {
      constructor(...values: [] | [value: number | string | Date]) {
        super(values.length === 0 ? Real.now() + ahead * 1000 : values[0])
      }
      static override now(): number {
        return Real.now() + ahead * 1000
      }
    }
    globalThis.Date = Ahead as DateConstructor
  }, seconds)

const cardOf = (page: Page, job: Job) => page.getByRole('article').filter({ hasText: job.door })
const strip = (page: Page) => page.getByRole('status').filter({ hasText: /lähettämättä/ })

async function press(page: Page, job: Job, button: string): Promise<number> {
  const found = cardOf(page, job).getByRole('button', { name: button, exact: true })
  await expect(found).toBeVisible()
  // A step that has just appeared under the finger ignores presses for a moment.
  await expect(found).not.toHaveAttribute('aria-disabled', 'true')
  await found.click()
  return Math.floor(Date.now() / 1000)
}

async function deliver(page: Page, job: Job): Promise<number> {
  await press(page, job, 'Kuittaa')
  await page.getByLabel('Nimenselvennys').fill('Ville Vastaanottaja')
  await page.getByRole('button', { name: 'Merkitse risti' }).click()
  const at = Math.floor(Date.now() / 1000)
  await page.getByRole('button', { name: 'Kuittaa toimitus' }).click()
  await expect(page).toHaveURL(/\/tilaukset/)
  return at
}

async function failToDeliver(page: Page, job: Job): Promise<void> {
  await cardOf(page, job)
    .getByRole('button', { name: /^Muut, / })
    .click()
  await press(page, job, 'Toimitus ei onnistunut')
  const dialog = page.getByRole('dialog', { name: 'Toimitus ei onnistunut' })
  await dialog.getByRole('radio', { name: 'Vastaanottajaa ei tavoitettu' }).click()
  await dialog.getByRole('button', { name: 'Tallenna' }).click()
  await expect(dialog).toHaveCount(0)
}

type Revision = { muutokset: Record<string, [unknown, unknown]>; rivi: string }
async function statesOf(admin: Page, { shipment }: Job): Promise<unknown[]> {
  const rows = await rowsOf<Revision>(admin, `/api/muutoshistoria?tyyppi=${shipmentType}&id=${shipment}&page[limit]=250`)
  return rows
    .flatMap(({ muutokset, rivi }) => (rivi === shipment && muutokset.tila && muutokset.tila[0] !== null ? [muutokset.tila[1]] : []))
    .reverse()
}

type Shipment = { attributes: { tila: string; timestamp_noudettu: number; timestamp_toimitettu: number } }
const shipmentOf = async (admin: Page, { shipment }: Job) =>
  (await rowsOf<Shipment>(admin, `/jsonapi/lahetys_entity/lahetys?filter[id]=${shipment}`))[0]?.attributes

/** Actions of the working day, stored as the day screen stores them. */
const storeDay = (page: Page, owner: string, items: readonly object[]) =>
  page.evaluate(
    async ([userId, stored]) => {
      const opening = indexedDB.open('kuorma')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const writing = opening.result.transaction('outbox', 'readwrite')
      for (const item of stored) writing.objectStore('outbox').put({ ...item, owner: userId })
      await new Promise((resolve) => writing.addEventListener('complete', resolve))
      opening.result.close()
    },
    [owner, items] as const,
  )

/** Turns the network off or on before the next action; the answer to a change is lost now and then. */
async function shakeNetwork({ context }: Pick<SignedInPage, 'context'>): Promise<void> {
  await context.setOffline(random() < 0.5)
  if (random() < 0.2) {
    await context.route(
      '**/jsonapi/operations',
      async (route) => {
        await route.fetch().catch(() => undefined)
        await route.abort('internetdisconnected')
      },
      { times: 1 },
    )
  }
}

test('a day with a failing network, a killed page, a wrong clock and two devices reaches the server once, in order, with its true times', async ({
  as,
}) => {
  test.setTimeout(180_000 + doorCount * 20_000)
  const { page: admin } = await as('yllapito', { deaf: true })
  const phone = await as('kuljettaja', { phone: true })
  const second = await as('kuljettaja', { phone: true })
  const { context } = phone
  let { page } = phone
  const me = await ownIdOf(page)
  const jobs: Job[] = []
  for (let index = 0; index < doorCount; index += 1) jobs.push(await makeJob(admin, me, `Ovi ${index + 1}-${seed}`))
  const shared = await makeJob(admin, me, 'Ovi Yhteinen')

  await test.step('the phone’s clock is wrong, and the answer of a token refresh is lost', async () => {
    await setAhead(context, wrongBy)
    await context.route(
      '**/oauth/token',
      async (route) => {
        await route.fetch()
        await route.abort('internetdisconnected')
      },
      { times: 1 },
    )
    await page.goto('/tilaukset')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    for (const job of [...jobs, shared]) await expect(cardOf(page, job)).toBeVisible()
    // Measured in whole seconds.
    const measured = async () => Number(await page.evaluate(() => localStorage.getItem('kuorma.clock')))
    await expect.poll(async () => Math.abs((await measured()) + wrongBy)).toBeLessThanOrEqual(1)
    await second.page.goto('/tilaukset')
    await expect(cardOf(second.page, shared)).toBeVisible()
  })

  const times = new Map<string, { pickedUp: number; delivered?: number }>()
  const expected = new Map<string, string[]>()
  const now = () => Math.floor(Date.now() / 1000)
  const day = { start: crypto.randomUUID(), task: crypto.randomUUID(), at: now() }

  await test.step('every action is possible whatever the network does', async () => {
    for (const [index, job] of jobs.entries()) {
      await shakeNetwork(phone)
      const plan = plans[Math.floor(random() * plans.length)]
      let pickedUp = await press(page, job, 'Noudettu')
      const states = ['kuljetuksessa']
      if (plan === 'undo') {
        await shakeNetwork(phone)
        await press(page, job, 'Kumoa nouto')
        pickedUp = await press(page, job, 'Noudettu')
        states.push('odottaa_noutoa', 'kuljetuksessa')
      }
      await shakeNetwork(phone)
      if (plan === 'fail') {
        await failToDeliver(page, job)
        times.set(job.door, { pickedUp })
        expected.set(job.door, [...states, 'myohassa'])
      } else {
        times.set(job.door, { pickedUp, delivered: await deliver(page, job) })
        expected.set(job.door, [...states, 'toimitettu'])
      }
      if (index === Math.floor(jobs.length / 2)) {
        await context.setOffline(true)
        const at = now() + wrongBy
        const common = { kind: 'tyoaika', about: [], chain: ['tyopaiva'], refusal: '', offset: -wrongBy, load: 'small', tried: false, at }
        const input = { laitteen_ero: -wrongBy, alkuaika: at }
        await storeDay(page, me, [
          {
            ...common,
            id: crypto.randomUUID(),
            queuedAt: at * 1000,
            label: 'Työpäivän aloitus',
            payload: { car: null, input: { ...input, operation: 'POST_OPERATION_START_DAY', id: day.start, auto: null } },
          },
          {
            ...common,
            id: crypto.randomUUID(),
            queuedAt: at * 1000 + 1,
            label: 'Työtehtävä: Ajo',
            payload: { car: null, input: { ...input, operation: 'POST_OPERATION_START_TASK', id: day.task, tyyppi: 'AJO' } },
          },
        ])
        day.at = at - wrongBy
        // Killed: a new page of the app, without a network.
        await page.close({ runBeforeUnload: false })
        page = await context.newPage()
        await page.goto('/tilaukset')
        await expect(strip(page)).toBeVisible()
      }
    }
  })

  await test.step('both devices pick up the same goods, one of them without a network', async () => {
    await context.setOffline(true)
    times.set(shared.door, { pickedUp: await press(page, shared, 'Noudettu') })
    await press(second.page, shared, 'Noudettu')
    expected.set(shared.door, ['kuljetuksessa'])
    await expect.poll(async () => (await shipmentOf(admin, shared))?.tila).toBe('kuljetuksessa')
  })

  await test.step('the server has it all once, in order, with the true times', async () => {
    await context.setOffline(false)
    await expect(strip(page)).toHaveCount(0)
    await expect(strip(second.page)).toHaveCount(0)
    for (const job of [...jobs, shared]) {
      const row = await shipmentOf(admin, job)
      const time = times.get(job.door)
      const states = await statesOf(admin, job)
      // An undo of a pickup that had not been sent takes both back: neither reaches the server.
      const last = expected.get(job.door) ?? []
      expect([last, last.slice(-2)].map(String), job.door).toContain(String(states))
      expect(Math.abs((row?.timestamp_noudettu ?? 0) - (time?.pickedUp ?? 0)), `${job.door} picked up`).toBeLessThanOrEqual(5)
      if (time?.delivered === undefined) continue
      expect(Math.abs((row?.timestamp_toimitettu ?? 0) - time.delivered), `${job.door} delivered`).toBeLessThanOrEqual(5)
      const made = await rowsOf(admin, `/jsonapi/v_o_kuittaus_entity/v_o_kuittaus_entity?filter[lahetykset.id]=${job.shipment}`)
      expect(made, job.door).toHaveLength(1)
    }
    expect(await rowsOf(admin, '/jsonapi/ristiriita/ristiriita?filter[tila]=avoin')).toEqual([])
    type Task = { attributes: { alkuaika: number } }
    const tasks = await rowsOf<Task>(
      admin,
      `/jsonapi/tyovuoro_kirjaus_tehtava_entity/tyovuoro_kirjaus_tehtava_entity?filter[id]=${day.task}`,
    )
    expect(tasks.map(({ attributes }) => attributes.alkuaika)).toEqual([day.at - (day.at % 60)])
  })

  await test.step('what somebody changed meanwhile goes to the dispatcher with both sides, who accepts the driver’s', async () => {
    const late = await makeJob(admin, me, 'Ovi Riita')
    await page.reload()
    await expect(cardOf(page, late)).toBeVisible()
    await context.setOffline(true)
    const at = await press(page, late, 'Noudettu')
    await operate(admin, [
      {
        op: 'update',
        data: { type: shipmentType, id: late.shipment, attributes: { tila: 'peruutettu' }, meta: { syy: 'Asiakas perui.' } },
      },
    ])
    // Ten seconds: until then a rejection is shown to the driver alone.
    await expect.poll(() => now() - at, { timeout: 20_000 }).toBeGreaterThan(10)
    await context.setOffline(false)
    await expect(page.getByRole('status').filter({ hasText: 'ajojärjestelyllä' })).toBeVisible()
    await admin.goto('/')
    const conflicts = admin.getByRole('region', { name: 'Ristiriidat' })
    await expect(conflicts).toContainText('Peruutettu')
    await conflicts.getByRole('button', { name: /^Hyväksy kuljettajan tieto/ }).click()
    await expect(conflicts).toHaveCount(0)
    const row = await shipmentOf(admin, late)
    expect(row?.tila).toBe('kuljetuksessa')
    await expect(page.getByRole('status').filter({ hasText: 'ajojärjestelyllä' })).toHaveCount(0)
  })
})
