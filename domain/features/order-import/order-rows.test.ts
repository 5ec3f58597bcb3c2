import { describe, expect, test } from 'vitest'
import { cellsOf, readRow } from './order-rows.ts'

describe('the kind of goods', () => {
  const context = { now: 1_795_000_000, mayBePast: false }
  const faultsOf = (attributes: Parameters<typeof cellsOf>[0], product?: Parameters<typeof readRow>[1]) =>
    readRow({ row: 2, cells: cellsOf(attributes, product ? { product: 'Laatikko' } : {}) }, product ?? (() => 0), context)
      .faults.filter(({ column }) => ['tyyppi', 'paino'].includes(column))
      .map(({ column, message }) => `${column}: ${message}`)
  const sizes = { pituus: 400, leveys: 300, korkeus: 250 }

  test('is never guessed: a row without it is faulty', () => {
    expect(faultsOf({ ...sizes, yksikkopaino: 34 })).toEqual(['tyyppi: Valitse tavaralaji: rullakko, paketti, muu.'])
  })

  test('sets the limits when it is given', () => {
    expect(faultsOf({ ...sizes, yksikkopaino: 34, tyyppi: 'paketti' })).toEqual(['paino: Paketin enimmäispaino on 30 kg.'])
    expect(faultsOf({ ...sizes, yksikkopaino: 34, tyyppi: 'muu' })).toEqual([])
  })

  test('comes from the saved product', () => {
    const product = { id: 'p', name: 'Laatikko', tunniste: 'TU-1', tyyppi: 'paketti' as const, ...sizes, paino: 34, kuvaus: '' }
    expect(faultsOf({}, () => product)).toEqual(['paino: Paketin enimmäispaino on 30 kg.'])
  })
})
