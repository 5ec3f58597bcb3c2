import { expect, test } from 'vitest'
import { settingsFrom } from '../settings/settings.ts'
import { bellPushText, newOrdersPushText } from './push-text.ts'

const texts = settingsFrom({})
const order = { laji: 'tilaus', kohde: 'a1', message: 'Uusi tilaus T-1042: Pirkan Putki Oy' } as const
const failure = { laji: 'poikkeama', kohde: 'a2', message: 'Toimitus ei onnistunut, T-7: Vastaanottajaa ei tavoitettu' } as const
const notice = { laji: 'ilmoitus', kohde: null, message: 'Halli 2 on kiinni.' } as const

test('one entry is shown by its message and opens its page', () => {
  expect(bellPushText([order], ['yllapito'])).toEqual({ title: 'Uusi tilaus', body: order.message, link: '/tilaus/a1' })
  expect(bellPushText([{ laji: 'dokumentti', kohde: 'd1', message: 'Kuittaa dokumentti: Ohje' }], ['kuljettaja'])?.link).toBe(
    '/kuittaa-dokumentti/d1',
  )
  expect(bellPushText([notice], ['yllapito'])).toEqual({ title: 'Ilmoitus', body: 'Halli 2 on kiinni.', link: '/' })
})

test('a message opens the conversation on the page of its order', () => {
  const message = { laji: 'viesti', kohde: 'a1', message: 'Viesti tilauksesta T-1042: Onko ovi auki?' } as const
  expect(bellPushText([message], ['asiakas'])?.link).toBe('/tilaus/a1#viestit')
})

test('a fault report opens the car, which maintenance staff see on their start page', () => {
  const fault = { laji: 'vika', kohde: 'c1', message: 'Vika autossa ABC-123: Jarruvalo ei pala' } as const
  expect(bellPushText([fault], ['yllapito'])).toEqual({ title: 'Vikailmoitus', body: fault.message, link: '/auto/c1' })
  expect(bellPushText([fault], ['huolto'])?.link).toBe('/?auto=c1')
})

test('several are counted by kind, those that wait for a decision first', () => {
  expect(bellPushText([order, notice, order, failure], ['yllapito'])).toEqual({
    title: '4 uutta ilmoitusta',
    body: '1 epäonnistunut toimitus, 2 uutta tilausta, 1 ilmoitus',
    link: '/',
  })
  expect(
    bellPushText(
      Array.from({ length: 50 }, () => order),
      ['yllapito'],
    )?.body,
  ).toBe('50 uutta tilausta')
})

test('nothing is shown of nothing', () => {
  expect(bellPushText([], ['yllapito'])).toBeNull()
  expect(newOrdersPushText(0, texts)).toBeNull()
})

test.each([
  ['two  words\n\n on lines ', 'two words on lines'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), `${'x'.repeat(299)}…`],
])('the message %j is shown as one line of at most 300 characters', (message, body) => {
  expect(bellPushText([{ ...notice, message }], ['yllapito'])?.body).toBe(body)
})

test('a long message is cut between characters, and stays under 3 kB with its links', () => {
  const text = bellPushText([{ ...notice, message: `${'👩‍🚒 päivää\n'.repeat(2000)}` }], ['yllapito'])
  expect([...(text?.body ?? '')]).toHaveLength(300)
  expect(text?.body).toMatch(/…$/)
  expect(text?.body.isWellFormed()).toBe(true)
  expect(new TextEncoder().encode(JSON.stringify(text)).length).toBeLessThan(2000)
})

test('a driver is shown how many orders are new', () => {
  expect(newOrdersPushText(1, texts)).toEqual({ title: 'Uusi tilaus', body: 'Sinulle on 1 uusi tilaus.', link: '/' })
  expect(newOrdersPushText(3, texts)).toEqual({ title: 'Uusia tilauksia', body: 'Sinulle on 3 uutta tilausta.', link: '/' })
})
