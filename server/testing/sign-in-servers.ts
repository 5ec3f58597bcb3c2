// For tests of sign-in: several servers on one database, people, and calls.
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { RequestFault } from '#domain/errors.ts'
import { registry } from '#domain/model/registry.ts'
import { hashPassword, type PasswordHash } from '../auth/passwords.ts'
import type { SessionNotice } from '../auth/session-notices.ts'
import { signIn } from '../auth/sign-in.ts'
import { modelOf } from '../entities/model.ts'
import { openApiDocument } from '../http/openapi/document.ts'
import { makeSettings } from '../platform/settings/settings.ts'
import { addUser } from '../users/new-user.ts'
import { answerCheck, observeAnswers } from './answer-check.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { insertRow } from './insert-row.ts'

export const password = 'Ruuhka-vuoro-🚚-42'
export let database: TestDatabase
let passwordHash: PasswordHash
const check = answerCheck(openApiDocument(modelOf(registry), []))
export const logged: string[] = []
/** The delays of tries in milliseconds; the servers only record them. */
export const delays: number[] = []
/** Unix seconds; moved by the tests. */
export const clock = { now: 1_800_000_000 }

export type Server = {
  app: FastifyInstance
  /** Settles with the last of the next `count` notices that this server has processed. */
  nextNotices: (count?: number) => Promise<SessionNotice>
}
const servers: Server[] = []

/** A server with sign-in; two of them on one database stand for two machines. */
export async function startServer(): Promise<Server> {
  const loggerInstance = pino(
    { level: 'trace' },
    new Writable({ write: (chunk, _encoding, done) => done(void logged.push(String(chunk))) }),
  )
  const app: FastifyInstance = fastify({ loggerInstance: loggerInstance as FastifyBaseLogger })
  const { pool } = database
  const settings = makeSettings(pool, () => clock.now)
  const wait = async (milliseconds: number) => void delays.push(milliseconds)
  await app.register(signIn, { pool, log: app.log, clock: () => clock.now, companyName: async () => 'Testikuljetus Oy', settings, wait })
  app.get('/me', async (request) => request.viewer())
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof RequestFault)) throw error
    return reply.code(error.status).send(error.message)
  })
  await app.ready()
  observeAnswers(app, check)
  expect(app.viewers.isListening()).toBe(true)
  const nextNotices = (count = 1) =>
    new Promise<SessionNotice>((resolve) => {
      let missing = count
      const stop = app.viewers.onSessionNotice((notice) => {
        if (--missing > 0) return
        stop()
        resolve(notice)
      })
    })
  const server = { app, nextNotices }
  servers.push(server)
  return server
}

type NewPerson = { roles?: readonly ('yllapito' | 'kuljettaja' | 'asiakas' | 'asiakas_yllapito' | 'huolto')[]; asiakasId?: string }

export async function person({ roles = ['yllapito'], asiakasId }: NewPerson = {}) {
  const name = `nimi-${randomUUID().slice(0, 8)}`
  const user = { name, mail: `${name}@esimerkki.fi`, roles, etunimi: 'Maija', sukunimi: 'Meikäläinen', password: passwordHash }
  const { id } = await addUser(database.pool, asiakasId ? { ...user, asiakasId } : user, clock.now)
  return { id, name, mail: user.mail }
}

export type Fields = Record<string, string>
export const clientOf = (app: FastifyInstance, clientId: string): Fields => ({
  client_id: clientId,
  client_secret: app.clientSecrets[clientId] ?? 'missing',
})
const anyPort = 'http://kuorma.test'

export async function postForm(
  app: FastifyInstance,
  url: string,
  fields: Fields,
  kind: 'multipart' | 'urlencoded' = 'multipart',
  { headers = {}, address = '127.0.0.1' }: { headers?: Fields; address?: string } = {},
) {
  const body = kind === 'multipart' ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  // Request encodes the form and its boundary, as a browser does.
  const form = new Request(anyPort, { method: 'POST', body })
  const payload = Buffer.from(await form.arrayBuffer())
  const contentType = form.headers.get('content-type') ?? ''
  return app.inject({ method: 'POST', url, payload, remoteAddress: address, headers: { ...headers, 'content-type': contentType } })
}

export const signInFields = (app: FastifyInstance, name: string, client = 'kuorma-yllapito', typed = password): Fields => ({
  ...clientOf(app, client),
  grant_type: 'password',
  username: name,
  password: typed,
})

export async function tokensOf({ app }: Server, name: string, client = 'kuorma-yllapito') {
  const answer = await postForm(app, '/oauth/token', signInFields(app, name, client))
  expect(answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 900 })
  return answer.json<{ access_token: string; refresh_token: string }>()
}

export const refresh = ({ app }: Server, refreshToken: string, client = 'kuorma-yllapito') =>
  postForm(app, '/oauth/token', { ...clientOf(app, client), grant_type: 'refresh_token', refresh_token: refreshToken })

export const readMe = ({ app }: Server, token: string) => app.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })

export async function addCustomer(): Promise<string> {
  const id = randomUUID()
  const { sql, values } = insertRow(registry.asiakas, { id, name: 'Yritys' }, clock.now)
  await database.pool.query(sql, values)
  return id
}

/** Makes a database for the test file, and closes the servers after each test. */
export function prepareSignIn(): void {
  beforeAll(async () => {
    database = await createTestDatabase()
    passwordHash = await hashPassword(password, 'test')
  })
  afterEach(async () => {
    for (const { app } of servers.splice(0)) await app.close()
  })
  afterAll(async () => {
    await database.drop()
  })
}
