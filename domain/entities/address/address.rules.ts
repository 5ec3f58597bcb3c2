import type { EntityRules } from '../../model/define-entity.ts'
import { postalCodeFault } from '../../values/checks.ts'

type Place = { field_postinumero: string; field_maa: string }

export const addressRules: EntityRules<Place> = {
  check: ({ after }) => {
    const detail = postalCodeFault(after.field_postinumero, after.field_maa)
    return detail ? [{ field: 'field_postinumero', detail }] : []
  },
}
