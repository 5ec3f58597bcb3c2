import { expect, test } from 'vitest'
import { countDifferences } from './shipment.counts.ts'

test.each([
  [10, 0, 0, []],
  [10, 10, 10, []],
  [10, 8, 0, ['Noudettu 8/10']],
  [10, 10, 12, ['Toimitettu 12/10']],
  [10, 9, 8, ['Noudettu 9/10', 'Toimitettu 8/10']],
])('of %d ordered pieces, %d picked up and %d delivered: %j', (maara, noudettu_maara, toimitettu_maara, differences) => {
  expect(countDifferences({ maara, noudettu_maara, toimitettu_maara })).toEqual(differences)
})
