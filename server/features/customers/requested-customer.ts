import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'

/** The customer that a list is asked of, null for whatever is in reach. A customer that asks for another's is refused (rules/access.md#own-customer). */
export function askedCompany({ asiakasId, roles }: Viewer, asked: string | undefined): string | null {
  if (asked !== undefined && asiakasId !== null && asked !== asiakasId && !roles.includes('yllapito'))
    throw new RequestFault({ kind: 'forbidden', parameter: 'asiakas_id', detail: faultKinds.forbidden.title })
  return asked ?? null
}
