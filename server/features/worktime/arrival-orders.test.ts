// What two devices of one driver stored may arrive in any order (rules/worktime.md#bounds).
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Recording } from '#domain/entities/worktime/recording.ts'
import { type TaskType, taskTypes } from '#domain/entities/worktime/task-types.ts'
import { stretchesOf } from '#domain/features/worktime/recorded-day.ts'
import { addDays, atTime, midnightOf } from '#domain/values/time/time.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const path = '/api/tyovuoro-kirjaus'
const records = '/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'
const monday = midnightOf('2026-11-16')
const on = (hours: number, minutes = 0, day = 0): number => atTime(addDays(monday, day), hours, minutes)

let server: TestServer
let admin: Person
let driver: Person
let [car, otherCar] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  server.clock.now = on(18, 0, 4)
  admin = await server.person(['yllapito'])
  ;[car, otherCar] = [randomUUID(), randomUUID()]
  await insert(server.pool, 'auto', { id: car, rekisterinumero: 'SAA-101' }, server.clock.now)
  await insert(server.pool, 'auto', { id: otherCar, rekisterinumero: 'SAA-102' }, server.clock.now)
})
afterAll(() => server.close())
beforeEach(async () => {
  driver = await server.person(['kuljettaja'])
})

type Press =
  | { kind: 'start'; at: number; auto?: string }
  | { kind: 'task'; id: string; at: number; tyyppi: TaskType }
  | { kind: 'end'; at: number }
