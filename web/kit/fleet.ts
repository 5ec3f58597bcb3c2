import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../data/queries.ts'

export type Choice = { value: string; label: string }

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
