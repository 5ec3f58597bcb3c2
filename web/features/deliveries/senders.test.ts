// What senders of the outbox send, by the wire: with the offset of the clock, the waiting order, and what the dispatcher gets.

import { beforeEach, expect, test, vi } from 'vitest'
import type { ShipmentState } from '#domain/entities/order/order.states.ts'
import { outdated } from '#domain/errors.ts'
import { registry } from '#domain/model/registry.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { readFromDevice } from '#web/data/device/device-store.ts'
import type { NewItem, OutboxItem } from '#web/data/device/outbox.ts'
import { CallFault, Conflict } from '#web/data/fault.ts'
import { operations, update } from '#web/data/operations.ts'
import { queryClient } from '#web/data/query-client.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { emptyDevice } from '#web/testing/device-database.ts'
import { departureCheckSender } from '../cars/departure-check.ts'
import { faultItem, faultReportSender } from '../cars/fault-report.ts'
import { showAnswered, versionAnswered } from '../orders/answered-lines.ts'
import { correctionSender } from '../worktime/correction-send.ts'
import { delayItem, delaySender } from './delay-send.ts'
import { deliverySender } from './delivery-send.ts'
import { failureSender } from './failure-send.ts'
import { pictureSender } from './picture-send.ts'
import { stepSender } from './step-send.ts'

/** The statuses that a request has shown by itself. */
const toasts = vi.hoisted((): number[] => [])
vi.mock('#web/data/fault-toast.tsx', () => ({ showFault: () => undefined, showStatusFault: (status: number) => toasts.push(status) }))
vi.mock('#web/ui/undo-toast.tsx', () => ({ showDone: () => undefined, showUndo: () => undefined }))
vi.mock('#web/data/queries.ts', () => ({ rereadAfterChange: async () => undefined, listQuery: () => ({}), pagesQuery: () => ({}) }))

type Call = { path: string; body: unknown }
const calls: Call[] = []
/** What the server answers, by path. */
let answers: Record<string, () => Response>

const midnight = midnightOf('2026-11-24')
const hour = 3600
const id = '5f0c7f61-3d7b-4d2f-8a7b-0b8f4f0a0a01'
const operationsPath = '/jsonapi/operations'
const answeredKey = queryKeys.device('answered-lines')

const call = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
  const path = String(input).split('?')[0] ?? ''
  calls.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
  return answers[path]?.() ?? Response.json(path === '/jsonapi/operations' ? { 'atomic:results': [] } : { success: true })
})

beforeEach(() => {
  calls.length = 0
  toasts.length = 0
  answers = {}
  queryClient.clear()
  vi.stubGlobal('fetch', call)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('navigator', { onLine: true })
  return () => void vi.unstubAllGlobals()
})

const queued = (item: NewItem, offset: number | null = null): OutboxItem => ({
  ...{ load: 'small', holdsNothing: false, owner: 'u', queuedAt: 1, refusal: '', tried: false },
  ...item,
  offset,
})
/** As the outbox gives them to each of its attempts. */
const options = { quiet: 'all' } as const
const bodyOf = (path: string) => calls.find((one) => one.path === path)?.body

const delay = { id, shipments: ['s1'], minutes: 30, expected: 0, at: midnight + hour }

test('a delay is sent with the offset of the clock, waits for the steps of its goods, and holds nothing up', async () => {
  const item = queued(delayItem(delay, 'Ovi'), -hour)
  expect(item).toMatchObject({ chain: ['s1'], holdsNothing: true, about: [], label: expect.stringMatching(/^Myöhästyy 30\smin: Ovi$/) })
  answers['/api/myohastyminen'] = () => Response.json({ success: true, results: [] })
  await delaySender.send(item.payload, item, options)
  expect(bodyOf('/api/myohastyminen')).toMatchObject({ laitteen_aika: midnight + hour, laitteen_ero: -hour })
})

test('a departure check and a fault report are of the true time, also near midnight', async () => {
  const at = midnight + hour / 2
  const check = { id, car: id, points: [{ kohta: 'Renkaat', kunnossa: true }], at }
  const base = { id, at, label: 'ABC-123', about: [] }
  const checked = queued({ ...base, kind: 'lahtotarkastus', payload: check }, -hour)
  await departureCheckSender.send(check, checked, options)
  expect(bodyOf(operationsPath)).toMatchObject({ 'atomic:operations': [{ data: { attributes: { tarkastettu: at - hour } } }] })
  calls.length = 0
  const report = { report: { id, car: id, info: 'Jarru vinkuu', photos: [], at }, draft: 'vika' }
  const reported = queued({ ...base, kind: 'vika', payload: report }, -hour)
  await faultReportSender.send(report, reported, options)
  expect(bodyOf(operationsPath)).toMatchObject({ 'atomic:operations': [{ data: { attributes: { paiva: midnightOf('2026-11-23') } } }] })
})

