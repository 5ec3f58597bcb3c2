import { describe, expect, test } from 'vitest'
import { atTime, midnightOf } from '../../values/time/time.ts'
import { columnNames } from './order-columns.ts'
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

describe('the promised time and the time at a stop', () => {
  const now = midnightOf('2026-11-23')
  const day = midnightOf('2026-11-25')
  const read = (cells: Readonly<Record<string, string>>, isStaff = true) =>
    readRow({ row: 2, cells: columnNames.map((name) => cells[name] ?? '') }, () => 0, { now, mayBePast: isStaff, isStaff })
  const faultsOf = (...row: Parameters<typeof read>) =>
    read(...row)
      .faults.filter(({ column }) => column === 'palveluaika' || column === 'luvattu_aika')
      .map(({ message }) => message)

  test('are read for administrators, and written so that they can be read again', () => {
    const cells = { toivottu_toimitus: '25.11.2026', luvattu_aika: '14.30', palveluaika: '45' }
    const { attributes } = read(cells).shipment
    expect(attributes).toMatchObject({ luvattu_aika: atTime(day, 14, 30), palveluaika: 45 })
    const again = readRow({ row: 2, cells: cellsOf(attributes) }, () => 0, { now, mayBePast: true, isStaff: true })
    expect(again.shipment.attributes).toEqual(attributes)
    expect(faultsOf({ palveluaika: 'puoli tuntia' })).toEqual(['Kirjoita kokonaisluku, esimerkiksi 2.'])
  })

  test('are refused from customers', () => {
    const fault = 'Vain ylläpito voi antaa tämän. Tyhjennä solu.'
    expect(faultsOf({ palveluaika: '45', luvattu_aika: '25.11.2026 9' }, false)).toEqual([fault, fault])
    expect(faultsOf({}, false)).toEqual([])
  })
})

describe('a time window', () => {
  const now = midnightOf('2026-11-23')
  const timesOf = (cells: Readonly<Record<string, string>>) => {
    const { shipment, faults } = readRow({ row: 2, cells: columnNames.map((name) => cells[name] ?? '') }, () => 0, {
      now,
      mayBePast: false,
    })
    return [shipment.attributes.nouto_aika_alku, faults.find(({ column }) => column === 'nouto_aika_alku')?.message]
  }
  const day = midnightOf('2026-11-25')

  test('is a time of the wished day, or a day and a time', () => {
    for (const text of ['9.30', '9:30', '930', 'klo 9.30', '25.11.2026 9.30', '25.11.2026 klo 9.30', '2026-11-25 9:30'])
      expect(timesOf({ toivottu_toimitus: '25.11.2026', nouto_aika_alku: text }), text).toEqual([atTime(day, 9, 30), undefined])
    expect(timesOf({ nouto_aika_alku: '24.11.2026 14' })).toEqual([atTime(midnightOf('2026-11-24'), 14), undefined])
    expect(timesOf({})).toEqual([undefined, undefined])
  })

  test('that cannot be read says how it is written', () => {
    expect(timesOf({ nouto_aika_alku: '9.30' })[1]).toBe('Kirjoita myös päivä, koska rivillä ei ole toivottua toimituspäivää.')
    expect(timesOf({ toivottu_toimitus: '25.11.2026', nouto_aika_alku: 'aamulla' })[1]).toMatch(/^Kirjoita aika muodossa 9.30/)
    expect(timesOf({ nouto_aika_alku: '32.11.2026 9.30' })[1]).toMatch(/^Päivää ei ole/)
  })

  test('is written so that it can be read again', () => {
    const cells = cellsOf({ nouto_aika_alku: atTime(day, 9, 5) })
    const { shipment } = readRow({ row: 2, cells }, () => 0, { now, mayBePast: false })
    expect(shipment.attributes.nouto_aika_alku).toBe(atTime(day, 9, 5))
  })
})
