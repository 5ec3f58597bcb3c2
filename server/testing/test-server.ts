// For tests: the whole server on its own database, with customers and people, and calls as one of these.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { hash } from '@node-rs/argon2'
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { clientGroupOf, type Role } from '#domain/access/roles.ts'
import { appVersion } from '#domain/features/settings/runtime-config.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { buildApp } from '../app.ts'
import { clientIdOf } from '../auth/clients.ts'
import type { EstimateStrength } from '../auth/new-password.ts'
import type { PasswordHash } from '../auth/passwords.ts'
import { readConfig } from '../config.ts'
import type { BodyTimeouts } from '../http/limits/body-timeouts.ts'
import type { FileStore } from '../platform/files/store/file-store.ts'
import { localFiles } from '../platform/files/store/local-files.ts'
import type { Accounting } from '../platform/ports/accounting/open-accounting.ts'
import { addUser } from '../users/new-user.ts'
import { answerCheckOf, type ObservedAnswer, observeAnswers } from './answer-check.ts'
import { createTestDatabase } from './database.ts'
import { withEditedVersion } from './edited-version.ts'
import { insertRow } from './insert-row.ts'

export type Answer = { status: number; headers: Record<string, unknown>; text: string; raw: Buffer; body: Body }
// biome-ignore lint/suspicious/noExplicitAny: tests read answers without types.
type Body = any
export type Person = { id: string; name: string; asiakasId: string | null; authorization: string; call: Call }
/** Adds the stored `vid` to the body of a change that has none (edited-version.ts); a test without a version sends an `if-match` header. */
export type Call = (
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>
export type TestServer = {
  app: FastifyInstance
  pool: Pool
  /** The connection as a DATABASE_URL, for a server in a separate process. */
  databaseUrl: string
  files: FileStore
  /** DATA_DIR. */
  folder: string
  /** Unix seconds; a test moves it. */
  clock: { now: number }
  customer: (name?: string) => Promise<string>
  person: (roles: readonly Role[], asiakasId?: string) => Promise<Person>
  /** The token call of a person with these roles, from a random address unless one is given. */
  signIn: (
    name: string,
    roles: readonly Role[],
    options?: { password?: string; totp?: string; agent?: string; address?: string },
  ) => Promise<LightMyRequestResponse>
  /** A call without sign-in. */
  call: Call
  close: () => Promise<void>
}

export const testPassword = 'Ruuhka-vuoro-testi-42'
/** With the least memory and time that argon2id allows: people sign in as usual, at a hundredth of the work. */
const passwordHash: Promise<PasswordHash> = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 }).then((argon2id) => ({
  argon2id,
}))