const check = { id, car: id, points: [{ kohta: 'Renkaat', kunnossa: false }], at: midnight }
const report = { report: { id, car: id, info: 'Jarru vinkuu', photos: [], at: midnight }, draft: 'vika' }

test.each([
  ['a delay', delaySender, delay, 'Myöhästyy noin 30 min'],
  ['a departure check', departureCheckSender, check, 'Ei kunnossa: Renkaat'],
  ['a fault report', faultReportSender, report, 'Jarru vinkuu'],
  ['a correction request of an older build', correctionSender, { id, day: id, reason: 'Tauko puuttuu.' }, 'Tauko puuttuu.'],
])('%s that the server refuses goes to the dispatcher in words', async (_, sender, payload, words) => {
  const item = queued({ id, kind: 'x', at: midnight, label: 'ABC-123', about: [], payload })
  await sender.passOn?.(item, new CallFault(422, [{ detail: 'Ei käy.' }]), options)
  // The label is the conflict's own description, so the words do not repeat it.
  expect(bodyOf('/api/ristiriita')).toMatchObject({ kuvaus: 'ABC-123', syy: 'Ei käy.', toimi: { laji: 'muu', kuvaus: words } })
})

const faultReport = { id, car: 'c1', info: 'Jarru vinkuu', photos: [], at: midnight }

test('a refused fault report tells the dispatcher its car, also when the device did not know the registration number', async () => {
  const known = queued(faultItem(faultReport, 'ABC-123'))
  await faultReportSender.passOn?.(known, new CallFault(422, [{ detail: 'Ei käy.' }]), options)
  expect(bodyOf('/api/ristiriita')).toMatchObject({ kuvaus: 'Vika: ABC-123', toimi: { laji: 'muu', kuvaus: 'Jarru vinkuu' } })
  calls.length = 0
  const row = { type: registry.auto.type, id: 'c1', attributes: { rekisterinumero: 'XYZ-789' }, relationships: {} }
  answers[`/jsonapi/${registry.auto.group}/${registry.auto.bundle}`] = () => Response.json({ data: [row], meta: {} })
  await faultReportSender.passOn?.(queued(faultItem(faultReport, '')), new CallFault(422, [{ detail: 'Ei käy.' }]), options)
  expect(bodyOf('/api/ristiriita')).toMatchObject({ kuvaus: 'Vika: XYZ-789' })
})

test('a queued fault report names no draft: the next report of the car may have it by now; a delivery names its own', () => {
  const { payload } = faultItem(faultReport, 'ABC-123')
  expect(payload).toEqual({ report: faultReport })
  expect([faultReportSender.draft, deliverySender.draft?.(signed), deliverySender.draft?.(null)]).toEqual([
    undefined,
    'kuittaa.t1',
    undefined,
  ])
})

test('a step on a version that somebody has changed goes to the dispatcher without talk of a page', async () => {
  const item = queued({ id, kind: 'tila', at: midnight, label: 'T-1', about: [], payload: step })
  await stepSender.passOn?.(item, new Conflict([outdated()]), options)
  expect(bodyOf('/api/ristiriita')).toMatchObject({ syy: 'Joku muu on muuttanut tietoja sillä välin.', toimi: { laji: 'tila' } })
})

test('a correction of a day that the server joined to another device’s day is of the only record of that date', async () => {
  const row = {
    type: 'tyovuoro_kirjaus_entity--tyovuoro_kirjaus_entity',
    id: 'palvelimen',
    attributes: { paiva: midnight },
    relationships: {},
  }
  let reads = 0
  answers['/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'] = () => Response.json({ data: reads++ === 0 ? [] : [row], meta: {} })
  const payload = { id, day: 'laitteen', reason: 'Tauko puuttuu.', proposal: { alkuaika: midnight + hour }, date: midnight }
  await correctionSender.send(payload, queued({ id, kind: 'korjauspyynto', at: midnight, label: '', about: [], payload }), options)
  expect(bodyOf(operationsPath)).toMatchObject({
    'atomic:operations': [
      {
        data: {
          attributes: { perustelu: 'Tauko puuttuu.', ehdotus: { alkuaika: midnight + hour } },
          relationships: { tyovuoro_kirjaus: { data: { id: 'palvelimen' } } },
        },
      },
    ],
  })
})

