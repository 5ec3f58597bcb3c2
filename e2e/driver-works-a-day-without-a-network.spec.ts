// A driver's whole day over a network that comes and goes, pressed on the screens of the day from a seed: in the end the server has every action
// once, as an independent log of the presses has it, with its true time and order.
import type { Browser, Page, Route } from '@playwright/test'
import { seededRandom } from '#domain/values/seeded-random.ts'
import type { Api } from './api.ts'
import { makePerson, operate, rowOf, rowsOf } from './api-data.ts'
import { type Door, type DoorJob, phone as phoneOf, planDay, planJobs, openDay as signIn, types } from './driver-day.ts'
import {
  cardOf,
  countOneLess,
  type DriverDevice,
  failToDeliver,
  goThroughTerminal,
  leave,
  press,
  pressStep,
  pressTask,
  reportDelay,
  reportFault,
  sign,
  takePhoto,
} from './driver-presses.ts'
import { expect, type SignedInPage, test } from './kuorma.ts'
import { expectRecorded, expectSent, leaveOutbox, olderOutboxes, planOutbox, storedLabels } from './older-outbox.ts'
import { changes, loseAnswer, setAhead, turnClock, unsteadyNetwork } from './unsteady-network.ts'

/** `npm run soak` gives longer days and other seeds. */
const seed = Number(process.env.DAY_SEED ?? 1)
const extraDoors = Math.max(0, Number(process.env.DAY_DOORS ?? 6) - 6)

/** The driver's phone is an hour ahead (seconds). */
const wrongBy = 3600
const leastCuts = 20
const tasks = [
  ['AJO', 'Ajo'],
  ['TAUKO', 'Tauko'],
  ['ODOTUS', 'Odotus'],
  ['TANKKAUS', 'Tankkaus'],
  ['PESU', 'Pesu'],
  ['MUU', 'Muu'],
] as const

/** How the goods of a door are handled: one of each, the longer days more of them. */
const plans = ['sign', 'undo', 'fail', 'leave', 'transfer'] as const
type Plan = (typeof plans)[number]
type Job = DoorJob & { from: string; plan: Plan; states: string[]; pickedUp: number; done: number }

const holdBack = (route: Route) => route.abort('internetdisconnected')
const strip = (page: Page) => page.getByRole('status').filter({ hasText: /lähettämättä/ })
const within = (found: number, pressed: number, what: string) => expect(Math.abs(found - pressed), what).toBeLessThanOrEqual(60)

async function pickUp(device: DriverDevice, job: Job): Promise<void> {
  if (job.plan === 'sign') await countOneLess(device, job.from)
  job.pickedUp = await pressStep(device, job.from, 'Noudettu')
  job.states.push('kuljetuksessa')
  if (job.plan !== 'undo') return
  await device.before()
  await press(device.page.getByRole('button', { name: `Kumoa nouto: ${job.from}` }))
  await takePhoto(device, job.from)
  job.pickedUp = await pressStep(device, job.from, 'Noudettu')
  job.states.push('odottaa_noutoa', 'kuljetuksessa')
}

async function finish(device: DriverDevice, job: Job): Promise<void> {
  if (job.plan === 'sign') {
    await reportDelay(device, job.door)
    job.states.push('myohassa')
  }
  if (job.plan === 'transfer') {
    await goThroughTerminal(device, job.door)
    job.states.push('odottaa_siirtoa', 'siirto', 'siirretty', 'kuljetuksessa')
  }
  job.done = await (job.plan === 'fail' ? failToDeliver : job.plan === 'leave' ? leave : sign)(device, job.door)
  job.states.push(job.plan === 'fail' ? 'myohassa' : 'toimitettu')
}

type Revision = { muutokset: Record<string, [unknown, unknown]>; rivi: string }
async function changesOf(admin: Api, shipment: string, field: string): Promise<unknown[]> {
  const rows = await rowsOf<Revision>(admin, `/api/muutoshistoria?tyyppi=${types.shipment}&id=${shipment}&page[limit]=250`)
  return rows
    .flatMap(({ muutokset, rivi }) => {
      const change = rivi === shipment ? muutokset[field] : undefined
      return change && change[0] !== null ? [change[1]] : []
    })
    .reverse()
}

