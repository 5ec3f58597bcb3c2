import { expect, test } from 'vitest'
import { orderWaybillNumber, shipmentWaybillNumber } from '../waybills/number.ts'
import { readScannedCode } from './scanned-code.ts'

const id = '0198f0a2-1b1c-4d7e-8f00-aabbccddeeff'

test.each([
  [`https://kuorma.example.fi/kuittaa/${id}`, { of: 'tilaus', id }],
  [`http://192.168.1.5:8080/kuittaa/${id.toUpperCase()}?x=1`, { of: 'tilaus', id }],
  [` https://kuorma.example.fi/kuittaa/${id} `, { of: 'tilaus', id }],
  [shipmentWaybillNumber(17), { of: 'lahetys', running: 17 }],
  [`${shipmentWaybillNumber(17)}0002`, { of: 'lahetys', running: 17 }],
  [orderWaybillNumber(42), { of: 'tilaus', running: 42 }],
  ['T-1042', { of: 'tilaus', number: 1042 }],
  [' t1042 ', { of: 'tilaus', number: 1042 }],
  ['1042', { of: 'tilaus', number: 1042 }],
  ['L-17', { of: 'lahetys', running: 17 }],
  [shipmentWaybillNumber(1_234_567).replace(/(\d{4})/g, '$1 '), { of: 'lahetys', running: 1_234_567 }],
])('%s', (text, code) => expect(readScannedCode(text)).toEqual(code))

test('other codes name nothing', () => {
  const [first = '', ...rest] = shipmentWaybillNumber(17)
  const wrong = `${first === '9' ? '8' : Number(first) + 1}${rest.join('')}`
  for (const text of ['', 'T-', 'T-0', '6415600544331x', wrong, 'https://example.fi/', `https://example.fi/tilaus/${id}`, 'A-12', '-1'])
    expect([text, readScannedCode(text)]).toEqual([text, null])
})
