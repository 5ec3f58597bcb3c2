import { expect, test } from 'vitest'
import { routeTimes } from './route-times.ts'

const stop = (opens: number | null, closes: number | null, serviceSeconds = 600) => ({ opens, closes, serviceSeconds })

test('a stop is worked at from the opening of its window, and lateness is counted from its end', () => {
  const times = routeTimes(1000, [stop(null, null), stop(4000, 5000), stop(null, 5000)], [0, 900, 1800])
  expect(times).toEqual([
    { arrival: 1000, begin: 1000, departure: 1600, waiting: 0, late: 0 },
    { arrival: 2500, begin: 4000, departure: 4600, waiting: 1500, late: 0 },
    { arrival: 6400, begin: 6400, departure: 7000, waiting: 0, late: 1400 },
  ])
})