type TestServerOptions = {
  /** The file store; a local folder by default. */
  store?: FileStore
  /** Environment variables that replace the defaults of tests. */
  env?: NodeJS.ProcessEnv
  /** Folder of a built web app. */
  webRoot?: string
  bodyTimeouts?: BodyTimeouts
  estimate?: EstimateStrength
  placeSearch?: { address: string; timeout: number }
  /** For tests that order stops at stubs of the services. */
  routeServices?: { hereUrl?: string; timeout?: number }
  isPushEndpoint?: (endpoint: string) => boolean
  accounting?: Accounting
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { store, env, webRoot, bodyTimeouts, estimate, placeSearch, routeServices, isPushEndpoint, accounting } = options
  const database = await createTestDatabase()
  const folder = env?.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'kuorma-testi-')))
  const clock = { now: 1_795_000_000 }
  const usual = {
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PUBLIC_URL: 'https://kuorma.test',
    COMPANY_NAME: 'Testikuljetus Oy',
    RATE_LIMIT_MULTIPLIER: '1000',
  }
  const config = readConfig({ ...usual, ...env })
  const log = pino({ level: 'error' }, { write: (line) => console.error(line) }) as FastifyBaseLogger
  const files = store ?? (await localFiles(join(folder, 'files')))
  const app = await buildApp({
    config,
    pool: database.pool,
    files,
    log,
    clock: () => clock.now,
    webRoot: webRoot ?? null,
    ...(bodyTimeouts ? { bodyTimeouts } : {}),
    ...(estimate ? { estimate } : {}),
    ...(placeSearch ? { placeSearch } : {}),
    ...(routeServices ? { routeServices } : {}),
    ...(isPushEndpoint ? { isPushEndpoint } : {}),
    ...(accounting ? { accounting } : {}),
  })
  await app.ready()
  const check = config.production ? () => undefined : await answerCheckOf(app)
  // rules/sign-in.md#app-version: every answer of any kind has the version.
  const checkAnswer = (answered: ObservedAnswer, headers: Answer['headers']): void => {
    if (headers['x-app-version'] !== appVersion) throw new Error(`${answered.method} ${answered.url} → ${answered.status}: no version`)
    check(answered)
  }
  observeAnswers(app, checkAnswer)
  const callWith =
    (authorization: string | null): Call =>
    async (method, url, body, headers = {}) => {
      const sent = 'if-match' in headers ? body : await withEditedVersion(database.pool, { method, url, body })
      const payload = sent === undefined ? {} : { payload: typeof sent === 'string' || Buffer.isBuffer(sent) ? sent : JSON.stringify(sent) }
      const type =
        body === undefined ? {} : { 'content-type': url.startsWith('/jsonapi') ? 'application/vnd.api+json' : 'application/json' }
      const options: InjectOptions = {
        method,
        url,
        ...payload,
        headers: { ...(authorization ? { authorization } : {}), ...type, ...headers },
      }
      const answer = await app.inject({ ...options, payloadAsStream: true })
      const stream = answer.stream()
      // An event stream has no end, so only its headers are read.
      const contentType = String(answer.headers['content-type'] ?? '')
      const isEndless = contentType.startsWith('text/event-stream')
      const raw = isEndless ? Buffer.alloc(0) : await buffer(stream)
      stream.destroy()
      const text = raw.toString()
      const read: Body = contentType.includes('json') && method !== 'HEAD' ? JSON.parse(text) : null
      checkAnswer({ method, url, status: answer.statusCode, contentType, body: read }, answer.headers)
      return { status: answer.statusCode, headers: answer.headers, text, raw, body: read }
    }
  const signIn: TestServer['signIn'] = (name, roles, { password = testPassword, totp = '', agent = '', address } = {}) => {
    const clientId = clientIdOf[clientGroupOf(roles)]
    const form = new URLSearchParams({
      grant_type: 'password',
      client_id: clientId,
      client_secret: app.clientSecrets[clientId] ?? '',
      username: name,
      password,
      totp,
    })
    return app.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
      remoteAddress: address ?? `10.0.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`,
    })
  }
  const signedIn = async (name: string, roles: readonly Role[]): Promise<Pick<Person, 'authorization' | 'call'>> => {
    const answer = await signIn(name, roles)
    if (answer.statusCode !== 200) throw new Error(`Sign-in failed: ${answer.payload}`)
    const authorization = `Bearer ${answer.json<{ access_token: string }>().access_token}`
    return { authorization, call: callWith(authorization) }
  }
  return {
    app,
    pool: database.pool,
    databaseUrl: database.url,
    files,
    folder,
    clock,
    call: callWith(null),
    signIn,
    async customer(name = `Yhtiö ${randomUUID().slice(0, 6)} Oy`) {
      const id = randomUUID()
      await insert(database.pool, 'asiakas', { id, name }, clock.now)
      return id
    },
    async person(roles, asiakasId) {
      const name = `nimi-${randomUUID().slice(0, 8)}`
      const user = { name, mail: `${name}@esimerkki.fi`, roles, etunimi: 'Maija', sukunimi: 'Meikäläinen', password: await passwordHash }
      const { id } = await addUser(database.pool, asiakasId ? { ...user, asiakasId } : user, clock.now)
      return { id, name, asiakasId: asiakasId ?? null, ...(await signedIn(name, roles)) }
    },
    async close() {
      await app.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Users = { admin: Person; customer: Person; driver: Person }

/** A new person of each role that works with orders. */
export async function addUsers(server: Pick<TestServer, 'person' | 'customer'>, customerName?: string): Promise<Users> {
  return {
    admin: await server.person(['yllapito']),
    customer: await server.person(['asiakas'], await server.customer(customerName)),
    driver: await server.person(['kuljettaja']),
  }
}

/** A test server with its people. */
export async function startServerWithUsers(customerName?: string): Promise<Users & { server: TestServer }> {
  const server = await startTestServer()
  return { server, ...(await addUsers(server, customerName)) }
}

/** Inserts a row directly into the database, with the registry's defaults for missing values. */
export async function insert(pool: Pool, name: EntityName, values: Record<string, unknown>, now = 1_795_000_000): Promise<void> {
  const { sql, values: parameters } = insertRow(registry[name], values, now)
  await pool.query(sql, parameters)
}
