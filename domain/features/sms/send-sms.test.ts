import { expect, test } from 'vitest'
import { receiversFault, sendSmsCall } from './send-sms.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
const faultOf = (count: number) =>
  sendSmsCall.input.safeParse({ users: ids(count), message: 'Hei' }).error?.issues.map(({ message }) => message)[0] ?? null

test('more than 500 receivers are refused as a whole, in the same words on the screen and by the server', () => {
  expect([faultOf(500), receiversFault(500)]).toEqual([null, null])
  expect(receiversFault(501)).toBe('Viestin voi lähettää kerralla enintään 500 vastaanottajalle.')
  expect(faultOf(501)).toBe(receiversFault(501))
})
