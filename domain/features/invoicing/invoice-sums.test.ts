import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditSums, type InvoiceSums, remainingSums, sumsOf, vatCentsOf } from './invoice-sums.ts'

const rate = fc.constantFrom(25.5, 24, 14, 13.5, 10, 0)
const row = fc.record({ netCents: fc.integer({ min: 1, max: 99_999_999 }), vatPercent: rate })
const rows = fc.array(row, { minLength: 1, maxLength: 30 })

test.each([
  // 0,02 € × 25,5 % = 0,0051: half a cent and more is rounded up; 0,0049 down.
  [2, 25.5, 1],
  [1, 25.5, 0],
  [12_050, 25.5, 3073],
  [10_000, 13.5, 1350],
  // Exactly half a cent: 1 € × 0,5 % = 0,005 €.
  [100, 0.5, 1],
  [-100, 0.5, -1],
  [3003, 25.5, 766],
  [-1, 25.5, 0],
  [999, 0, 0],
])('VAT of %i cents at %d %% is %i cents', (net, percent, vat) => {
  expect(vatCentsOf(net, percent)).toBe(vat)
})

test('VAT is within half a cent of the exact tax of each rate, and the totals add up', () => {
  fc.assert(
    fc.property(rows, (some) => {
      const { vat, netCents, vatCents, totalCents } = sumsOf(some)
      expect(netCents).toBe(some.reduce((sum, one) => sum + one.netCents, 0))
      expect(totalCents).toBe(netCents + vatCents)
      expect(vat.map(({ percent }) => percent)).toEqual([...new Set(some.map(({ vatPercent }) => vatPercent))].sort((a, b) => b - a))
      for (const share of vat) {
        const exactTenThousandths = BigInt(share.netCents) * BigInt(Math.round(share.percent * 100))
        const difference = BigInt(share.vatCents) * 10_000n - exactTenThousandths
        expect(difference >= -5000n && difference <= 5000n).toBe(true)
      }
    }),
  )
})

test('the order of rows does not matter, and a credit of all is the opposite', () => {
  fc.assert(
    fc.property(rows, (some) => {
      const sums = sumsOf(some)
      expect(sumsOf(some.toReversed())).toEqual(sums)
      const credit = creditSums(
        some.map(({ netCents, vatPercent }) => ({ netCents: -netCents, vatPercent })),
        sums.vat,
      )
      expect([credit.netCents + sums.netCents, credit.vatCents + sums.vatCents, credit.totalCents + sums.totalCents]).toEqual([0, 0, 0])
    }),
  )
})

test.each([
  // 40,00 € of 100,00 €: its own VAT.
  ['a part', -4000, { netCents: 10_000, vatCents: 2550 }, 25.5, -1020],
  // The last 30,01 €, whose VAT of 7,65 € has been rounded to 7,66 € before.
  ['the rest', -3001, { netCents: 3001, vatCents: 766 }, 25.5, -766],
  // 1,00 € × 0,5 % is half a cent; two such notes have taken all VAT of 4,00 €.
  ['a part when no VAT is left', -100, { netCents: 200, vatCents: 0 }, 0.5, 0],
  ['the rest when no VAT is left', -100, { netCents: 100, vatCents: 0 }, 0.5, 0],
])('a credit of %s is taxed by what is left of its rate', (_, netCents, left, percent, vatCents) => {
  const other = { percent: 14, netCents: 9999, vatCents: 1400 }
  expect(creditSums([{ netCents, vatPercent: percent }], [other, { percent, ...left }])).toEqual({
    ...{ vat: [{ percent, netCents, vatCents }], netCents, vatCents, totalCents: netCents + vatCents },
  })
})

test('a credit at a rate that the invoice does not have is taxed by that rate', () => {
  expect(creditSums([{ netCents: -10_000, vatPercent: 14 }], [{ percent: 25.5, netCents: 10_000, vatCents: 2550 }])).toEqual({
    ...{ vat: [{ percent: 14, netCents: -10_000, vatCents: -1400 }], netCents: -10_000, vatCents: -1400, totalCents: -11_400 },
  })
})

test('credited in parts to the end, an invoice and its notes are zero to the cent, and no note credits more VAT than is left', () => {
  const parts = fc.array(fc.tuple(fc.nat({ max: 29 }), fc.double({ min: 0.01, max: 1, noNaN: true })), { maxLength: 12 })
  fc.assert(
    fc.property(rows, parts, (some, cuts) => {
      const invoice = sumsOf(some)
      const left = some.map(({ netCents }) => netCents)
      const notes: InvoiceSums[] = []
      const creditRows = (amounts: readonly number[]): void => {
        const credited = some.flatMap(({ vatPercent }, index) => (amounts[index] ? [{ netCents: -(amounts[index] ?? 0), vatPercent }] : []))
        if (credited.length === 0) return
        const remaining = remainingSums([invoice, ...notes].flatMap(({ vat }) => vat))
        const note = creditSums(credited, remaining)
        for (const share of note.vat)
          expect(-share.vatCents).toBeLessThanOrEqual(remaining.find(({ percent }) => percent === share.percent)?.vatCents ?? 0)
        notes.push(note)
        amounts.forEach((cents, index) => {
          left[index] = (left[index] ?? 0) - cents
        })
      }
      for (const [at, share] of cuts) {
        const index = at % some.length
        const cents = Math.floor((left[index] ?? 0) * share)
        creditRows(some.map((_, one) => (one === index ? cents : 0)))
      }
      creditRows([...left])
      const total = (amount: 'netCents' | 'vatCents' | 'totalCents') => notes.reduce((sum, note) => sum + note[amount], invoice[amount])
      expect([total('netCents'), total('vatCents'), total('totalCents')]).toEqual([0, 0, 0])
    }),
  )
})
