import Fastify from 'fastify'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { faultKinds } from '#domain/errors.ts'
import { answerFaults, faultOf } from './faults.ts'

test('the answer to an unexpected error has none of its details', async () => {
  const app = Fastify()
  answerFaults(app)
  const inside = 'select tiiviste from salasana'
  app.get('/api/error', async () => {
    throw new Error(inside)
  })
  app.get('/jsonapi/database', async () => {
    throw new DatabaseError(inside, 0, 'error')
  })
  for (const url of ['/api/error', '/jsonapi/database']) {
    const { statusCode, payload } = await app.inject({ url })
    expect(statusCode).toBe(500)
    expect(payload).toContain(faultKinds.internal.title)
    expect(payload).not.toMatch(/salasana|\.ts:\d/)
  }
})

test.each([
  ['auto_rekisterinumero', 'rekisterinumero', 'Rekisterinumero on jo käytössä'],
  ['user_mail', 'mail', 'Sähköpostiosoite on jo käytössä'],
  ['notification_key', 'key', 'Avain on jo käytössä toisella ilmoituksella.'],
])('%s: a value that is already in use is refused by the name of its field', (constraint, field, detail) => {
  const error = Object.assign(new DatabaseError('duplicate key value', 0, 'error'), { code: '23505', constraint })
  expect(faultOf(error).faults).toEqual([{ kind: 'invalid', pointer: `/data/attributes/${field}`, detail }])
})
