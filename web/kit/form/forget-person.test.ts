import { beforeEach, expect, test, vi } from 'vitest'
import { writeToDevice } from '#web/data/device/device-store.ts'
import { emptyDevice } from '#web/testing/device-database.ts'
import { item, openTab, store, stubBrowser } from '#web/testing/outbox-tab.ts'

beforeEach(async () => {
  await emptyDevice()
  stubBrowser(new Map([['kuorma.draft.u.kuittaa.t1', '{"savedAt":1,"values":{}}']]))
  return () => vi.unstubAllGlobals()
})

const storeDraft = (name: string) => writeToDevice(({ drafts }) => drafts.put({ owner: 'u', name, savedAt: 1, value: {} }))
const draft = (payload: unknown): string => (payload as { draft: string }).draft
const never = () => new Promise<never>(() => undefined)

test('the draft of a queued delivery is not counted beside it, in whichever of the two stores it is', async () => {
  await storeDraft('kuittaa.t1')
  await store(item('a', { payload: { draft: 'kuittaa.t1' } }))
  const tab = await openTab('u', never, { draft })
  await tab.start()
  expect([await tab.countUnsent('u'), await tab.countDrafts('u')]).toEqual([1, 0])
})

test('a report that is begun while one of an older build with the same draft waits is counted', async () => {
  await storeDraft('vika.c1')
  await store(item('v', { kind: 'vika', payload: { report: {}, draft: 'vika.c1' } }))
  await store(item('a', { payload: { draft: 'kuittaa.t1' } }))
  const tab = await openTab('u', never, { draft })
  await tab.start()
  expect([await tab.countUnsent('u'), await tab.countDrafts('u')]).toEqual([2, 1])
})
