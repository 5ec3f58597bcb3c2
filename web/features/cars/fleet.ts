import { useQuery } from '@tanstack/react-query'
import { storedRead } from '#web/data/device/stored-reads.ts'
import { listQuery } from '#web/data/queries.ts'
import type { Part } from '#web/data/row.ts'
import type { Choice } from '#web/kit/form/search-select.tsx'

/** The drivers that work may be given to, by name. */
export function useDrivers(enabled = true): readonly Choice[] {
  const { data } = useQuery({
    ...listQuery('user', {
      filter: { user_roles: 'kuljettaja' },
      sort: ['field_fullname'],
      page: { limit: 250 },
      fields: { user: ['field_fullname', 'name'] },
    }),
    enabled,
  })
  return data?.rows.map((row) => ({ value: row.id, label: row.field_fullname || row.name })) ?? []
}

/** The cars, by registration number. */
export function useCars(enabled = true): readonly Choice[] {
  const { data } = useQuery({
    ...listQuery('auto', { sort: ['rekisterinumero'], page: { limit: 250 }, fields: { auto: ['rekisterinumero'] } }),
    enabled,
  })
  return data?.rows.map((row) => ({ value: row.id, label: row.rekisterinumero })) ?? []
}

const carFields = { auto: ['rekisterinumero', 'seuraava_katsastus'] } as const
export type Car = Part<'auto', typeof carFields>

/** The cars as a driver chooses among them, with a network or without. */
export const carsQuery = {
  ...listQuery('auto', { sort: ['rekisterinumero', 'drupal_internal__id'], page: { limit: 250 }, fields: carFields }),
  ...storedRead,
}

/** The company's own addresses, which belong to no customer: goods wait there between two cars. */
export const terminalsQuery = {
  ...listQuery('postiosoite', {
    filter: { 'asiakas.id': { operator: 'IS NULL' } },
    sort: ['name'],
    page: { limit: 250 },
    fields: {
      postiosoite: ['name', 'field_osoite_1', 'field_osoite_2', 'field_postinumero', 'field_postitoimipaikka', 'field_maa', 'puhelin'],
    },
  }),
  // A driver also brings goods to a terminal where there is no network.
  ...storedRead,
}

export function useTerminals(enabled = true): readonly Choice[] {
  const { data } = useQuery({ ...terminalsQuery, enabled })
  return data?.rows.map((row) => ({ value: row.id, label: [row.name, row.field_postitoimipaikka].filter(Boolean).join(', ') })) ?? []
}
