// Outboxes as older builds left them on a device: frozen in e2e/outboxes, one file for each shape that items or stores have had.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { startOfDay } from '#domain/values/time/time.ts'
import type { Api } from './api.ts'
import { operate, rowOf, rowsOf } from './api-data.ts'
import { storedRows } from './device-database.ts'
import { planJobs, types } from './driver-day.ts'
import { expect } from './kuorma.ts'

const folder = join(import.meta.dirname, 'outboxes')
const state = z.enum(['odottaa_noutoa', 'kuljetuksessa', 'toimitettu', 'myohassa'])
const keyPath = z.union([z.null(), z.string(), z.array(z.string())])
const row = z.strictObject({ key: z.string().optional(), value: z.unknown() })

const outboxFile = z.strictObject({
  /** When such items were written, and what was new in them. */
  about: z.string(),
  /** The work of the items, and its state when the outbox was left. */
  jobs: z.array(
    z.strictObject({ door: z.string(), order: z.uuid(), shipment: z.uuid(), tila: state, leaving: z.literal('kylla').optional() }),
  ),
  /** `version`: of the browser, which is ten times Dexie's. */
  database: z.strictObject({
    version: z.int(),
    stores: z.array(z.strictObject({ name: z.string(), keyPath, indexes: z.array(z.string()), rows: z.array(row) })),
  }),
  /** What the server has once everything has been sent. `left`: labels of what had been refused before, and stays for its owner to decide. */
  expected: z.strictObject({
    shipments: z.record(z.uuid(), z.strictObject({ tila: state, signed: z.int(), failed: z.int(), pictures: z.int() })),
    left: z.array(z.string()),
    faults: z.int(),
    tasks: z.array(z.string()),
    requests: z.int(),
    checks: z.int(),
  }),
})
export type OlderOutbox = z.output<typeof outboxFile>

export const olderOutboxes = async (): Promise<string[]> => (await readdir(folder)).map((name) => name.replace(/\.json$/, '')).sort()

type Owner = { owner: string; car: string }

/** Reads a frozen outbox with the ids of this company and moments of today: `{"$ago": 60}` is a minute ago, `{"$midnight": true}` today's. */
async function readOutbox(name: string, { owner, car }: Owner, now: number): Promise<OlderOutbox> {
  const text = (await readFile(join(folder, `${name}.json`), 'utf8')).replaceAll('{owner}', owner).replaceAll('{car}', car)
  const revive = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if ('$ago' in value) return now - Number(value.$ago)
    return '$midnight' in value ? startOfDay(now) : value
  }
  return outboxFile.parse(JSON.parse(text, revive))
}

/** Leaves the database in the context as the older build had it. */
export async function leaveOutbox(context: BrowserContext, { database }: OlderOutbox): Promise<void> {
  const page = await context.newPage()
  await page.goto('/healthz')
  await writeDatabase(page, database)
  await page.close()
}

/** On a page of the origin that is not the app; `$blob` and `$map` become what they name. */
const writeDatabase = (page: Page, database: OlderOutbox['database']): Promise<void> =>
  page.evaluate(async ({ version, stores }) => {
    const revived = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(revived)
      if (typeof value !== 'object' || value === null) return value
      if ('$map' in value && Array.isArray(value.$map)) return new Map(value.$map)
      if ('$blob' in value && 'type' in value) {
        const bytes = Uint8Array.from(atob(String(value.$blob)), (digit) => digit.charCodeAt(0))
        return new Blob([bytes], { type: String(value.type) })
      }
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, revived(one)]))
    }
    const opening = indexedDB.open('kuorma', version)
    await new Promise((resolve, reject) => {
      opening.addEventListener('error', reject)
      opening.addEventListener('success', resolve)
      opening.addEventListener('upgradeneeded', () => {
        for (const { name, keyPath, indexes } of stores) {
          const store = opening.result.createObjectStore(name, { keyPath })
          for (const index of indexes) store.createIndex(index, index)
        }
      })
    })
    const names = stores.map(({ name }) => name)
    const writing = opening.result.transaction(names, 'readwrite')
    for (const { name, rows } of stores) for (const { key, value } of rows) writing.objectStore(name).put(revived(value), key)
    await new Promise((resolve, reject) => {
      writing.addEventListener('complete', resolve)
      writing.addEventListener('abort', () => reject(writing.error))
    })
    opening.result.close()
  }, database)

/** The labels of what the device still holds for the person. */
export async function storedLabels(page: Page, owner: string): Promise<string[]> {
  const items = await storedRows<{ owner: string; label: string }>(page, 'outbox')
  return items.filter((item) => item.owner === owner).map(({ label }) => label)
}

/** Plans the work of a frozen outbox, brings it to the state that it had, and returns the outbox with the actions of this moment. */
export async function planOutbox(admin: Api, driver: string, name: string): Promise<OlderOutbox> {
  const [car] = await rowsOf<{ id: string }>(admin, '/jsonapi/auto_entity/auto_entity?page[limit]=1&sort=rekisterinumero')
  // Its actions were done two seconds before: no action is older than the work that it is about.
  const read = () => readOutbox(name, { owner: driver, car: car?.id ?? '' }, Math.floor(Date.now() / 1000) + 2)
  const { jobs } = await read()
  await planJobs(
    admin,
    driver,
    jobs.map(({ door, order, shipment, leaving = 'ei' as const }) => ({ name: door, order, shipment, leaving })),
  )
  for (const { shipment, tila } of jobs)
    if (tila !== 'odottaa_noutoa')
      await operate(admin, [{ op: 'update', data: { type: types.shipment, id: shipment, attributes: { tila } } }])
  return read()
}