const line = { id: 's1', vid: 1, tila: 'kuljetuksessa', tilaus: 't1', poikkeama: null, kuvat: [], maara: 2 }
const signed = {
  ...{ id, draft: 'kuittaa.t1', numbers: 'T-1', nimenselvennys: 'Ville', signature: null, left: 'Kuistille', photos: [] },
  ...{ received: [line], failed: [], where: null, at: midnight },
}
const step = {
  ...{ name: 'lahetys', rows: [{ id: 's1', vid: 1 }], from: 'kuljetuksessa', to: 'odottaa_siirtoa' },
  ...{ actor: 'kuljettaja', toast: 'Siirto' },
}
const failed = { failure: { id, syy: 'ei_tavoitettu', selite: '', photos: [], at: midnight, where: null }, shipments: [line] }

type Saved = { op: string; data: { attributes: object } }
/** The answer to the latest save: its rows as they were sent, with the version that they get. */
function stored(vid: number): Response {
  const saved = calls.at(-1)?.body as { 'atomic:operations': Saved[] }
  const results = saved['atomic:operations'].map(({ data }) => ({ data: { ...data, attributes: { ...data.attributes, vid } } }))
  return Response.json({ 'atomic:results': results })
}

test.each([
  ['a delivery', deliverySender, signed, 'toimitettu', 8],
  ['a step', stepSender, step, 'odottaa_siirtoa', 9],
  ['a failed delivery', failureSender, failed, 'myohassa', 10],
])('%s of goods whose delay was reported meanwhile is stored, on their newest version', async (_, sender, payload, tila, version) => {
  const conflict = () => Response.json({ errors: [{ status: '409', detail: 'Muutettu.' }] }, { status: 409 })
  let sent = 0
  answers[operationsPath] = () => (sent++ === 0 ? conflict() : stored(version))
  const late = { ...line, vid: 7, tila: 'myohassa', myohastyminen: 30 }
  const { id: shipment, tilaus, poikkeama: _none, kuvat: _files, ...attributes } = late
  const relationships = { tilaus: { data: { type: 'x', id: tilaus } }, poikkeama: { data: null }, kuittaukset: { data: [] } }
  const row = { type: 'lahetys_entity--lahetys', id: shipment, attributes, relationships }
  answers['/jsonapi/lahetys_entity/lahetys'] = () => Response.json({ data: [row], meta: {} })
  await sender.send(payload, queued({ id, kind: 'x', at: midnight, label: '', about: [], payload }), options)
  const last = calls.filter(({ path }) => path === operationsPath).at(-1)?.body
  expect(JSON.stringify(last)).toContain('"vid":7')
  expect(JSON.stringify(last)).toContain(`"tila":"${tila}"`)
  // Shown until the shipment has been read again, also when the network is lost before that.
  expect(versionAnswered('s1')).toBe(version)
})

const lost = { kuittaukset: [], poikkeama: null }

test.each([
  ['a delivery', deliverySender, signed, { ...lost, tila: 'toimitettu', kuittaukset: [id] }],
  ['a step', stepSender, step, { ...lost, tila: 'odottaa_siirtoa' }],
  ['a failed delivery', failureSender, failed, { ...lost, tila: 'myohassa', poikkeama: id }],
])('%s whose answer was lost is shown as done once it has been found stored, also before the lines are read again', async (...of) => {
  const [, sender, payload, { tila, kuittaukset, poikkeama }] = of
  answers[operationsPath] = () => Response.json({ errors: [{ status: '409', detail: 'Muutettu.' }] }, { status: 409 })
  const named = (one: string | null) => (one === null ? null : { type: 'x', id: one })
  const relationships = {
    tilaus: { data: named('t1') },
    poikkeama: { data: named(poikkeama) },
    kuittaukset: { data: kuittaukset.map(named) },
  }
  const row = { type: 'lahetys_entity--lahetys', id: 's1', attributes: { vid: 6, tila, maara: 2, timestamp_noudettu: 5 }, relationships }
  answers['/jsonapi/lahetys_entity/lahetys'] = () => Response.json({ data: [row], meta: {} })
  await sender.send(payload, queued({ id, kind: 'x', at: midnight, label: '', about: [], payload }), options)
  expect(calls.filter(({ path }) => path === operationsPath)).toHaveLength(1)
  expect(queryClient.getQueryData(answeredKey)).toMatchObject([{ id: 's1', vid: 6, tila, timestamp_noudettu: 5 }])
})

const picture = { photo: { key: id, image: new Blob(['kuva']) }, shipments: ['s1'] }

