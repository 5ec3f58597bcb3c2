import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { openDayFault } from '#domain/entities/worktime/worktime.rules.ts'
import { type Fault, type FaultKind, faultKinds, RequestFault } from '#domain/errors.ts'
import { uniqueIndexOf } from '#domain/model/columns.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { jsonApiType } from '#domain/model/json-api-type.ts'
import { registry } from '#domain/model/registry.ts'

/**
 * Answers every fault: with JSON:API error objects under /jsonapi and /file, with `{message, errors}` elsewhere
 * (rules/http-api.md#faults). Unexpected errors are logged, and their answer has no details.
 */
export function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler(answerFault)
}

/** Also used for faults that Fastify finds before it knows the route (a malformed address). */
export function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = faultOf(error, { isRead: request.method === 'GET' })
  // A RequestFault with such a status (too busy, a read that took too long) is not a defect.
  if (fault.status >= 500 && error instanceof RequestFault) request.log.warn({ reason: error.message }, 'request refused')
  else if (fault.status >= 500) request.log.error({ reason: error instanceof Error ? error.stack : String(error) }, 'request failed')
  return send(fault, request, reply)
}

export function send(fault: RequestFault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status } = fault
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', fault.faults[0]?.retryAfter ?? 5)
  const own = request.url.startsWith('/jsonapi') || request.url.startsWith('/file')
  // As a Buffer: to a string Fastify would add a charset, which JSON:API does not allow.
  return own
    ? reply
        .code(status)
        .type(jsonApiType)
        .send(Buffer.from(JSON.stringify({ errors: fault.faults.map(errorObject) })))
    : reply.code(status).send({
        message: fault.faults[0]?.detail ?? faultKinds.internal.title,
        errors: fault.faults.map(({ code, detail, pointer, parameter }) => ({
          field: parameter ?? pointer?.split('/').at(-1) ?? '',
          message: detail,
          ...(code === undefined ? {} : { code }),
        })),
      })
}

function errorObject({ kind, code, detail, pointer, parameter, current }: Fault) {
  const { status, title } = faultKinds[kind]
  return {
    title,
    status: String(status),
    ...(code === undefined ? {} : { code }),
    detail,
    ...(pointer !== undefined ? { source: { pointer } } : parameter !== undefined ? { source: { parameter } } : {}),
    ...(current === undefined ? {} : { meta: { current } }),
  }
}

export function faultOf(error: unknown, { isRead = false } = {}): RequestFault {
  if (error instanceof RequestFault) return error
  if (isStorageFull(error)) return new RequestFault({ kind: 'storage_full', detail: faultKinds.storage_full.title })
  if (error instanceof DatabaseError) return databaseFault(error, isRead)
  if (isFastifyError(error)) return requestFault(error)
  if (isLostConnection(error)) return new RequestFault({ kind: 'unavailable', detail: faultKinds.unavailable.title })
  return new RequestFault({ kind: 'internal', detail: faultKinds.internal.title })
}

// PostgreSQL's disk_full, and the file system's codes of a full disk or quota.
const storageFull = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const isStorageFull = (error: unknown): boolean => error instanceof Error && 'code' in error && storageFull.has(String(error.code))

// Codes of pg and the system when the database cannot be reached; it is probably restarting.
const lostConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'])
const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (('syscall' in error && 'code' in error && lostConnection.has(String(error.code))) ||
    /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect/.test(error.message))

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && 'statusCode' in error

/** Translates an error that Fastify itself found in the request. */
function requestFault({ statusCode, code }: FastifyError): RequestFault {
  const kinds: Record<number, FaultKind> = {
    400: 'bad_request',
    404: 'not_found',
    405: 'method_not_allowed',
    406: 'not_acceptable',
    413: 'too_large',
    415: 'unsupported_media',
    429: 'too_many',
    503: 'unavailable',
  }
  const kind = kinds[statusCode ?? 500] ?? ((statusCode ?? 500) < 500 ? 'bad_request' : 'internal')
  const details: Record<string, string> = {
    FST_ERR_CTP_EMPTY_JSON_BODY: 'Pyynnön sisältö puuttuu.',
    FST_ERR_CTP_INVALID_JSON_BODY: 'Pyynnön JSON ei ole kelvollista.',
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Sisältötyyppiä ei tueta.',
    FST_ERR_CTP_BODY_TOO_LARGE: 'Lähetetty sisältö on liian suuri.',
  }
  return new RequestFault({ kind, detail: details[code] ?? faultKinds[kind].title })
}

/** Constraints that input can violate, with their field and sentence; those of unique fields are added from the registry. */
const constraints: Record<string, { field: string; detail: string }> = {
  tyovuoro_kirjaus_avoin: { field: 'alkuaika', detail: openDayFault },
  user_nimi: { field: 'name', detail: 'Käyttäjätunnus on jo käytössä' },
  user_viimeinen_yllapitaja: { field: 'user_roles', detail: 'Viimeistä ylläpitäjää ei voi poistaa käytöstä.' },
  seurantalinkki_tunnissa: {
    field: 'seurantalinkki',
    detail: 'Seurantalinkkejä on lähetetty tunnin aikana liikaa. Tallenna tilaus ilman linkkiä tai yritä myöhemmin uudelleen.',
  },
}
for (const { name, fields } of Object.values<Entity>(registry)) {
  for (const [field, shape] of Object.entries(fields)) {
    if (!('unique' in shape) || shape.unique === undefined) continue
    constraints[uniqueIndexOf(name, field)] = { field, detail: shape.unique === true ? `${shape.label} on jo käytössä` : shape.unique }
  }
}

function databaseFault({ code = '', constraint = '' }: DatabaseError, isRead: boolean): RequestFault {
  const met = constraints[constraint]
  if (met) return new RequestFault({ kind: 'invalid', pointer: `/data/attributes/${met.field}`, detail: met.detail })
  if (code === '23505')
    return new RequestFault(
      // A new row's first revision is written in the same statement, and may violate its unique key first.
      constraint.endsWith('_pkey') || constraint === 'revisio_rivi_vid_key'
        ? { kind: 'conflict', pointer: '/data/id', detail: 'Tällä tunnisteella (id) on jo rivi.' }
        : { kind: 'invalid', detail: 'Samat tiedot on jo tallennettu.' },
    )
  if (code === '23503') return new RequestFault({ kind: 'invalid', detail: 'Viitattua riviä ei löydy.' })
  // Class 22: "data exception", a value that no column can have, such as a text with a NUL.
  if (code.startsWith('22'))
    return new RequestFault(
      isRead
        ? { kind: 'bad_request', detail: 'Hakuehdossa on arvo, jota ei voi hakea.' }
        : { kind: 'invalid', detail: 'Arvoa ei voi tallentaa.' },
    )
  // 57014: a statement that took too long. Class 40: a transaction whose retries failed too.
  if (code === '57014' || code.startsWith('40') || code.startsWith('08') || code.startsWith('53') || code.startsWith('57P'))
    return new RequestFault({ kind: 'unavailable', detail: faultKinds.unavailable.title })
  return new RequestFault({ kind: 'internal', detail: faultKinds.internal.title })
}
