import { describe, expect, test } from 'vitest'
import { CallFault } from '#web/data/fault.ts'
import { inWords } from './save-refusal.ts'

const fieldOf = (pointer: string) => ['name', 'mail', 'field_puhelinnumero'].find((name) => pointer.endsWith(`/${name}`)) ?? null

describe('a rejected save is explained in the words of rules/errors.md#user-messages', () => {
  test.each([
    ['The username maija is already taken.', '/data/attributes/name', 'Käyttäjätunnus on jo käytössä'],
    ['The email address m@x.fi is already taken.', '/mail', 'Sähköpostiosoite on jo käytössä'],
    ['Sähköposti puuttuu.', '/data/attributes/mail', 'Sähköposti puuttuu.'],
    ['Numero ei kelpaa.', '/profile_fields/field_puhelinnumero', 'Numero ei kelpaa.'],
    ['Palvelu on varattu.', undefined, 'Tuntematon virhe: Palvelu on varattu.'],
    ['Aikavyöhyke ei kelpaa.', '/timezone', 'Tuntematon virhe: Aikavyöhyke ei kelpaa.'],
  ])('%s at %s', (detail, pointer, message) => {
    const { status, errors } = inWords(new CallFault(422, [pointer === undefined ? { detail } : { detail, pointer }]), fieldOf)
    expect([status, errors.map((error) => error.detail)]).toEqual([422, [message]])
  })

  test('an answer without any sentence too', () => {
    expect(inWords(new CallFault(503, []), fieldOf).errors[0]?.detail).toMatch(/^Tuntematon virhe: \S/)
  })
})
