import type { EntityRules } from '../../model/define-entity.ts'
import { activationDay } from '../../values/contract.ts'
import { placeFaults } from '../order/line.rules.ts'
import type { TuntituoteToisto } from './recurring.entity.ts'

export const recurringRules: EntityRules<TuntituoteToisto> = {
  derive: (change, { now }) => ({ aktivointipaiva: activationDay(change, now) }),
  check: ({ after }) => placeFaults('nouto', after.nouto_postinro, after.nouto_maa),
}
