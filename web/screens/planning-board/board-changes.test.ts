import { describe, expect, test } from 'vitest'
import type { Board } from '#domain/features/planning-board/board.ts'
import type { BoardOperation } from '#domain/features/planning-board/board-operations.ts'
import { boardDay, hourOf, sampleBoard, sampleRoute, sampleStop, sampleWork } from '#web/testing/sample-board.ts'
import { hasAnswer, withOperation } from './board-changes.ts'

const one = sampleRoute('one', [
  sampleStop('done', 6, { tehty: true, lahetykset: ['x'] }),
  sampleStop('pickup', 7, { lahetykset: ['a'] }),
  sampleStop('other', 8, { lahetykset: ['b', 'c'] }),
  sampleStop('delivery', 9, { tyyppi: 'toimitus', lahetykset: ['a'] }),
])
const two = sampleRoute('two', [sampleStop('there', 7, { tyyppi: 'toimitus', lahetykset: ['d'] })])
const board = sampleBoard([one, two], {
  vapaat: ['free', 'job'],
  tyot: [
    ...['x', 'a', 'b', 'c', 'd'].map((id) => sampleWork(id, { kuljettaja: 'somebody' })),
    sampleWork('free', { mista: 'Heinola' }),
    sampleWork('job', { laji: 'tuntituote' }),
  ],
})
const changed = (operation: BoardOperation, of: Board = board): Board => withOperation(of, operation, 0)
const stopsOf = ({ reitit }: Board) => reitit.map(({ pysahdykset }) => pysahdykset.map(({ id }) => id))

describe('before the server has answered', () => {
  test('a stop that moves within its route stands at its new place, and the times follow', () => {
    const next = changed({ operation: 'move', ids: ['delivery'], tyovuoro: 'one', ennen: 'pickup' })
    expect(stopsOf(next)[0]).toEqual(['done', 'delivery', 'pickup', 'other'])
    expect(next.reitit[0]?.huomautukset).toMatchObject([{ laji: 'toimitus_ennen_noutoa', pysahdys: 'delivery' }])
    const times = next.reitit[0]?.pysahdykset.map(({ saapuminen }) => saapuminen) ?? []
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(next.reitit[1]).toBe(two)
  })

  test('a stop that goes to another driver takes the other stops of its work along, the pickup first', () => {
    expect(stopsOf(changed({ operation: 'move', ids: ['delivery'], tyovuoro: 'two', ennen: 'there' }))).toEqual([
      ['done', 'other'],
      ['pickup', 'delivery', 'there'],
    ])
  })

  test('given work has left the list and has stops, which are not stored', () => {
    const next = changed({ operation: 'assign', ids: ['free', 'job'], kuljettaja: 'driver of two', paiva: boardDay, ennen: 'there' })
    expect(next.vapaat).toEqual([])
    expect(next.reitit[1]?.pysahdykset.map(({ vid, tyyppi, postitmp }) => [vid, tyyppi, postitmp])).toEqual([
      [0, 'nouto', 'Heinola'],
      [0, 'toimitus', 'Kotka'],
      [0, 'tyo', 'Lahti'],
      [1, 'toimitus', 'Lahti'],
    ])
    expect(next.tyot.find(({ id }) => id === 'free')?.kuljettaja).toBe('driver of two')
  })

  test('work comes to the named one of two shifts of a driver', () => {
    const { kuljettaja } = two
    const twice = sampleBoard([two, sampleRoute('evening', [], { kuljettaja })], { vapaat: ['free'], tyot: board.tyot })
    const next = changed({ operation: 'assign', ids: ['free'], kuljettaja: kuljettaja.id, paiva: boardDay, tyovuoro: 'evening' }, twice)
    expect(next.reitit.map(({ pysahdykset }) => pysahdykset.length)).toEqual([1, 2])
  })

  test('work that is taken from its driver is free, and its stops go, unless they have other work or are done', () => {
    const next = changed({ operation: 'unassign', ids: ['a', 'b', 'x'] })
    expect(stopsOf(next)[0]).toEqual(['done', 'other'])
    expect(next.reitit[0]?.pysahdykset[1]?.lahetykset).toEqual(['c'])
    expect(next.vapaat).toEqual(['free', 'job', 'x', 'a', 'b'])
  })

  test('locks, minutes and removals show', () => {
    expect(changed({ operation: 'lock', ids: ['pickup'], lukittu: true }).reitit[0]?.pysahdykset[1]?.lukittu).toBe(true)
    expect(changed({ operation: 'lockRoute', tyovuoro: 'two', lukittu: true }).reitit[1]?.lukittu).toBe(true)
    const longer = changed({ operation: 'setDuration', ids: ['pickup'], kesto: 90 }).reitit[0]?.pysahdykset ?? []
    expect(longer[1]).toMatchObject({ kesto: 90, saapuminen: hourOf(6.5), lahto: hourOf(8) })
    expect(longer[2]?.saapuminen).toBe(hourOf(8))
    expect(stopsOf(changed({ operation: 'remove', ids: ['other'] }))[0]).toEqual(['done', 'pickup', 'delivery'])
  })

  test('a break is there, and other stops follow it', () => {
    const next = changed({ operation: 'add', tyovuoro: 'one', tyyppi: 'tauko', kesto: 45, ennen: 'other' }).reitit[0]?.pysahdykset ?? []
    expect(next.map(({ tyyppi, vid }) => `${tyyppi} ${vid}`)).toEqual(['nouto 1', 'nouto 1', 'tauko 0', 'nouto 1', 'toimitus 1'])
    expect((next[3]?.saapuminen ?? 0) - (next[1]?.lahto ?? 0)).toBe(45 * 60)
  })

  test('one change after the other', () => {
    const first = changed({ operation: 'move', ids: ['other'], tyovuoro: 'one', ennen: 'pickup' })
    expect(stopsOf(changed({ operation: 'move', ids: ['other'], tyovuoro: 'two', ennen: null }, first))).toEqual([
      ['done', 'pickup', 'delivery'],
      ['there', 'other'],
    ])
  })
})

test('the board has the answer once it has a row in the version that the operation left', () => {
  const answer = { aiemmat: { pickup: 1, one: 1 }, kumoa: { versiot: { pickup: 2, one: 1 } } }
  expect(hasAnswer(board, answer)).toBe(false)
  const reread = sampleBoard([sampleRoute('one', [sampleStop('pickup', 7, { vid: 2 })])])
  expect(hasAnswer(reread, answer)).toBe(true)
})
