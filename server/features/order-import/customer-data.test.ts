import { expect, test } from 'vitest'
import { finderIn } from './customer-data.ts'

let lookUps = 0
const product = (number: number, name: string, own: boolean) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  tunniste: `TU-${number}`,
  get name() {
    lookUps++
    return name
  },
  tyyppi: 'muu' as const,
  kuvaus: '',
  pituus: 1,
  leveys: 1,
  korkeus: 1,
  paino: 1,
  own,
})

test('a product is found by code or name, the customer’s own before common ones', () => {
  const [own, shared, twin, other] = [
    product(1, 'Hylly', true),
    product(2, 'HYLLY', false),
    product(3, 'Lava', false),
    product(4, 'lava', false),
  ]
  const find = finderIn([shared, own, twin, other])
  expect([find('hylly'), find('tu-2'), find('LAVA'), find('TU-9')]).toEqual([own, shared, 2, 0])
})

test('each product is read once, however many rows name it', () => {
  const products = Array.from({ length: 1000 }, (_, index) => product(index, `Tuote ${index}`, true))
  lookUps = 0
  const find = finderIn(products)
  expect(products.every((_, index) => find(`tuote ${index}`) === products[index])).toBe(true)
  expect(lookUps).toBe(1000)
})