type Shipment = {
  attributes: { tila: string; timestamp_noudettu: number; timestamp_toimitettu: number }
  relationships: { kuvat: { data: unknown[] } }
}
type OfDevice = { attributes: { laitteen_aika: number } }

const item = z.looseObject({ kind: z.string(), at: z.number(), offset: z.number().nullish(), payload: z.looseObject({}) })
const dayInput = z.looseObject({ alkuaika: z.number().optional(), loppuaika: z.number().optional() })
const wholeMinute = (at: number): number => at - (at % 60)

/** When the actions of the outbox were done by their true times: those of the working day to the minute, all others at the same moment. */
function timesOf({ database }: OlderOutbox) {
  const items = database.stores
    .flatMap(({ rows }) => rows)
    .map(({ value }) => item.parse(typeof value === 'object' && value !== null && 'value' in value ? value.value : value))
  const ofDay = items.filter(({ kind }) => kind === 'tyoaika')
  const [at = 0, ...others] = new Set(items.filter((one) => !ofDay.includes(one)).map((one) => one.at + (one.offset ?? 0)))
  expect(others).toEqual([])
  const day = ofDay.map(({ offset, payload }) => {
    const { alkuaika, loppuaika } = dayInput.parse(payload.input)
    return wholeMinute((alkuaika ?? loppuaika ?? 0) + (offset ?? 0))
  })
  return { at, day }
}

/** Expects that the server has the outbox's actions on shipments and its faults, each once with its true time, and that nothing was refused. */
export async function expectSent(admin: Api, driver: string, outbox: OlderOutbox): Promise<void> {
  const { jobs, expected } = outbox
  const { at } = timesOf(outbox)
  for (const { door, shipment, tila } of jobs) {
    const { attributes, relationships } = await rowOf<Shipment>(admin, `/jsonapi/lahetys_entity/lahetys/${shipment}`)
    const records = (type: string) => rowsOf<OfDevice>(admin, `/jsonapi/${type}/${type}?filter[lahetykset.id]=${shipment}`)
    const [signed, failed] = [await records('v_o_kuittaus_entity'), await records('toimituspoikkeama_entity')]
    const found = { signed: signed.length, failed: failed.length, pictures: relationships.kuvat.data.length }
    expect({ tila: attributes.tila, ...found }, door).toEqual(expected.shipments[shipment])
    const times = [
      ...[...signed, ...failed].map((record) => record.attributes.laitteen_aika),
      ...(attributes.tila === 'toimitettu' ? [attributes.timestamp_toimitettu] : []),
      ...(tila === 'odottaa_noutoa' ? [attributes.timestamp_noudettu] : []),
    ]
    expect(times, door).toEqual(times.map(() => at))
  }
  const info = `Jarru vinkuu ${Number.parseInt(jobs[0]?.order ?? '', 10)}`
  expect(await rowsOf(admin, `/jsonapi/huolto_entity/huolto_entity?filter[info]=${info}`)).toHaveLength(expected.faults)
  expect(await rowsOf(admin, `/jsonapi/ristiriita/ristiriita?filter[kuljettaja.id]=${driver}`)).toEqual([])
}

type Day = { id: string; attributes: { alkuaika: number; loppuaika: number } }
type Task = { attributes: { tyyppi: string; alkuaika: number } }

/** The driver's working days by the types of their tasks, with their times; requests and checks. */
async function recordedBy(admin: Api, driver: string) {
  const ofDriver = <T>(type: string) => rowsOf<T>(admin, `/jsonapi/${type}/${type}?filter[kuljettaja.id]=${driver}`)
  const days = (await ofDriver<Day>('tyovuoro_kirjaus_entity')).sort((a, b) => a.attributes.alkuaika - b.attributes.alkuaika)
  const tasks = await Promise.all(
    days.map(({ id }) =>
      rowsOf<Task>(
        admin,
        `/jsonapi/tyovuoro_kirjaus_tehtava_entity/tyovuoro_kirjaus_tehtava_entity?filter[tyovuoro_kirjaus.id]=${id}&sort=alkuaika`,
      ),
    ),
  )
  return {
    days: days.map(({ attributes }, index) => ({
      tasks: (tasks[index] ?? []).map((task) => task.attributes.tyyppi),
      times: [...(tasks[index] ?? []).map((task) => task.attributes.alkuaika), attributes.loppuaika],
    })),
    requests: (await ofDriver('tyoaika_korjauspyynto')).length,
    checks: (await ofDriver<{ attributes: { tarkastettu: number } }>('lahtotarkastus')).map(({ attributes }) => attributes.tarkastettu),
  }
}

/** Expects the working day of the outbox, its request and its check, each once with its true time. `later`: how many days the driver has worked since. */
export async function expectRecorded(admin: Api, driver: string, outbox: OlderOutbox, { later }: { later: number }): Promise<void> {
  const { tasks, requests, checks } = outbox.expected
  const { at, day } = timesOf(outbox)
  const found = await recordedBy(admin, driver)
  expect(found.days.slice(0, found.days.length - later)).toEqual(tasks.length > 0 ? [{ tasks, times: day }] : [])
  // A later day has a request and a check of its own.
  expect(found.requests).toBe(requests + later)
  expect(found.checks.filter((one) => one === at)).toHaveLength(checks)
  expect(found.checks).toHaveLength(checks + later)
}
