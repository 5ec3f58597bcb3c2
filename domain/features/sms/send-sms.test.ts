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

test('a message is sent as it was meant, and an empty one or one of too many parts is refused', () => {
  const sent = (message: unknown) => {
    const { data, error } = sendSmsCall.input.safeParse({ users: ids(1), message })
    return data?.message ?? error?.issues.map((issue) => issue.message)
  }
  expect(sent('  Hei!  ')).toBe('Hei!')
  expect(sent(undefined)).toEqual(['Kirjoita viesti.'])
  expect(sent('  ')).toEqual(['Kenttä on pakollinen.'])
  // A part of several carries 153 characters.
  expect(sent('a'.repeat(6 * 153))).toBe('a'.repeat(6 * 153))
  expect(sent('a'.repeat(6 * 153 + 1))).toEqual(['Viesti on liian pitkä: siinä saa olla enintään 6 osaa.'])
})

test('a receiver who is named twice gets one message', () => {
  const [one = '', other = ''] = ids(2)
  expect(sendSmsCall.input.parse({ users: [one, other, one.toUpperCase()], message: 'Hei' }).users).toEqual([one, other])
})
