import { administratorsWriteCustomerReads } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

export const rentalPolicy: EntityPolicy<'vuokraus'> = administratorsWriteCustomerReads
