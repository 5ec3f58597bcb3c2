import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankFinds } from './rank-finds.ts'

const group = (title: string, ...labels: string[]) => ({ title, finds: labels.map((label) => ({ label })) })
const flat = (groups: readonly ReturnType<typeof group>[]) => groups.flatMap(({ finds }) => finds.map(({ label }) => label))

describe('ranking of the palette’s results', () => {
  test('an exact action comes before orders found by the server through other fields', () => {
    const ranked = rankFinds([group('Toiminnot', 'Uusi tilaus'), group('Tilaukset', 'T-1042', 'T-1043')], 'uusi tilaus')
    expect(flat(ranked)).toEqual(['Uusi tilaus', 'T-1042', 'T-1043'])
    expect(flat(rankFinds([group('Tilaukset', 'T-1042'), group('Toiminnot', 'Uusi tilaus')], 'Uusi  TILAUS '))).toEqual([
      'Uusi tilaus',
      'T-1042',
    ])
  })

  test('an exact name comes before an action that contains the text', () => {
    const ranked = rankFinds([group('Toiminnot', 'Vanha arkisto', 'Arkisto'), group('Asiakkaat', 'Arkisto Oy')], 'arkisto')
    expect(flat(ranked)).toEqual(['Arkisto', 'Vanha arkisto', 'Arkisto Oy'])
    expect(flat(rankFinds([group('Tilaukset', 'T-10421', 'T-1042')], 't-1042'))).toEqual(['T-1042', 'T-10421'])
  })

  test('a word that begins with the text comes before one that contains it', () => {
    expect(flat(rankFinds([group('Kuljettajat', 'Ville Salminen', 'Aino Virta', 'Savi Oy')], 'vi'))).toEqual([
      'Ville Salminen',
      'Aino Virta',
      'Savi Oy',
    ])
  })

  test('results of equal rank keep their order, and none is lost', () => {
    const groups = fc.array(fc.array(fc.string({ maxLength: 8 }), { maxLength: 5 }), { maxLength: 4 })
    fc.assert(
      fc.property(groups, fc.string({ maxLength: 4 }), (labels, text) => {
        const groups = labels.map((list, index) => group(String(index), ...list))
        const ranked = rankFinds(groups, text)
        expect(flat(ranked).sort()).toEqual(flat(groups).sort())
        expect(rankFinds(ranked, text)).toEqual(ranked)
      }),
    )
    const ties = [group('a', 'Aalto 1', 'Aalto 2'), group('b', 'Aalto 3')]
    expect(rankFinds(ties, 'aalto')).toEqual(ties)
  })
})
