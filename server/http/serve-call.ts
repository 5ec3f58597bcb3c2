import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { type Fault, faultKinds, RequestFault } from '#domain/errors.ts'
import type { Call, FileCall } from '#domain/model/define-call.ts'
import { idempotentRequestOf, storeOnce, whileKeyIsHeld } from '#server/platform/idempotency-keys.ts'
import { fairQueue } from '../platform/workers/fair-queue.ts'
import { base64BodyText, jsonParser, refuseExcessiveJson } from './json-bodies.ts'
import { bodyAdmission } from './limits/body-admission.ts'

type Serving = { pool: Pool; clock: () => number }
type Options = {
  /** In bytes, for calls that need more than the default: their bodies are parsed one at a time, and each user's calls run one at a time. */
  bodyLimit?: number
  /** The work itself stores its answer under the Idempotency-Key, in the transaction of its changes. */
  keepsAnswers?: boolean
}

/** Registers the route of an /api call, which checks authentication, role and input, and then runs `work`. */
export function serveCall<I extends z.ZodType, O extends z.ZodType>(
  app: FastifyInstance,
  call: Call<I, O>,
  { pool, clock }: Serving,
  work: (input: z.output<I>, viewer: Viewer, request: FastifyRequest) => Promise<z.input<O>>,
  { keepsAnswers, bodyLimit }: Options = {},
): void {
  const { method, path: url, secret = [] } = call
  const serve = async (viewer: Viewer, request: FastifyRequest): Promise<string> => {
    const input = readInput(call, request)
    const answer = async () => ({ status: 200, location: null, body: JSON.stringify(await work(input, viewer, request)) })
    const idempotent = method === 'GET' || keepsAnswers || secret === 'answer' ? null : idempotentRequestOf(request, viewer, secret)
    const { body } = await (idempotent === null ? answer() : whileKeyIsHeld(pool, idempotent, clock(), answer))
    return body
  }
  const place = (scope: FastifyInstance, served: typeof serve): void => {
    scope.route({
      method,
      url,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      config: { call },
      handler: async (request, reply) => {
        const viewer = await viewerOf(call, request)
        return sendJson(reply, await served(viewer, request))
      },
    })
  }
  if (bodyLimit === undefined) {
    place(app, serve)
    return
  }
  app.register(async (scope) => {
    const parse = largeBodies(scope, bodyLimit)
    const parsing = fairQueue({ maxRunning: 1 })
    const working = fairQueue({ maxRunning: Number.POSITIVE_INFINITY, maxRunningPerSource: 1 })
    const admit = bodyAdmission(maxPerUser * bodyLimit, tooManyLarge)
    // Checked before the body is read, so that waiting bodies of strangers or of repeated attempts cannot fill the memory.
    scope.addHook('onRequest', async (request, reply) => {
      await viewerOf(call, request)
      admit(request, reply)
    })
    place(scope, (viewer, request) =>
      working({ id: viewer.userId }, async () => {
        await parsing({ id: viewer.userId }, () => parse(request))
        return serve(viewer, request)
      }),
    )
  })
}

/**
 * Registers the route of a call whose work is one transaction. The answer is stored under the Idempotency-Key in the same transaction, so that a
 * retry after a lost answer or a crash changes nothing twice.
 */
export function serveTransaction<I extends z.ZodType, O extends z.ZodType>(
  app: FastifyInstance,
  call: Call<I, O>,
  { pool, clock }: Serving,
  work: (input: z.output<I>, viewer: Viewer, client: PoolClient) => Promise<z.input<O>>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
    handler: async (request, reply) => {
      const viewer = await viewerOf(call, request)
      const input = readInput(call, request)
      const { body } = await storeOnce(pool, idempotentRequestOf(request, viewer), clock(), async (client) => ({
        status: 200,
        location: null,
        body: JSON.stringify(await work(input, viewer, client)),
      }))
      return sendJson(reply, body)
    },
  })
}

const sendJson = (reply: FastifyReply, body: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)

/**
 * Reads bodies as buffers, as they need three times as much memory when parsed. Returns a function that parses the body of a
 * request; the caller runs it for one body at a time.
 */
