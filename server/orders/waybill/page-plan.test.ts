import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeWaybills } from '#domain/waybill/document.ts'
import { continuationHeadHeight, planPages, remarksHeight, sheet, signaturesHeight, tableHeadHeight, totalsHeight } from './page-plan.ts'
import { sampleOrder, sampleShipment } from './sample-order.ts'
import { wrapText } from './wrap-text.ts'

const measure = (text: string): number => [...text].length * 5
const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '€', '1'), minLength: 1, maxLength: 60 }), { maxLength: 400 })
const letters = (text: string): string => text.replace(/\s/g, '')

describe('wrapped text', () => {
  it('keeps every letter, in order, within the width', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 5, max: 300 }), (list, width) => {
        const lines = wrapText(list.join(' '), width, measure)
        expect(lines.join('').replaceAll(' ', '')).toBe(list.join(''))
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('ends in … at its limit, and has no control characters', () => {
    expect(wrapText('yksi kaksi kolme', 50, measure, 1)).toEqual(['yksi kaks…'])
    expect(wrapText('yksi\r\nkaksi\tkolme\u0000', 500, measure)).toEqual(['yksi', 'kaksi kolme'])
  })
})

describe('pages of a waybill', () => {
  it('hold every row and remark once and never more than fits', () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 25 }),
        words,
        fc.integer({ min: 250, max: 560 }),
        (contents, remarks, firstTop) => {
          const shipments = contents.map((list) => sampleShipment({ kuvaus: list.join(' '), viesti: remarks.join(' '), tuote: null }))
          const [document] = composeWaybills(sampleOrder(shipments), { multipage: false })
          if (document === undefined) throw new Error('no document')
          const pages = planPages(document, firstTop, measure)
          const printed = pages.flatMap((page) => page.rows.map((row) => row.cells[3]?.join('') ?? ''))
          expect(letters(printed.join(''))).toBe(contents.flat().join(''))
          expect(letters(pages.flatMap((page) => page.remarks).join(''))).toBe(remarks.join(''))
          expect(pages.map((page) => page.signatures)).toEqual(pages.map((_, index) => index === pages.length - 1))
          expect(pages.filter((page) => page.totals)).toHaveLength(1)
          for (const [index, page] of pages.entries()) {
            const top = index === 0 ? firstTop : sheet.top + continuationHeadHeight
            const table = page.rows.length > 0 ? tableHeadHeight + page.rows.reduce((sum, row) => sum + row.height, 0) : 0
            const rest = (page.totals ? totalsHeight : 0) + remarksHeight(page.remarks.length) + (page.signatures ? signaturesHeight : 0)
            expect(top + table + rest).toBeLessThanOrEqual(sheet.bottom)
            if (page.totals) expect(page.rows.length).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