test.each([
  ['a delivery', deliverySender, { ...signed, photos: [picture.photo] }],
  ['a step', stepSender, step],
  ['a failed delivery', failureSender, failed],
  ['a picture', pictureSender, picture],
  ['a delay', delaySender, delay],
  ['a departure check', departureCheckSender, check],
  ['a fault report', faultReportSender, report],
])('%s that fails has no toast of the request: the outbox says what became of it', async (_, sender, payload) => {
  for (const status of [403, 500]) {
    call.mockImplementationOnce(async () => Response.json({ errors: [{ status: String(status), detail: 'Ei käy.' }] }, { status }))
    await expect(sender.send(payload, queued({ id, kind: 'x', at: midnight, label: '', about: [], payload }), options)).rejects.toThrow()
  }
  expect(toasts).toEqual([])
})

const photos = [picture.photo]
const pictured = { ...failed.failure, id: '5f0c7f61-3d7b-4d2f-8a7b-0b8f4f0a0a02', photos }

test.each([
  ['a delivery with pictures', deliverySender, { ...signed, left: null, photos }, 'small'],
  ['goods left with a picture as the proof', deliverySender, { ...signed, photos }, 'large'],
  ['a delivery with a pictured failure at the same door', deliverySender, { ...signed, failed: [[line, pictured]] }, 'small'],
  ['a door where nothing was received, with pictures', deliverySender, { ...signed, received: [], failed: [[line, pictured]] }, 'large'],
  ['a failed delivery', failureSender, failed, 'small'],
  ['a failed delivery with pictures', failureSender, { ...failed, failure: pictured }, 'large'],
  ['a fault report', faultReportSender, report, 'small'],
  ['a fault report with pictures', faultReportSender, { ...report, report: { ...report.report, photos } }, 'large'],
  ['a picture', pictureSender, picture, 'picture'],
  ['what this build cannot read', faultReportSender, null, 'small'],
] as const)('of %s the outbox knows what is uploaded with it', (_, sender, payload, load) => {
  expect(sender.load?.(payload)).toBe(load)
})

test('a signature does not wait for the pictures of what was not received at the same door: that follows by itself', async () => {
  await emptyDevice()
  const other = { ...line, id: 's2' }
  const payload = { ...signed, failed: [[other, pictured]] }
  answers[operationsPath] = () => stored(8)
  await deliverySender.send(payload, queued({ id, kind: 'kuittaus', at: midnight, label: 'Kuittaus: T-1', about: [], payload }), options)
  expect(calls.map(({ path }) => path)).toEqual([operationsPath])
  expect(JSON.stringify(bodyOf(operationsPath))).not.toContain('toimituspoikkeama')
  expect(await readFromDevice(({ outbox }) => outbox.toArray())).toMatchObject([
    { id: pictured.id, kind: 'poikkeama', chain: ['s2'], label: 'Toimitus ei onnistunut: T-1', payload: { shipments: [{ id: 's2' }] } },
  ])
})

/** The server stores a step of each of the lines. */
async function answered(ids: readonly string[], vid: number, tila: ShipmentState): Promise<void> {
  const resources = ids.map((id) => ({ data: { type: registry.lahetys.type, id, attributes: { vid, tila }, relationships: {} } }))
  answers[operationsPath] = () => Response.json({ 'atomic:results': resources })
  const list = ids.map((id) => update('lahetys', { id, vid: vid - 1 }, { tila }))
  showAnswered(list, await operations(list, 'avain'))
}

test('what the server has answered is stored on the device, the newest version of each line', async () => {
  await answered(['a'], 3, 'kuljetuksessa')
  await answered(['b'], 2, 'kuljetuksessa')
  await answered(['a'], 5, 'toimitettu')
  await answered(['a'], 4, 'odottaa_noutoa')
  expect([versionAnswered('a'), versionAnswered('b'), versionAnswered('c')]).toEqual([5, 2, 0])
  expect(queryClient.getQueryData(answeredKey)).toMatchObject([
    { id: 'b', tila: 'kuljetuksessa' },
    { id: 'a', vid: 5, tila: 'toimitettu' },
  ])
  expect(queryClient.getQueryCache().find({ queryKey: answeredKey })?.meta).toEqual({ stored: 'state' })
})

test('of very many lines the newest are stored', async () => {
  await answered(
    Array.from({ length: 600 }, (_, index) => `rivi${index}`),
    2,
    'kuljetuksessa',
  )
  expect([versionAnswered('rivi99'), versionAnswered('rivi100'), versionAnswered('rivi599')]).toEqual([0, 2, 2])
})

test('what another build has stored in another shape is not shown', async () => {
  queryClient.setQueryData(answeredKey, [{ id: 'a', tila: 'entinen' }])
  expect(versionAnswered('a')).toBe(0)
  await answered(['a'], 3, 'kuljetuksessa')
  expect(versionAnswered('a')).toBe(3)
})
