import { beforeEach, expect, test, vi } from 'vitest'
import { clashes, makeUndoOffers, type UndoOffer } from './undo-offers.ts'

/** The toasts that are open, by their text, with what a press of their button does. */
const toasts = new Map<string, () => unknown>()
const faults: string[] = []

vi.mock('#web/ui/undo-toast.tsx', () => ({
  showUndo: (text: string, undo: () => unknown) => {
    toasts.set(text, undo)
    return () => toasts.delete(text)
  },
}))
vi.mock('#web/data/fault-toast.tsx', () => ({ showFault: (text: string) => faults.push(text) }))

const queued: (() => Promise<void>)[] = []
const undone: string[] = []
let offer: ReturnType<typeof makeUndoOffers>

beforeEach(() => {
  for (const list of [faults, queued, undone]) list.length = 0
  toasts.clear()
  offer = makeUndoOffers((undo) => void queued.push(undo))
})

const given = (text: string, lines: string[], more: Partial<UndoOffer> = {}): UndoOffer => ({
  ...{ text, lines, drivers: ['aino'], onShift: true, undo: async () => undone.push(text) > 0 },
  ...more,
})
function press(text: string): void {
  toasts.get(text)?.()
  toasts.delete(text)
}
async function saveQueued(): Promise<void> {
  for (const undo of queued.splice(0)) await undo()
}
const open = () => [...toasts.keys()]

test('drops of different orders on the same shift can be undone in any order', async () => {
  offer(given('first', ['a']))
  offer(given('second', ['b']))
  expect(open()).toEqual(['first', 'second'])
  press('first')
  await saveQueued()
  press('second')
  await saveQueued()
  expect([undone, faults]).toEqual([['first', 'second'], []])
})

test('a later drop of the same order closes the earlier toast, which comes back when the later one is undone', async () => {
  offer(given('to aino', ['a']))
  offer(given('to pekka', ['a'], { drivers: ['pekka', 'aino'] }))
  offer(given('to veera', ['a'], { drivers: ['veera', 'pekka'] }))
  for (const text of ['to veera', 'to pekka', 'to aino']) {
    expect(open()).toEqual([text])
    press(text)
    await saveQueued()
  }
  expect([open(), undone]).toEqual([[], ['to veera', 'to pekka', 'to aino']])
})

test('an undo that is pressed while a later drop of the same order is being saved is refused', async () => {
  offer(given('to aino', ['a']))
  press('to aino')
  offer(given('to pekka', ['a']))
  await saveQueued()
  expect([undone, open()]).toEqual([[], ['to pekka']])
  expect(faults).toEqual(['Tilausta tai päivän ajoja on muutettu sen jälkeen, joten muutosta ei kumottu.'])
})

test('a driver given without a shift, or taken back, rules out the undo of drops on the shifts of the same drivers', async () => {
  offer(given('pekka alone', ['b'], { onShift: false, drivers: ['pekka', 'aino'] }))
  offer(given('on the shift of aino', ['a']))
  press('pekka alone')
  await saveQueued()
  expect([undone, open()]).toEqual([['pekka alone'], []])
})

test.each([
  ['another order on the shift', { lines: ['b'], onShift: true }, false],
  ['the same order', { lines: ['a', 'b'], onShift: true }, true],
  ['another order of the driver, without a shift', { lines: ['b'], onShift: false }, true],
  ['another order of another driver, without a shift', { lines: ['b'], drivers: ['pekka'], onShift: false }, false],
])('after a drop on a shift, %s', (_, later, expected) => {
  expect(clashes(given('', ['a']), given('', ['b'], later))).toBe(expected)
})
