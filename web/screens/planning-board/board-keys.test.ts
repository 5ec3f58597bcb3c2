import { beforeEach, describe, expect, test } from 'vitest'
import type { BoardOperation } from '#domain/features/planning-board/board-operations.ts'
import { sampleBoard, sampleRoute, sampleStop, sampleWork } from '#web/testing/sample-board.ts'
import { boardActions, indexOf } from './board-actions.ts'
import { type BoardTarget, followersOf, pressKey } from './board-keys.ts'

const board = sampleBoard(
  [
    sampleRoute('r', [
      sampleStop('done', 6, { tehty: true, lahetykset: ['x'] }),
      sampleStop('a', 7, { lahetykset: ['wa'] }),
      sampleStop('pause', 8, { tyyppi: 'tauko' }),
      sampleStop('locked', 9, { lukittu: true, lahetykset: ['wl'] }),
      sampleStop('unsaved', 10, { vid: 0, lahetykset: ['wu'] }),
    ]),
  ],
  {
    vapaat: ['free'],
    tyot: ['x', 'wa', 'wl', 'wu']
      .map((id) => sampleWork(id, { kuljettaja: 'driver of r' }))
      .concat(sampleWork('free'), sampleWork('idle', { kuljettaja: 'idle' })),
  },
)
const index = indexOf(board)
let sent: BoardOperation[] = []
let opened: string[] = []
beforeEach(() => {
  sent = []
  opened = []
})
const acts = boardActions(index, async (operation) => {
  sent.push(operation)
  return true
})
const note = (what: string) => (of: BoardTarget | string) => opened.push(`${what} ${typeof of === 'string' ? of : of.id}`)
const press = (key: string, kind: BoardTarget['kind'], id: string, shiftKey = false): boolean =>
  pressKey({ key, shiftKey }, { kind, id }, { index, acts, onGive: note('give'), onOpen: note('open'), onMinutes: note('minutes') })

describe('a key', () => {
  test.each([
    ['l', 'stop', 'a', { operation: 'lock', ids: ['a'], lukittu: true }],
    ['L', 'stop', 'locked', { operation: 'lock', ids: ['locked'], lukittu: false }],
    ['l', 'route', 'r', { operation: 'lockRoute', tyovuoro: 'r', lukittu: true }],
    ['t', 'route', 'r', { operation: 'add', tyyppi: 'tauko', kesto: 45, ennen: null }],
    ['t', 'stop', 'a', { operation: 'add', tyyppi: 'tauko', ennen: 'pause' }],
    ['Delete', 'stop', 'a', { operation: 'unassign', ids: ['wa'] }],
    ['Backspace', 'stop', 'pause', { operation: 'remove', ids: ['pause'] }],
    ['Delete', 'work', 'idle', { operation: 'unassign', ids: ['idle'] }],
  ] as const)('%s on the %s %s', (key, kind, id, operation) => {
    expect(press(key, kind, id)).toBe(true)
    expect(sent).toMatchObject([operation])
  })

  test('with shift moves a stop a step, not before what is done', () => {
    expect(press('ArrowRight', 'stop', 'a', true)).toBe(true)
    expect(press('ArrowLeft', 'stop', 'pause', true)).toBe(true)
    expect(sent).toMatchObject([
      { operation: 'move', ids: ['a'], ennen: 'locked' },
      { operation: 'move', ids: ['pause'], ennen: 'a' },
    ])
    press('ArrowLeft', 'stop', 'a', true)
    expect(sent).toHaveLength(2)
  })

  test('opens what asks for more', () => {
    expect(press('a', 'stop', 'a') && press('A', 'work', 'free') && press('Enter', 'stop', 'a') && press('k', 'stop', 'pause')).toBe(true)
    expect(opened).toEqual(['give a', 'give free', 'open a', 'minutes pause'])
    expect(sent).toEqual([])
  })

  test.each([
    ['a', 'stop', 'done'],
    ['a', 'stop', 'locked'],
    ['a', 'stop', 'pause'],
    ['a', 'route', 'r'],
    ['k', 'stop', 'done'],
    ['k', 'work', 'free'],
    ['l', 'work', 'free'],
    ['t', 'work', 'free'],
    ['Enter', 'route', 'r'],
    ['Delete', 'stop', 'done'],
    ['Delete', 'work', 'free'],
    ['q', 'stop', 'a'],
  ] as const)('%s means nothing on the %s %s', (key, kind, id) => {
    expect(press(key, kind, id)).toBe(false)
    expect([sent, opened]).toEqual([[], []])
  })

  test('sends nothing for a stop that is not stored yet', () => {
    press('l', 'stop', 'unsaved')
    press('Delete', 'stop', 'unsaved')
    expect(sent).toEqual([])
  })
})

test('when what has the focus goes away, the next of its list or row follows, then the one before it, and the driver', () => {
  expect(followersOf('pause', index, [])).toEqual(['locked', 'unsaved', 'a', 'done', 'r'])
  expect(followersOf('two', index, ['one', 'two', 'three'])).toEqual(['three', 'one'])
})
