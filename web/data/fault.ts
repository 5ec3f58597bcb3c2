import { type FaultCode, faultCodes, toastMessages } from '#domain/errors.ts'

export type FieldFault = { detail: string; code?: FaultCode; pointer?: string; parameter?: string }

/** A call that failed. `status` 0: no answer came. */
export class CallFault extends Error {
  readonly status: number
  readonly errors: readonly FieldFault[]
  /** Seconds after which the server accepts the call again (429, 503); null when it does not say. */
  readonly retryAfter: number | null

  constructor(status: number, errors: readonly FieldFault[] = [], retryAfter: number | null = null) {
    super(errors[0]?.detail ?? toastMessage(status))
    this.name = 'CallFault'
    this.status = status
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

/** The row was saved by somebody else after it was read here (409). The typed text stays, and the form shows both versions. */
export class Conflict extends CallFault {
  constructor(errors: readonly FieldFault[] = []) {
    super(409, errors)
    this.name = 'Conflict'
  }
}

/** A refusal for the place where something was sent: the server's sentence, or that it did not answer. */
export const refusalText = ({ status, message }: Pick<CallFault, 'status' | 'message'>): string =>
  status === 0 ? 'Palvelin ei vastannut. Yritä uudelleen.' : message

/** Why an action that was sent later was rejected: there is no page to read again. */
export const lateRefusalText = ({ errors, message }: Pick<CallFault, 'errors' | 'message'>): string =>
  errors[0]?.code === 'outdated' ? 'Joku muu on muuttanut tietoja sillä välin.' : message

/** Statuses of a proxy whose server is unreachable, and of a server whose database is. */
export const away: readonly number[] = [502, 503, 504]

/** Statuses that may mean that the server is unreachable: 0 is no answer. */
export const maybeLost: readonly number[] = [0, ...away]

/** The sentence of rules/errors.md#toasts for a status. */
export function toastMessage(status: number): string {
  if (status === 0) return toastMessages.none
  return status === 400 || status === 403 || status === 404 || status === 409 || status === 422
    ? toastMessages[status]
    : toastMessages.other
}

export const toastText = (status: number): string => (status === 0 ? toastMessage(0) : `${toastMessage(status)} (${status})`)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function fieldFault(error: unknown): FieldFault | null {
  if (!isRecord(error)) return null
  const source = isRecord(error.source) ? error.source : {}
  const field = textOf(error.field)
  const detail = textOf(error.detail) ?? textOf(error.message) ?? textOf(error.title)
  if (!detail) return null
  const pointer = textOf(source.pointer) ?? (field ? `/${field.replaceAll('.', '/')}` : undefined)
  const parameter = textOf(source.parameter)
  const code = faultCodes.find((known) => known === error.code)
  return { detail, ...(code ? { code } : {}), ...(pointer ? { pointer } : {}), ...(parameter ? { parameter } : {}) }
}

const secondsOf = (header: string | null): number | null => (header !== null && /^\d+$/.test(header) ? Number(header) : null)

/** Reads the faults of an answer: a JSON:API error document, or the `{message, errors}` of an /api call; `retryAfter` is its header. */
export function readFault(status: number, body: unknown, retryAfter: string | null = null): CallFault {
  const listed = isRecord(body) && Array.isArray(body.errors) ? body.errors.flatMap((error) => fieldFault(error) ?? []) : []
  const message = isRecord(body) ? textOf(body.message) : undefined
  const errors = listed.length === 0 && message ? [{ detail: message }] : listed
  return status === 409 ? new Conflict(errors) : new CallFault(status, errors, secondsOf(retryAfter))
}
