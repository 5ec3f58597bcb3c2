import { describe, expect, test } from 'vitest'
import { midnightOf } from '../../values/time/time.ts'
import { type StrictShipment, strictFaults } from './shipment.strict.ts'

const today = midnightOf('2026-03-10')
const goods = { tyyppi: 'paketti', maara: 1, pituus: 300, leveys: 200, korkeus: 100, yksikkopaino: 5 } as const
const faults = (shipment: StrictShipment, mayBePast = false) => strictFaults(shipment, { now: today + 9 * 3600, mayBePast })

describe('a shipment from the form or a file', () => {
  test('has every size', () => {
    expect(faults(goods)).toEqual([])
    expect(faults({ tyyppi: 'paketti' })).toEqual([
      { field: 'pituus', detail: 'Kirjoita pituus.' },
      { field: 'leveys', detail: 'Kirjoita leveys.' },
      { field: 'korkeus', detail: 'Kirjoita korkeus.' },
      { field: 'yksikkopaino', detail: 'Kirjoita paino.' },
      { field: 'maara', detail: 'Kirjoita kappalemäärä.' },
    ])
  })

  test.each<[StrictShipment, string, string]>([
    [{ pituus: 601 }, 'pituus', 'Paketin enimmäispituus on 60 cm.'],
    [{ leveys: 0 }, 'leveys', 'Paketin vähimmäisleveys on 0,1 cm.'],
    [{ yksikkopaino: 0 }, 'yksikkopaino', 'Paketin vähimmäispaino on 0,01 kg.'],
    [{ maara: 0 }, 'maara', 'Paketin vähimmäismäärä on 1 kpl.'],
  ])('keeps the strict limits: %j', (values, field, detail) => {
    expect(faults({ ...goods, ...values })).toEqual([{ field, detail }])
  })

  test('without a kind of goods has no limits yet', () => {
    const { tyyppi: _, ...sizes } = goods
    expect(faults({ ...sizes, pituus: 99_999 })).toEqual([])
    expect(faults({ pituus: 99_999 }).map(({ field }) => field)).toEqual(['leveys', 'korkeus', 'yksikkopaino', 'maara'])
  })

  test('is not wished for a day that has passed, unless an administrator says so', () => {
    const yesterday = { ...goods, toivottu_toimitus: midnightOf('2026-03-09') }
    expect(faults(yesterday)).toEqual([{ field: 'toivottu_toimitus', detail: 'Päivä on jo mennyt. Valitse tämä päivä tai myöhempi.' }])
    expect(faults(yesterday, true)).toEqual([])
    expect(faults({ ...yesterday, maara: 0 }).map(({ field }) => field)).toEqual(['maara', 'toivottu_toimitus'])
    expect(faults({ ...goods, toivottu_toimitus: today })).toEqual([])
  })
})
