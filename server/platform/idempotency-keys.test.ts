import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { idempotentRequestOf } from './idempotency-keys.ts'

test('the body of a request without a key is not serialized', async () => {
  const app = Fastify()
  app.post('/', async (request) => {
    let isRead = false
    request.body = {
      toJSON: () => {
        isRead = true
        return {}
      },
    }
    return { idempotent: idempotentRequestOf(request, { userId: 'a' }), isRead }
  })
  const send = async (headers: Record<string, string>) => (await app.inject({ method: 'POST', url: '/', headers })).json()
  expect(await send({})).toEqual({ idempotent: null, isRead: false })
  expect(await send({ 'idempotency-key': 'k' })).toEqual({ idempotent: { userId: 'a', key: 'k', content: 'POST / {}' }, isRead: true })
})
