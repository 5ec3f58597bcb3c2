import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listQuery } from '#web/data/queries.ts'

const none: ReadonlyMap<string, string> = new Map()

/** The drivers' phone numbers with their country codes, by the user's id. */
export function useDriverPhones(users: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...listQuery('profile_kuljettaja', {
      filter: { 'uid.id': { operator: 'IN', value: [...users] } },
      page: { limit: 250 },
      fields: { profile_kuljettaja: ['field_puhelinnumero', 'uid'] },
    }),
    enabled: users.length > 0,
    staleTime: 5 * 60_000,
  })
  return useMemo(() => {
    if (!data) return none
    return new Map(data.rows.map(({ uid, field_puhelinnumero }) => [uid ?? '', field_puhelinnumero]))
  }, [data])
}
