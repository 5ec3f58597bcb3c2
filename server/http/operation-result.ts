import type { FastifyBaseLogger } from 'fastify'
import type { RequestFault } from '#domain/errors.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { faultOf } from './faults.ts'

type Result = OperationResults['results'][number]

/** Why a row was not changed, as people are told. The rows before it may be stored, so the call answers all the same; what nobody foresaw is logged. */
export function faultOfRow(error: unknown, log: FastifyBaseLogger): RequestFault {
  const fault = faultOf(error)
  if (fault.status >= 500) log.error({ reason: error instanceof Error ? error.stack : String(error) }, 'row not changed')
  return fault
}

/** What a fault says, each sentence once. */
export const messageOf = (fault: RequestFault): string => [...new Set(fault.faults.map(({ detail }) => detail))].join(' ')

/** `fault`: null of a row that was changed. */
export const operationResult = (id: string, fault: RequestFault | null): Result =>
  fault === null ? { id, success: true } : { id, success: false, message: messageOf(fault) }
