import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWaybillNumber, waybillNumber } from './number.ts'

const running = fc.integer({ min: 1, max: 99_999_999_999 })

describe('waybill number', () => {
  it('has the check digit of the 7-3-1 method', () => {
    // 1·7 = 7, up to 10 is 3; 5·7 + 4·3 + 3·1 + 2·7 + 1·3 = 67, up to 70 is 3.
    expect(waybillNumber(1)).toBe('000000000013')
    expect(waybillNumber(12345)).toBe('000000123453')
    expect(waybillNumber(99_999_999_999)).toHaveLength(12)
  })

  it('rejects numbers that are not running numbers', () => {
    for (const wrong of [0, -1, 1.5, 100_000_000_000, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => waybillNumber(wrong)).toThrow(new RangeError(`A waybill's running number is 1…99999999999, not ${wrong}`))
    }
    for (const wrong of [
      '',
      '13',
      '000000000000',
      ' 000000000013',
      '000000000013\n',
      '1000000000013',
      '0000000000130',
      '0000 0000 0013',
      '٠٠٠٠٠٠٠٠٠٠١٣',
    ]) {
      expect(isWaybillNumber(wrong)).toBe(false)
    }
  })

  it('round-trips every running number', () => {
    fc.assert(
      fc.property(running, (number) => {
        const text = waybillNumber(number)
        expect(isWaybillNumber(text)).toBe(true)
        expect(Number(text.slice(0, 11))).toBe(number)
      }),
    )
  })

  it('detects any single changed digit', () => {
    fc.assert(
      fc.property(running, fc.nat({ max: 11 }), fc.integer({ min: 1, max: 9 }), (number, place, shift) => {
        const text = waybillNumber(number)
        const changed = (Number(text.charAt(place)) + shift) % 10
        expect(isWaybillNumber(text.slice(0, place) + changed + text.slice(place + 1))).toBe(false)
      }),
    )
  })
})
