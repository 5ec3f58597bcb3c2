import { describe, expect, test } from 'vitest'
import { outdated } from '#domain/errors.ts'
import { CallFault, Conflict, lateRefusalText, readFault, toastText } from './fault.ts'

describe('the toast of rules/errors.md#toasts', () => {
  test.each([
    [400, 'Virheellinen pyyntö (400)'],
    [403, 'Sinulla ei ole oikeuksia operaatioon (403)'],
    [404, 'Pyydettyä entiteettiä ei löydy (404)'],
    [409, 'Muokattava sisältö ei ole ajan tasalla. Päivitä sivu ja yritä uudestaan. (409)'],
    [422, 'Virheellinen entiteetti (422)'],
    [500, 'Tapahtui virhe (500)'],
    [429, 'Tapahtui virhe (429)'],
    [0, 'Puuttuva response'],
  ])('%i', (status, text) => expect(toastText(status)).toBe(text))
})

test('what is sent later is not told to read a page again', () => {
  const { detail, code } = outdated()
  for (const body of [{ errors: [{ detail, code }] }, { message: detail, errors: [{ message: detail, code }] }])
    expect(lateRefusalText(readFault(409, body))).toBe('Joku muu on muuttanut tietoja sillä välin.')
  expect(lateRefusalText(readFault(409, { errors: [{ detail: 'Vuoro on poistettu.' }] }))).toBe('Vuoro on poistettu.')
  expect(lateRefusalText(new CallFault(422, [{ detail: 'Ei käy.' }]))).toBe('Ei käy.')
})

describe('faults of an answer', () => {
  test('are read from a JSON:API document', () => {
    const fault = readFault(422, {
      errors: [
        { status: '422', title: 'Virheellinen entiteetti', detail: 'Viite puuttuu.', source: { pointer: '/data/attributes/viite' } },
        { status: '422', title: 'Virheellinen entiteetti' },
      ],
    })
    expect(fault.errors).toEqual([{ detail: 'Viite puuttuu.', pointer: '/data/attributes/viite' }, { detail: 'Virheellinen entiteetti' }])
  })

  test('of an /api answer name fields', () => {
    const fault = readFault(422, { message: 'Virheellinen entiteetti', errors: [{ field: 'ids.0', message: 'Ei tilausta.' }] })
    expect(fault.errors).toEqual([{ detail: 'Ei tilausta.', pointer: '/ids/0' }])
  })

  test('of an /api answer may be a message alone', () => {
    expect(readFault(400, { message: 'Tuntematon operaatio' }).message).toBe('Tuntematon operaatio')
  })

  test.each([[null], ['<html>'], [[]], [{ errors: 'x' }], [{ errors: [null, 3] }]])('are not read from an unknown body: %j', (body) => {
    const fault = readFault(502, body)
    expect(fault).toBeInstanceOf(CallFault)
    expect(fault.message).toBe('Tapahtui virhe')
  })

  test('of status 409 are a conflict', () => expect(readFault(409, null)).toBeInstanceOf(Conflict))
})
