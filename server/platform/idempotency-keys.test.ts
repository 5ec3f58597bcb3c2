import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { repeatOf } from './idempotency-keys.ts'

test('the body of a request without a key is not made text of', async () => {
  const app = Fastify()
  app.post('/', async (request) => {
    let isRead = false
    request.body = {
      toJSON: () => {
        isRead = true
        return {}
      },
    }
    return { repeat: repeatOf(request, { userId: 'a' }), isRead }
  })
  const ask = async (headers: Record<string, string>) => (await app.inject({ method: 'POST', url: '/', headers })).json()
  expect(await ask({})).toEqual({ repeat: null, isRead: false })
  expect(await ask({ 'idempotency-key': 'k' })).toEqual({ repeat: { userId: 'a', key: 'k', asked: 'POST / {}' }, isRead: true })
})
