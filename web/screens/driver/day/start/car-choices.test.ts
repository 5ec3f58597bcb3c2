import { expect, test } from 'vitest'
import { blankRow } from '#domain/testing/blank-row.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { carChoices } from './car-choices.ts'

const now = midnightOf('2026-11-24') + 6 * 3600
const car = (id: string) => ({ ...blankRow('auto', { rekisterinumero: id.toUpperCase() }), id })
const cars = ['kuo-1', 'kuo-2', 'kuo-3'].map(car)
const yesterday = now - 20 * 3600
const known = { cars, faults: [], shiftCar: null, lastCar: null, chosen: null, now }
const offered = (of: Partial<typeof known> | object) => carChoices({ ...known, ...of }).map((choice) => [choice.car.id, choice.why])

test('the car of the shift comes first, then the one of the latest day, then the one that was looked up', () => {
  const lastCar = { id: 'kuo-2', at: yesterday }
  expect(offered({ shiftCar: 'kuo-1', lastCar, chosen: 'kuo-3' })).toEqual([
    ['kuo-1', 'Työvuorossasi'],
    ['kuo-2', 'Sinulla eilen'],
    ['kuo-3', ''],
  ])
  expect(offered({ shiftCar: 'kuo-2', lastCar })).toEqual([['kuo-2', 'Työvuorossasi · Sinulla eilen']])
  expect(offered({ lastCar: { id: 'kuo-2', at: now - 5 * 86_400 } })).toEqual([['kuo-2', 'Sinulla viimeksi']])
})

test('a car that is no longer there is not offered, and only its own faults are shown', () => {
  expect(offered({ shiftCar: 'sold' })).toEqual([])
  const fault = (id: string, auto: string) => ({ ...blankRow('huolto', { info: 'Takavalo', paiva: yesterday, auto }), id })
  const [choice] = carChoices({ ...known, faults: [fault('a', 'kuo-1'), fault('b', 'kuo-2')], shiftCar: 'kuo-1' })
  expect(choice?.faults).toEqual([{ id: 'a', text: 'Takavalo', at: yesterday }])
})
