import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'

/**
 * The customer that a list is requested for, null for all that the viewer may read. Throws when a customer's user requests another
 * customer's list (rules/access.md#own-customer).
 */
export function requestedCustomer({ asiakasId, roles }: Viewer, requested: string | undefined): string | null {
  if (requested !== undefined && asiakasId !== null && requested !== asiakasId && !roles.includes('yllapito'))
    throw new RequestFault({ kind: 'forbidden', parameter: 'asiakas_id', detail: faultKinds.forbidden.title })
  return requested ?? null
}
