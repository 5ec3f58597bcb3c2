import { expect, test } from 'vitest'
import { hourOf as at, sampleRoute, sampleStop, sampleWork } from '#web/testing/sample-board.ts'
import { gravestFirst, ordersAt, shiftTimesOf, stopLabel, windowOf } from './board-words.ts'

const goods = ['a', 'b'].map((id) => sampleWork(id, { tunniste: 'T-1', asiakas: 'Puutyö Oy', epaonnistunut: true }))

test('an order is named once, however many of its shipments a stop has', () => {
  expect(ordersAt([...goods, sampleWork('c', { tunniste: 'T-2', asiakas: 'Puutyö Oy' })])).toEqual(['T-1 Puutyö Oy', 'T-2 Puutyö Oy'])
  const label = stopLabel(sampleStop('s', 7, { lahetykset: ['a', 'b'] }), { works: goods, breaches: [], day: at(0) })
  expect(label.match(/T-1/g)).toHaveLength(1)
  expect(label.match(/ei onnistunut/g)).toHaveLength(1)
})

test.each([
  [13, 15, 'klo 13–15'],
  [0, 14, 'ennen klo 14'],
  [7.5, 11, 'klo 7.30–11'],
  [20, 20.25, 'klo 20–20.15'],
])('the window from %s to %s is %s', (from, until, text) => {
  const work = sampleWork('w', { toimitus_aika_alku: from === 0 ? 0 : at(from), toimitus_aika_loppu: at(until) })
  expect(windowOf(work, at(0))).toBe(text)
})

test('the gravest breach comes first, an overload once, and a short wait not at all', () => {
  const breaches = [
    { laji: 'etuajassa', pysahdys: 'a', arvo: 9 },
    { laji: 'vuoro_ylittyy', pysahdys: null, arvo: 40 },
    { laji: 'ylikuorma_kg', pysahdys: 'a', arvo: 200 },
    { laji: 'ylikuorma_kg', pysahdys: 'b', arvo: 100 },
    { laji: 'myohassa', pysahdys: 'b', arvo: 25 },
  ] as const
  expect(gravestFirst(breaches)).toEqual([breaches[2], breaches[4], breaches[1]])
})

test('a time after midnight is read with its day', () => {
  const route = sampleRoute('night', [], { alku: at(18), loppu: at(26.5) })
  expect(shiftTimesOf(route)).toBe('18.00–ke 2.30')
  expect(stopLabel(sampleStop('s', 23.75), { works: [], breaches: [], day: at(0) })).toBe('Nouto, Lahti, klo 23.45–ke 0.15')
  expect(shiftTimesOf({ ...route, loppu: 0 })).toBe('')
})
