import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { customerRules } from './customer.rules.ts'

test('a payment term over 30 days is one that has been agreed', () => {
  const faults = (maksuehto: number, maksuehto_sovittu: boolean) =>
    customerRules.check?.({ before: null, after: blankRow('asiakas', { maksuehto, maksuehto_sovittu }) }, ruleContext, {})
  expect(faults(30, false)).toEqual([])
  expect(faults(31, true)).toEqual([])
  expect(faults(31, false)).toEqual([
    { field: 'maksuehto', detail: 'Yli 30 päivän maksuehto on sovittava asiakkaan kanssa. Merkitse se sovituksi.' },
  ])
})
