import { describe, expect, test } from 'vitest'
import { type Dimension, dimensions, type LimitMode, limitFault, limitOf, type ProductType, productTypes, showDimension } from './limits.ts'

// The table of rules/values.md#goods-limits, copied here: [default minimum, strict minimum, maximum], mm and kg.
const table: Record<ProductType, Record<Dimension, [number, number, number]>> = {
  rullakko: { pituus: [0, 1, 10_000], leveys: [0, 1, 10_000], korkeus: [0, 1, 2350], paino: [0, 0.01, 300], maara: [0, 1, 250] },
  paketti: { pituus: [0, 1, 600], leveys: [0, 1, 600], korkeus: [0, 1, 600], paino: [0, 0.01, 30], maara: [0, 1, 250] },
  muu: { pituus: [0, 1, 7500], leveys: [0, 1, 2400], korkeus: [0, 1, 2350], paino: [0, 0.01, 1_000_000], maara: [0, 1, 250] },
}
const types = Object.keys(productTypes) as ProductType[]
const modes: LimitMode[] = ['default', 'strict']
const cells = types.flatMap((type) =>
  dimensions.flatMap((dimension) =>
    modes.map((mode) => {
      const [low, strict, max] = table[type][dimension]
      return { type, dimension, mode, min: mode === 'strict' ? strict : low, max }
    }),
  ),
)

describe.each(cells)('$dimension of $type, $mode', ({ type, dimension, mode, min, max }) => {
  test('accepts both limits and rejects values beyond them', () => {
    expect(limitOf(dimension, type, mode)).toEqual({ min, max })
    expect(limitFault(dimension, min, type, mode)).toBeNull()
    expect(limitFault(dimension, max, type, mode)).toBeNull()
    expect(limitFault(dimension, max + 0.01, type, mode)).toMatch(/ enimmäis/)
    expect(limitFault(dimension, min - 0.01, type, mode)).toMatch(/ vähimmäis/)
  })
})

test('sizes are shown in cm with a Finnish decimal comma', () => {
  expect(showDimension('pituus', 2355)).toBe('235,5 cm')
  expect(showDimension('korkeus', 2350)).toBe('235 cm')
  expect(showDimension('paino', 0.01)).toBe('0,01 kg')
  expect(showDimension('paino', 1_000_000)).toBe('1\u00a0000\u00a0000 kg')
  expect(showDimension('maara', 3)).toBe('3 kpl')
})

test('the faults are Finnish sentences', () => {
  expect(limitFault('paino', 301, 'rullakko', 'default')).toBe('Rullakon enimmäispaino on 300 kg.')
  expect(limitFault('pituus', 601, 'paketti', 'default')).toBe('Paketin enimmäispituus on 60 cm.')
  expect(limitFault('maara', 0, 'muu', 'strict')).toBe('Tavaran vähimmäismäärä on 1 kpl.')
  expect(limitFault('paino', 0, 'muu', 'strict')).toBe('Tavaran vähimmäispaino on 0,01 kg.')
})