async function send(press: Press) {
  const body = {
    start: () => ({ operation: 'POST_OPERATION_START_DAY', auto: press.kind === 'start' ? (press.auto ?? car) : null, alkuaika: press.at }),
    task: () => ({
      operation: 'POST_OPERATION_START_TASK',
      ...(press.kind === 'task' ? { id: press.id, tyyppi: press.tyyppi } : {}),
      alkuaika: press.at,
    }),
    end: () => ({ operation: 'POST_OPERATION_END_DAY', loppuaika: press.at }),
  }[press.kind]()
  const answer = await driver.call('POST', path, { ...body, laitteen_ero: 0 })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const task = (tyyppi: TaskType, at: number): Press => ({ kind: 'task', id: randomUUID(), tyyppi, at })

type StoredRecord = {
  id: string
  alkuaika: number
  loppuaika: number
  tarkista: string[]
  alkuperainen: Recording
  tehtavat: { tyyppi: TaskType; alkuaika: number }[]
  [sum: `aika_${string}`]: number
}
async function stored(): Promise<StoredRecord[]> {
  const { body } = await admin.call('GET', `${records}?sort=alkuaika&filter[kuljettaja.id]=${driver.id}&include=tyotehtavat`)
  return body.data.map(({ id, attributes, relationships }: never) => {
    const ids = (relationships as { tyotehtavat: { data: { id: string }[] } }).tyotehtavat.data.map((one) => one.id)
    const tehtavat = (body.included ?? [])
      .filter((one: { id: string; attributes: { status: number } }) => ids.includes(one.id) && one.attributes.status === 1)
      .map((one: { attributes: object }) => one.attributes)
    return { ...(attributes as object), id, tehtavat }
  })
}

describe('a press of the type that runs', () => {
  test('goes on after a break that arrives later', async () => {
    for (const press of [{ kind: 'start', at: on(6) } as const, task('AJO', on(8)), task('AJO', on(10))]) await send(press)
    expect((await stored())[0]?.tehtavat.map(({ tyyppi }) => tyyppi)).toEqual(['MUU', 'AJO'])
    await send(task('TAUKO', on(9)))
    await send({ kind: 'end', at: on(12) })
    const [day] = await stored()
    expect(day).toMatchObject({ aika_muu: 120, aika_ajo: 180, aika_tauko: 60, tarkista: [] })
    expect(day?.alkuperainen.tehtavat.map(({ tyyppi, aika }) => [tyyppi, aika])).toEqual([
      ['MUU', on(6)],
      ['AJO', on(8)],
      ['AJO', on(10)],
      ['TAUKO', on(9)],
    ])
  })
})

const presses = fc
  .array(
    fc.record({
      minute: fc.integer({ min: 1, max: 8 * 60 }),
      tyyppi: fc.constantFrom(...(Object.keys(taskTypes) as TaskType[]).slice(0, 4)),
    }),
    {
      minLength: 2,
      maxLength: 6,
    },
  )
  .map((list) => [...new Map(list.map((one) => [one.minute, one])).values()])

test('tasks of an open day give the same day, whatever order they arrive in', async () => {
  await fc.assert(
    fc.asyncProperty(presses, fc.infiniteStream(fc.nat()), async (made, order) => {
      driver = await server.person(['kuljettaja'])
      const tasks = made.map(({ minute, tyyppi }) => task(tyyppi, on(6) + minute * 60))
      const arriving = tasks.map((press) => ({ press, rank: order.next().value ?? 0 })).sort((a, b) => a.rank - b.rank)
      await send({ kind: 'start', at: on(6) })
      for (const { press } of arriving) await send(press)
      await send({ kind: 'end', at: on(15) })
      const [day, ...others] = await stored()
      const wanted = tasks.flatMap((press) => (press.kind === 'task' ? [{ tyyppi: press.tyyppi, alkuaika: press.at }] : []))
      const changes = (tehtavat: { tyyppi: TaskType; alkuaika: number }[]) =>
        stretchesOf({ alkuaika: on(6), loppuaika: on(15), tehtavat })
          .filter(({ tyyppi }, index, all) => all[index - 1]?.tyyppi !== tyyppi)
          .map(({ tyyppi, start }) => [tyyppi, start])
      expect(others).toEqual([])
      expect(changes(day?.tehtavat ?? [])).toEqual(changes(wanted))
      const recorded = new Set(day?.alkuperainen.tehtavat.map(({ id }) => id))
      expect(tasks.filter((press) => press.kind === 'task' && !recorded.has(press.id))).toEqual([])
    }),
    { numRuns: 8 },
  )
})

test('starts, tasks and ends are all in a recording once, whatever order they arrive in, and however often', async () => {
  await fc.assert(
    fc.asyncProperty(presses, fc.infiniteStream(fc.nat()), async (made, order) => {
      driver = await server.person(['kuljettaja'])
      const day: Press[] = [
        { kind: 'start', at: on(6) },
        ...made.map(({ minute, tyyppi }) => task(tyyppi, on(6) + minute * 60)),
        { kind: 'end', at: on(15) },
      ]
      const arriving = day.map((press) => ({ press, rank: order.next().value ?? 0 })).sort((a, b) => a.rank - b.rank)
      for (const { press } of arriving) {
        await send(press)
        if (press.kind !== 'start') await send(press)
      }
      const recordings = (await stored()).map(({ alkuperainen }) => alkuperainen)
      const count = <T>(list: T[], is: (one: T) => boolean) => list.filter(is).length
      for (const press of day) {
        if (press.kind === 'task')
          expect(
            count(
              recordings.flatMap(({ tehtavat }) => tehtavat),
              ({ id }) => id === press.id,
            ),
          ).toBe(1)
        else {
          const own = press.kind === 'start' ? 'alku' : 'loppu'
          const stamps = recordings.flatMap(({ [own]: stamp, muut }) => [stamp, ...muut.filter(({ laji }) => laji === own)])
          expect(count(stamps, (stamp) => stamp?.laitteen_aika === press.at)).toBeGreaterThan(0)
        }
      }
    }),
    { numRuns: 8 },
  )
})

describe('a day that was left open', () => {
  test('does not swallow the next one, which was begun on a device that did not know it', async () => {
    await send({ kind: 'start', at: on(6) })
    await send(task('AJO', on(7)))
    await send({ kind: 'start', at: on(5, 50, 1), auto: otherCar })
    await send(task('AJO', on(7, 0, 1)))
    await send({ kind: 'end', at: on(15, 0, 1) })
    const days = await stored()
    expect(days).toMatchObject([
      { alkuaika: on(6), loppuaika: on(7), tarkista: ['ei_lopetusta'] },
      { alkuaika: on(5, 50, 1), loppuaika: on(15, 0, 1), tarkista: [], aika_ajo: 480 },
    ])
    // Its end and its tasks complete it, also when they arrive last.
    await send(task('TAUKO', on(11)))
    await send({ kind: 'end', at: on(14) })
    expect((await stored())[0]).toMatchObject({ loppuaika: on(14), tarkista: [], aika_ajo: 240, aika_tauko: 180 })
  })

  test('is flagged when its tasks or its end come more than a day later', async () => {
    await send({ kind: 'start', at: on(6) })
    await send(task('AJO', on(7, 0, 1)))
    expect((await stored())[0]).toMatchObject({ loppuaika: 0, tarkista: ['yli_vuorokausi'] })
    driver = await server.person(['kuljettaja'])
    await send({ kind: 'start', at: on(6) })
    await send({ kind: 'end', at: on(15, 0, 1) })
    expect((await stored())[0]).toMatchObject({ loppuaika: on(15, 0, 1), tarkista: ['yli_vuorokausi'] })
    // Its start comes last, and makes it that long.
    driver = await server.person(['kuljettaja'])
    await send(task('AJO', on(8)))
    await send({ kind: 'end', at: on(7, 30, 1) })
    await send({ kind: 'start', at: on(6) })
    expect((await stored())[0]).toMatchObject({ alkuaika: on(6), loppuaika: on(7, 30, 1), tarkista: ['yli_vuorokausi'] })
    // It was left open, and ends by its last task.
    driver = await server.person(['kuljettaja'])
    for (const press of [{ kind: 'start', at: on(6) } as const, task('AJO', on(7, 0, 1)), { kind: 'start', at: on(6, 0, 2) } as const])
      await send(press)
    expect((await stored())[0]).toMatchObject({ loppuaika: on(7, 0, 1), tarkista: ['yli_vuorokausi', 'ei_lopetusta'] })
  })

  test('a start with another car is flagged, and its car kept', async () => {
    await send({ kind: 'start', at: on(6) })
    await send({ kind: 'start', at: on(7) })
    expect((await stored())[0]).toMatchObject({ tarkista: [] })
    await send({ kind: 'start', at: on(8), auto: otherCar })
    const [day, ...others] = await stored()
    expect(others).toEqual([])
    expect(day).toMatchObject({ alkuaika: on(6), tarkista: ['toinen_auto'], alkuperainen: { muut: [{ auto: car }, { auto: otherCar }] } })
  })
})

test('the end of a day of which nothing else arrived is kept, and completed by its start', async () => {
  await send({ kind: 'end', at: on(14) })
  expect(await stored()).toMatchObject([
    { alkuaika: on(14), loppuaika: on(14), tarkista: ['ei_aloitusta'], alkuperainen: { loppu: { aika: on(14) } } },
  ])
  await send({ kind: 'start', at: on(6) })
  await send(task('AJO', on(8)))
  const [day, ...others] = await stored()
  expect(others).toEqual([])
  expect(day).toMatchObject({ alkuaika: on(6), loppuaika: on(14), tarkista: [], aika_muu: 120, aika_ajo: 360 })
})