type Shipment = {
  attributes: { tila: string; timestamp_noudettu: number; timestamp_toimitettu: number; noudettu_maara: number }
  relationships: { kuvat: { data: unknown[] } }
}
type WithPictures = Pick<Shipment, 'relationships'>
const shipmentOf = (admin: Api, id: string) => rowOf<Shipment>(admin, `/jsonapi/lahetys_entity/lahetys/${id}`)

/** Compares what the server has of a job with what was pressed. */
async function expectJob(admin: Api, job: Job): Promise<void> {
  const { attributes, relationships } = await shipmentOf(admin, job.shipment)
  // An undo of a pickup that had not been sent takes both back: neither reaches the server.
  const undone = job.plan === 'undo' ? [job.states, job.states.slice(2)] : [job.states]
  expect(undone.map(String), job.door).toContain(String(await changesOf(admin, job.shipment, 'tila')))
  within(attributes.timestamp_noudettu, job.pickedUp, `${job.door} picked up`)
  if (job.plan !== 'fail') within(attributes.timestamp_toimitettu, job.done, `${job.door} delivered`)
  if (job.plan === 'sign') {
    expect(attributes.noudettu_maara, job.door).toBe(2)
    expect(await changesOf(admin, job.shipment, 'luvattu_aika'), job.door).toHaveLength(1)
  }
  expect(relationships.kuvat.data, job.door).toHaveLength(job.plan === 'undo' || job.plan === 'leave' ? 1 : 0)
  const records = (type: string) => rowsOf<WithPictures>(admin, `/jsonapi/${type}/${type}?filter[lahetykset.id]=${job.shipment}`)
  const [signed, failed] = [await records('v_o_kuittaus_entity'), await records('toimituspoikkeama_entity')]
  expect(signed, job.door).toHaveLength(job.plan === 'fail' ? 0 : 1)
  expect(
    failed.map((record) => record.relationships.kuvat.data.length),
    job.door,
  ).toEqual(job.plan === 'fail' ? [1] : [])
}

type Stamp = { aika: number; laitteen_aika: number; laitteen_ero: number | null }
type Day = {
  id: string
  attributes: { alkuperainen: { alku: Stamp | null; loppu: Stamp | null; tehtavat: (Stamp & { tyyppi: string })[] } }
}
type Task = { attributes: { tyyppi: string; tarkista: string[] } }

/** The clock offset that the device has measured: whole seconds. */
const measured = async (page: Page) => Number(await page.evaluate(() => localStorage.getItem('kuorma.clock')))

async function openDay({ page }: SignedInPage): Promise<void> {
  await page.goto('/kuljettajan-etusivu')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect(page.getByRole('article').filter({ hasText: 'Seuraava' })).toBeVisible()
}

type Fixtures = {
  as: (name: string, options: { at: string; phone?: boolean; installed?: boolean; deaf?: boolean }) => Promise<SignedInPage>
  api: (name: string) => Promise<Api>
  browser: Browser
  server: string
}

