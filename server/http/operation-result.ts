import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type FaultKind, faultKinds, type RequestFault } from '#domain/errors.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { faultOf } from './faults.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Rows that the answer reports as refused by policy, although the call itself is answered with 200; for the security log. */
    refusedRows: number
  }
}

/** Statuses of what somebody may not do or reach; a 404 does not show whether the row is missing or may not be read. */
export const isRefusal = (status: number): boolean => status === 403 || status === 404

/** Counts the rows that an answer reports as refused: the security log gets one event for all of them (rules/sign-in.md#security-log). */
export function countRefusedRows(request: FastifyRequest, kinds: readonly FaultKind[]): void {
  request.refusedRows += kinds.filter((kind) => isRefusal(faultKinds[kind].status)).length
}

/** Why a row was not changed, for the answer. Earlier rows may be stored, so the call still answers; an unexpected error is logged. */
export function faultOfRow(error: unknown, log: FastifyBaseLogger): RequestFault {
  const fault = faultOf(error)
  if (fault.status >= 500)
    log.error({ reason: error instanceof Error ? error.stack : String(error) }, 'row of a bulk operation could not be changed')
  return fault
}

/** The sentences of a fault, each of them once. */
export const messageOf = (fault: RequestFault): string => [...new Set(fault.faults.map(({ detail }) => detail))].join(' ')

export const kindOf = (fault: RequestFault): FaultKind => fault.faults[0]?.kind ?? 'internal'

/** `fault` is null for a row that was changed. */
type Outcome = { id: string; fault: RequestFault | null }

/** The answer of an operation, with a row for each outcome. */
export function operationResults(request: FastifyRequest, outcomes: readonly Outcome[]): OperationResults {
  countRefusedRows(
    request,
    outcomes.flatMap(({ fault }) => (fault === null ? [] : [kindOf(fault)])),
  )
  const results = outcomes.map(({ id, fault }) =>
    fault === null ? { id, success: true } : { id, success: false, message: messageOf(fault) },
  )
  return { success: true, results }
}
