import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenConstraints } from '../../../testing/check-plan.ts'
import { seededRandom } from '../../../values/seeded-random.ts'
import { planDay } from '../../route-optimisation/day-plan/plan-day.ts'
import { type ScheduleStop, schedule } from '../schedule.ts'
import { estimatedTravel } from '../travel.ts'
import { lockedWindow, ordersOf, type ProposalInput, type ProposedWork, problemOf } from './day-proposal.ts'

const day = 1_795_039_200
const limits = (maxRounds: number) => ({ deadline: 1e9, clock: () => 0, random: seededRandom(3), maxRounds })

const point = fc.record({ lat: fc.double({ min: 60, max: 66, noNaN: true }), lng: fc.double({ min: 22, max: 29, noNaN: true }) })
// A window that has ended before the first shift begins binds nothing.
const window = fc.option(
  fc
    .tuple(fc.integer({ min: 8 * 60, max: 18 * 60 }), fc.integer({ min: 0, max: 300 }))
    .map(([start, length]) => ({ start: day + start * 60, end: day + (start + length) * 60 })),
  { nil: { start: 0, end: 0 } },
)
const end = <T extends 'nouto' | 'toimitus'>(type: T) =>
  fc.record({ type: fc.constant(type), point, minutes: fc.integer({ min: 0, max: 90 }), window })
const work = (id: string): fc.Arbitrary<ProposedWork> =>
  fc.record({
    id: fc.constant(id),
    kg: fc.integer({ min: 0, max: 900 }),
    pallets: fc.integer({ min: 0, max: 4 }),
    ends: fc.oneof(fc.tuple(end('nouto'), end('toimitus')), fc.tuple(end('nouto')), fc.tuple(end('toimitus'))),
    shift: fc.constantFrom(null, 's0'),
    current: fc.constant(null),
  })
const shift = (id: string) =>
  fc
    .record({
      start: fc.integer({ min: 4 * 60, max: 8 * 60 }),
      length: fc.integer({ min: 60, max: 16 * 60 }),
      from: fc.option(point),
      rest: fc.option(fc.integer({ min: 9 * 60, max: 14 * 60 })),
    })
    .map(({ start, length, from, rest }) => {
      const begins = day + start * 60
      return {
        ...{ id, begins, ends: begins + length * 60, onDutySince: begins, previousEnd: rest === null ? null : begins - rest * 60 },
        ...{ driven: 0, drivenSinceBreak: 0, from, to: from, maxKg: 2000, maxPallets: 8 },
      }
    })
const input: fc.Arbitrary<ProposalInput> = fc.record({
  day: fc.constant(day),
  shifts: fc.tuple(shift('s0'), shift('s1')),
  works: fc.integer({ min: 0, max: 9 }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => work(`w${index}`)))),
})

/** The stops of a shift as the board gets them. */
function stopsOf({ works }: ProposalInput, order: ReturnType<typeof ordersOf>[number]['order']): ScheduleStop[] {
  return order.flatMap(({ type, work: id }): ScheduleStop[] => {
    const own = works.find((one) => one.id === id)
    const place = own?.ends.find((one) => one.type === type)
    if (!own || !place) return []
    const { kg, pallets } = own
    const { minutes, window: times } = place
    return [
      {
        id: `${type} ${id}`,
        type,
        point: place.point,
        minutes,
        works: [{ id, type, kg, pallets, window: times }],
        isDone: false,
        doneAt: 0,
      },
    ]
  })
}

test('a locked stop is done about when it is planned, within its window if it is then', () => {
  const [begin, slack] = [day + 10 * 3600, 15 * 60]
  const around = { start: begin - slack, end: begin + slack }
  expect(lockedWindow({ start: 0, end: 0 }, begin)).toEqual(around)
  expect(lockedWindow({ start: begin, end: begin + 60 }, begin)).toEqual({ start: begin, end: begin + 60 })
  // It is late already, or its window is on another day.
  expect(lockedWindow({ start: 0, end: begin - 3600 }, begin)).toEqual(around)
  expect(lockedWindow({ start: begin + 86_400, end: 0 }, begin)).toEqual(around)
})

test('the board finds no breach in a plan, whatever is on board, but a rest that the shift itself cuts short', () => {
  fc.assert(
    fc.property(input, (given) => {
      const problem = problemOf(given)
      const plan = planDay(problem, limits(40))
      expect(brokenConstraints(problem, plan)).toEqual([])
      for (const { shift: id, order } of ordersOf(given, plan)) {
        const own = given.shifts.find((one) => one.id === id)
        if (!own) throw new Error(`No shift ${id}`)
        const { begins: start, ends, previousEnd, maxKg, maxPallets } = own
        const hours = { day, start, end: ends, previousEnd: previousEnd ?? 0, maxKg, maxPallets }
        const { breaches } = schedule(hours, stopsOf(given, order), { travel: estimatedTravel, now: 0 })
        expect(breaches.filter(({ kind }) => kind !== 'etuajassa' && kind !== 'lepoaika' && kind !== 'eri_paiva')).toEqual([])
      }
    }),
    { numRuns: 150 },
  )
})
