import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OutboxItem } from './outbox-item.ts'
import { heldBy, interrupts, nextToSend, takenBackBy } from './send-order.ts'

const item = (id: string, queuedAt: number, more: Partial<OutboxItem> = {}): OutboxItem => ({
  id,
  owner: 'u',
  kind: 'tila',
  at: 0,
  queuedAt,
  label: id,
  about: [],
  payload: null,
  refusal: '',
  chain: [],
  offset: 0,
  load: 'small',
  holdsNothing: false,
  tried: false,
  ...more,
})
const none = new Set<string>()

test('small items come first, then large ones, then pictures; what depends on one waits for it', () => {
  const items = [
    item('kuva', 1, { load: 'picture', chain: ['a'] }),
    item('poikkeama', 2, { load: 'large', chain: ['b'] }),
    item('nouto', 3, { chain: ['a'] }),
    item('kumous', 4, { chain: ['b'] }),
  ]
  const order: string[] = []
  for (let left = items; left.length > 0; ) {
    const next = nextToSend(left, none)
    expect(next).toBeDefined()
    order.push(next?.id ?? '')
    left = left.filter((other) => other !== next)
  }
  expect(order).toEqual(['nouto', 'poikkeama', 'kumous', 'kuva'])
})

test('a rejected item holds only what depends on it', () => {
  const items = [
    item('nouto', 1, { chain: ['a'], refusal: 'Ei käy.' }),
    item('toimitus', 2, { chain: ['a', 'b'] }),
    item('toinen', 3, { chain: ['b'] }),
    item('muu', 4, { chain: ['c'] }),
  ]
  expect(nextToSend(items, none)?.id).toBe('muu')
  expect(nextToSend(items, new Set(['muu']))).toBeUndefined()
})

test('what is done interrupts a larger upload, unless it has to wait for something', () => {
  const fault = item('vika', 1, { load: 'large', chain: ['v'] })
  const signed = item('kuittaus', 2, { chain: ['s'] })
  expect(interrupts(signed, [fault, signed], 'large')).toBe(true)
  expect(interrupts(signed, [fault, signed], 'picture')).toBe(true)
  expect(interrupts(signed, [fault, signed], 'small')).toBe(false)
  expect(interrupts(fault, [fault, signed], 'picture')).toBe(true)
  expect(interrupts(fault, [fault, signed], 'large')).toBe(false)
  const after = item('muutos', 3, { chain: ['v'] })
  expect(interrupts(after, [fault, signed, after], 'large')).toBe(false)
})

test('an item that holds nothing waits for the earlier ones; rejected or not, nothing waits for it', () => {
  const start = item('aloitus', 1, { chain: ['tyopaiva'] })
  const request = item('korjauspyynto', 2, { chain: ['tyopaiva'], holdsNothing: true })
  const end = item('lopetus', 3, { chain: ['tyopaiva'] })
  expect(heldBy(request, [start, request, end]).map(({ id }) => id)).toEqual(['aloitus'])
  expect(heldBy(end, [start, request, end]).map(({ id }) => id)).toEqual(['aloitus'])
  expect(nextToSend([{ ...request, refusal: 'Ei käy.' }, end], none)?.id).toBe('lopetus')
})

test('items of older builds depend on each other by what they are about', () => {
  const { chain: _, ...older } = item('b', 2, { about: ['t1', 's1'] })
  expect(heldBy(older, [item('a', 1, { chain: ['s1'] }), older]).map(({ id }) => id)).toEqual(['a'])
})

test('an item that has been tried, or that something else depends on, is not taken back unsent', () => {
  const takesBack = () => true
  const [done, undone] = [item('a', 1, { chain: ['s'] }), item('b', 2, { chain: ['s'] })]
  expect(takenBackBy(done, [done, undone], takesBack)?.id).toBe('b')
  expect(takenBackBy({ ...done, tried: true }, [done, undone], takesBack)).toBeUndefined()
  const between = item('c', 1.5, { chain: ['s'] })
  expect(takenBackBy(done, [done, between, undone], (later) => later.id === 'b')).toBeUndefined()
})

test('whatever fails and whenever, everything is sent exactly once and in the order of its chains', () => {
  const lines = ['a', 'b', 'c', 'd']
  const anyItem = fc.record({
    chain: fc.uniqueArray(fc.constantFrom(...lines), { minLength: 1, maxLength: 2 }),
    load: fc.constantFrom('small' as const, 'large' as const, 'picture' as const),
    holdsNothing: fc.boolean(),
  })
  // What each attempt meets: an answer, one that all would get, none, or a fault of this item alone.
  const outcome = fc.constantFrom('sent' as const, 'sent' as const, 'unreachable' as const, 'unanswered' as const, 'later' as const)
  const attempts = fc.infiniteStream(outcome)
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 14 }), attempts, (made, outcomes) => {
      let items = made.map((more, index) => item(String(index), index, more))
      const all = items
      const sent: OutboxItem[] = []
      for (let round = 0; items.length > 0 && round < 500; round += 1) {
        const skipped = new Set<string>()
        for (let next = nextToSend(items, skipped); next; next = nextToSend(items, skipped)) {
          const { value: outcome } = outcomes.next()
          if (outcome === 'unreachable' || (outcome === 'unanswered' && next.load === 'small')) break
          if (outcome === 'unanswered' || outcome === 'later') skipped.add(next.id)
          else {
            sent.push(next)
            items = items.filter((other) => other !== next)
          }
        }
      }
      expect(new Set(sent).size).toBe(all.length)
      for (const line of lines) {
        const states = sent.filter(({ chain, load, holdsNothing }) => load !== 'picture' && !holdsNothing && chain?.includes(line))
        expect(states.map(({ queuedAt }) => queuedAt)).toEqual(states.map(({ queuedAt }) => queuedAt).sort((a, b) => a - b))
      }
      // A picture, or what holds nothing, comes after what it belongs to.
      for (const [index, picture] of sent.entries()) {
        if (picture.load !== 'picture' && !picture.holdsNothing) continue
        const later = sent.slice(index + 1)
        expect(later.filter((other) => heldBy(picture, [other]).length > 0)).toEqual([])
      }
    }),
  )
})