function largeBodies(scope: FastifyInstance, bodyLimit: number): (request: FastifyRequest) => Promise<void> {
  const parse = jsonParser(scope)
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
  return async (request) => {
    if (!Buffer.isBuffer(request.body)) return
    refuseExcessiveJson(request.body)
    const text = base64BodyText(request.body)
    // Each pass over the largest body takes tens of milliseconds; the event loop serves others between them.
    await setImmediate()
    request.body = await parse(request, text)
    await setImmediate()
  }
}

/** Limit on the concurrent bodies of a person, counted in bodies of the largest size. */
const maxPerUser = 2
const tooManyLarge = 'Lähetät jo montaa suurta tiedostoa. Odota, että jokin niistä on perillä.'

/** The viewer of the request; throws when their role may not make the call. */
async function viewerOf({ roles }: Pick<Call, 'roles'>, request: FastifyRequest): Promise<Viewer> {
  const viewer = await request.viewer()
  if (roles.some((role) => viewer.roles.includes(role))) return viewer
  throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
}

/** A file in an answer; `size` is in bytes. */
type AnsweredFile = { bytes: Readable; size: number; filename: string; type: string }

/** Registers the route of a call that answers with a file. */
export function serveFileCall<I extends z.ZodType>(
  app: FastifyInstance,
  call: FileCall<I>,
  /** The signal is aborted when the client disconnects. */
  work: (input: z.output<I>, viewer: Viewer, signal: AbortSignal) => Promise<AnsweredFile>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
    handler: async (request, reply) => {
      const viewer = await viewerOf(call, request)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const { bytes, size, filename, type } = await work(readQuery(call.input, request.query), viewer, gone.signal)
      return reply
        .header('cache-control', 'no-store')
        .header('content-length', size)
        .header('content-disposition', create(filename))
        .type(type)
        .send(bytes)
    },
  })
}

/** Registers the route of a call that needs no sign-in. */
export function serveOpenCall<I extends z.ZodType, O extends z.ZodType>(
  app: FastifyInstance,
  call: Call<I, O>,
  work: (input: z.output<I>, request: FastifyRequest) => Promise<z.input<O>>,
): void {
  if (!call.open) throw new Error(`${call.path} is not open to everybody`)
  app.route({
    method: call.method,
    url: call.path,
    config: { call, public: true },
    handler: async (request, reply) => {
      const answer = await work(readInput(call, request), request)
      const caching = call.method === 'GET' ? 'no-cache' : 'no-store'
      return reply.header('cache-control', caching).type('application/json; charset=utf-8').send(JSON.stringify(answer))
    },
  })
}

function readInput<I extends z.ZodType>(call: Call<I>, request: FastifyRequest): z.output<I> {
  const inQuery = call.method === 'GET' || (call.method === 'DELETE' && request.body === undefined)
  return inQuery ? readQuery(call.input, request.query) : readBody(call.input, request.body)
}

/** Parses the query. `_format=json` is allowed in every call outside /jsonapi (rules/http-api.md#format-parameter). */
function readQuery<I extends z.ZodType>(input: I, query: unknown): z.output<I> {
  const { _format, ...parameters } = z.looseObject({}).parse(query)
  const read = input.safeParse(parameters, { error: inFinnish })
  if (read.success) return read.data
  throw new RequestFault(
    read.error.issues.map((issue): Fault => ({ kind: 'bad_request', parameter: fieldOf(issue).join('.'), detail: issue.message })),
  )
}

function readBody<I extends z.ZodType>(input: I, body: unknown): z.output<I> {
  const read = input.safeParse(body, { error: inFinnish })
  if (read.success) return read.data
  throw new RequestFault(
    read.error.issues.map((issue): Fault => ({ kind: 'invalid', pointer: ['', ...fieldOf(issue)].join('/'), detail: issue.message })),
  )
}

const fieldOf = (issue: z.core.$ZodIssue): string[] =>
  (issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path).map(String)

const { localeError } = z.locales.fi()

/** Messages for faults without a message in the call's schema. */
const inFinnish: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return `Tuntematon kenttä: ${issue.keys.slice(0, 10).join(', ')}.`
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Kenttä on pakollinen.'
  return localeError(issue)
}