/** `older`: the outbox of an older build that the phone has not sent when the day begins. `random` draws the faults. */
async function workWholeDay({ as, api, browser, server }: Fixtures, older: string | null, random: () => number): Promise<void> {
  test.setTimeout(600_000 + extraDoors * 30_000)
  const tag = older === null ? `${seed}` : `${seed}-${older}`
  const person = `paivatyo${tag}`
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: person, user_roles: ['kuljettaja'] })
  const left = older === null ? null : await planOutbox(admin, driver, older)
  const chosen: Plan[] = [...plans, ...Array.from({ length: extraDoors }, () => plans[Math.floor(random() * plans.length)] ?? 'sign')]
  const doors: Door[] = [...chosen, 'sign' as const].map((plan, index) => ({
    ...{ name: `Ovi ${index + 1}-${tag}`, from: `Nouto ${index + 1}-${tag}`, pieces: 3, street: 'Uusikatu' },
    leaving: plan === 'leave' ? 'kylla' : 'ei',
  }))
  const { car, jobs: planned } = await planDay(admin, driver, doors)
  const jobs = planned.map((job, index): Job => {
    const [from = '', plan = 'sign'] = [doors[index]?.from, chosen[index]]
    return { ...job, from, plan, states: [], pickedUp: 0, done: 0 }
  })
  const [own, ofSecond] = [jobs.slice(0, -1), jobs.at(-1)]
  if (!ofSecond) throw new Error('No job for the second device')

  const openApp = () => as(person, { at: '/kuljettajan-etusivu', phone: true, installed: true })
  const tablet = await openApp()
  const phone = await (async () => {
    if (!left) return openApp()
    const context = await browser.newContext({ ...phoneOf, baseURL: server })
    await leaveOutbox(context, left)
    // Nothing of the outbox is sent before the day has begun.
    await context.route(changes, holdBack)
    return { page: await signIn(context, person), context }
  })()
  const [network, otherNetwork] = [unsteadyNetwork(phone.context, random), unsteadyNetwork(tablet.context, random)]
  const first: DriverDevice = { page: phone.page, before: network.shake, tasks: [] }
  const second: DriverDevice = { page: tablet.page, before: otherNetwork.shake, tasks: [] }
  const log = { start: 0, end: 0 }
  /** The strip alone does not tell: it is not shown for what may be sent at once. */
  const allSent = async (device: DriverDevice): Promise<void> => {
    const stays = device === first ? (left?.expected.left ?? []) : []
    await expect.poll(() => storedLabels(device.page, driver), { timeout: 60_000 }).toEqual(stays)
    await expect(strip(device.page)).toHaveCount(0)
  }

  await test.step('the phone’s clock is wrong, and the answer of a token refresh is lost', async () => {
    await setAhead(phone.context, wrongBy)
    await setAhead(tablet.context, 0)
    const lost = await loseAnswer(phone.context, '**/oauth/token')
    await openDay(phone)
    await expect.poll(async () => Math.abs((await measured(first.page)) + wrongBy)).toBeLessThanOrEqual(1)
    expect(lost()).toBe(1)
  })

  await test.step('the day begins with a checked car and a fault of it', async () => {
    await reportFault(first, { car, text: `Peili on haljennut ${tag}` })
    await first.page.getByRole('button', { name: /^Ajoonlähtötarkastus/ }).click()
    await first.page.getByRole('button', { name: 'Loput kunnossa' }).click()
    await network.shake()
    log.start = await press(first.page.getByRole('button', { name: 'Aloita päivä' }))
    await expect(first.page.getByRole('region', { name: 'Käynnissä: Muu' })).toBeVisible()
    if (left) expect(await storedLabels(first.page, driver)).toEqual(expect.arrayContaining([...left.expected.left, 'Työpäivän aloitus']))
    await phone.context.unroute(changes, holdBack)
    await network.restore()
    await allSent(first)
    await openDay(tablet)
    await expect(second.page.getByRole('region', { name: 'Käynnissä: Muu' })).toBeVisible()
    await pressTask(second, ['LASTAUS', 'Lastaus'])
  })

  await test.step('both devices work the whole day, whatever the network does; the first page is killed in the middle', async () => {
    for (const [index, job] of own.entries()) {
      await pickUp(first, job)
      const task = tasks[index % tasks.length]
      if (task) await pressTask(first, task)
      await finish(first, job)
      if (index === 1) await pickUp(second, ofSecond)
      if (index === 2) await pressTask(second, ['PESU', 'Pesu'])
      if (index !== Math.floor(own.length / 2)) continue
      await network.cut()
      // The other device's task began just before: times are whole seconds, and so are the measured offsets of clocks.
      await first.page.waitForTimeout(3000)
      await pressTask({ ...first, before: async () => undefined }, ['MUU', 'Muu'])
      await first.page.close({ runBeforeUnload: false })
      first.page = await phone.context.newPage()
      await first.page.goto('/kuljettajan-etusivu')
      await expect(strip(first.page)).toBeVisible()
    }
    await finish(second, ofSecond)
  })

  // In the older outbox the half hour before is a working day of its own, to which the task would belong.
  const isSetBack = !left || left.expected.tasks.length === 0
  await test.step('the clock of the second device is set back while it has no network', async () => {
    await otherNetwork.cut()
    if (isSetBack) {
      await turnClock(second.page, -1800)
      // It takes its place by its own time, so another task still runs.
      await press(second.page.getByRole('button', { name: 'Tankkaus', exact: true }))
      await expect(strip(second.page)).toBeVisible()
      await turnClock(second.page, 0)
    }
    await otherNetwork.restore()
    await allSent(second)
  })

  await test.step('the day ends, and a correction is asked for', async () => {
    await network.shake()
    await first.page.getByRole('button', { name: 'Päätä päivä' }).click()
    const dialog = first.page.getByRole('dialog', { name: 'Päätä päivä' })
    log.end = await press(dialog.getByRole('button', { name: 'Päätä päivä' }))
    const summary = first.page.getByRole('region', { name: 'Päivän yhteenveto' })
    await network.restore()
    await allSent(first)
    await network.cut()
    await summary.getByRole('button', { name: 'Pyydä korjausta' }).click()
    await first.page.getByRole('textbox', { name: 'Mitä pitäisi korjata ja miksi?' }).fill(`Tauko puuttuu ${tag}.`)
    await press(first.page.getByRole('button', { name: 'Lähetä pyyntö' }))
    await expect(strip(first.page)).toBeVisible()
    await expect(summary.getByText('Korjauspyyntö lähetetään, kun yhteys palaa')).toBeVisible()
    await network.restore()
    await allSent(first)
  })

  await test.step('the network was cut and restored at least twenty times', () => {
    const [cuts, restores] = (['cuts', 'restores'] as const).map((one) => network.counts[one] + otherNetwork.counts[one])
    expect(cuts).toBeGreaterThanOrEqual(leastCuts)
    expect(restores).toBeGreaterThanOrEqual(leastCuts)
  })

  await test.step('the server has each action of the deliveries once, in order, with its true time, and nothing was refused', async () => {
    for (const job of jobs) await expectJob(admin, job)
    expect(await rowsOf(admin, `/jsonapi/ristiriita/ristiriita?filter[kuljettaja.id]=${driver}`)).toEqual([])
    if (left) {
      await expectSent(admin, driver, left)
      await expectRecorded(admin, driver, left, { later: 1 })
    }
    const faults = await rowsOf(admin, `/jsonapi/huolto_entity/huolto_entity?filter[info]=Peili on haljennut ${tag}`)
    expect(faults).toHaveLength(1)
    const ofDriver = (type: string) => rowsOf(admin, `/jsonapi/${type}/${type}?filter[kuljettaja.id]=${driver}`)
    expect(await ofDriver('lahtotarkastus')).toHaveLength(1 + (left?.expected.checks ?? 0))
    expect(await ofDriver('tyoaika_korjauspyynto')).toHaveLength(1 + (left?.expected.requests ?? 0))
  })

  await test.step('one working day has the tasks of both devices with the devices’ times and offsets; the doubtful one is to be checked', async () => {
    const days = await rowsOf<Day>(
      admin,
      `/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity?filter[kuljettaja.id]=${driver}&sort=-alkuaika`,
    )
    // The older build had recorded a day as well.
    expect(days).toHaveLength(left && left.expected.tasks.length > 0 ? 2 : 1)
    const [day] = days
    const { alku, loppu, tehtavat } = day?.attributes.alkuperainen ?? { alku: null, loppu: null, tehtavat: [] }
    for (const [stamp, at] of [
      [alku, log.start],
      [loppu, log.end],
    ] as const) {
      within(stamp?.aika ?? 0, at, 'the day')
      within(stamp?.laitteen_aika ?? 0, at + wrongBy, 'the day by the device')
      within(stamp?.laitteen_ero ?? 0, -wrongBy, 'the offset')
    }
    const ofFirst = tehtavat.filter(({ laitteen_ero }) => (laitteen_ero ?? 0) < -wrongBy / 2)
    expect(ofFirst.map(({ tyyppi }) => tyyppi).join(' ')).toMatch(new RegExp(`^(MUU )?${first.tasks.map(({ what }) => what).join(' ')}$`))
    for (const [index, task] of ofFirst.slice(-first.tasks.length).entries()) {
      within(task.aika, first.tasks[index]?.at ?? 0, task.tyyppi)
      within(task.laitteen_aika + (task.laitteen_ero ?? 0), first.tasks[index]?.at ?? 0, task.tyyppi)
    }
    const others = tehtavat.filter((task) => !ofFirst.includes(task))
    expect(others.map(({ tyyppi }) => tyyppi)).toEqual([...second.tasks.map(({ what }) => what), ...(isSetBack ? ['TANKKAUS'] : [])])
    const rows = await rowsOf<Task>(
      admin,
      `/jsonapi/tyovuoro_kirjaus_tehtava_entity/tyovuoro_kirjaus_tehtava_entity?filter[tyovuoro_kirjaus.id]=${day?.id}&page[limit]=250`,
    )
    const doubtful = rows.filter(({ attributes }) => attributes.tarkista.length > 0)
    expect(doubtful.map(({ attributes }) => [attributes.tyyppi, attributes.tarkista])).toEqual(
      isSetBack ? [['TANKKAUS', ['ennen_alkua']]] : [],
    )
  })

  await test.step('what somebody changed meanwhile goes to the dispatcher with both sides, who accepts the driver’s', async () => {
    const [late] = await planJobs(admin, driver, [{ name: 'Ovi Riita', from: 'Nouto Riita' }])
    if (!late) throw new Error('Nothing was planned')
    await first.page.reload()
    const pickup = { ...first, before: async () => undefined }
    await cardOf(pickup, 'Nouto Riita')
    await network.cut()
    await pressStep(pickup, 'Nouto Riita', 'Noudettu')
    await operate(admin, [
      {
        op: 'update',
        data: { type: types.shipment, id: late.shipment, attributes: { tila: 'peruutettu' }, meta: { syy: 'Asiakas perui.' } },
      },
    ])
    // At once: what was done without a network is a conflict, however soon the network returns.
    await network.restore()
    // What had been refused before stands first.
    const says = left && left.expected.left.length > 0 ? 'vaatii huomiota' : 'ajojärjestelyllä'
    await expect(first.page.getByRole('status').filter({ hasText: says })).toBeVisible()
    const { page: office } = await as('yllapito', { at: '/', deaf: true })
    const conflicts = office.getByRole('region', { name: 'Ristiriidat' })
    await expect(conflicts).toContainText('Peruutettu')
    await conflicts.getByRole('button', { name: /^Hyväksy kuljettajan tieto/ }).click()
    await expect(conflicts).toHaveCount(0)
    expect((await shipmentOf(admin, late.shipment)).attributes.tila).toBe('kuljetuksessa')
    await expect(first.page.getByRole('status').filter({ hasText: 'ajojärjestelyllä' })).toHaveCount(0)
  })
  if (left) await phone.context.close()
}

test(
  'a whole day with a failing network, a killed page, a wrong clock and two devices reaches the server once, in order, with its true times',
  {
    tag: '@long',
  },
  ({ as, api, browser, server }) => workWholeDay({ as, api, browser, server }, null, seededRandom(seed)),
)

for (const [index, name] of (await olderOutboxes()).entries())
  test(`the same day begins with the unsent outbox of an older build: ${name}`, { tag: '@long' }, ({ as, api, browser, server }) =>
    workWholeDay({ as, api, browser, server }, name, seededRandom(seed + index + 1)),
  )
