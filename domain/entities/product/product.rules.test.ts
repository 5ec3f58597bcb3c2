import { expect, test } from 'vitest'
import type { RuleContext } from '../../model/define-entity.ts'
import { allFeatures } from '../../model/features.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { addressRules } from '../address/address.rules.ts'
import { productRules } from './product.rules.ts'

const context: RuleContext = { viewer: null, now: 1_790_000_000, reason: '', features: allFeatures, sha256: () => '' }

test('a saved product is limited by its type', () => {
  const fields = (values: Parameters<typeof blankRow<'tuote'>>[1]) =>
    (productRules.check?.({ before: null, after: blankRow('tuote', values) }, context, {}) ?? []).map(({ field }) => field)
  expect(fields({})).toEqual([])
  expect(fields({ tyyppi: 'paketti', pituus: 601, leveys: 600, korkeus: 601, paino: 31 })).toEqual(['pituus', 'korkeus', 'paino'])
  expect(fields({ tyyppi: 'muu', paino: 5000 })).toEqual([])
})

test('an address has a valid postal code for its country', () => {
  const fields = (field_postinumero: string, field_maa: string) =>
    (addressRules.check?.({ before: null, after: { field_postinumero, field_maa } }, context, {}) ?? []).map(({ field }) => field)
  expect(fields('33100', 'FI')).toEqual([])
  expect(fields('331', 'FI')).toEqual(['field_postinumero'])
  expect(fields('331', 'SE')).toEqual([])
})
