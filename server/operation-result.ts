import type { FastifyBaseLogger } from 'fastify'
import type { OperationResults } from '#domain/calls/operation-results.ts'
import { faultOf } from './plugins/faults.ts'

type Result = OperationResults['results'][number]

/** The result of a row whose change was not made. The rows before it may be done, so that their answer must arrive. */
export function failedResult(id: string, error: unknown, log: FastifyBaseLogger): Result {
  const fault = faultOf(error)
  if (fault.status >= 500) log.error({ reason: error instanceof Error ? error.stack : String(error) }, 'row not changed')
  return { id, success: false, message: [...new Set(fault.faults.map(({ detail }) => detail))].join(' ') }
}
