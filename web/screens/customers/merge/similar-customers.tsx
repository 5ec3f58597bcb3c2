import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SimilarCustomer } from '#domain/features/customers/similar-customers.ts'
import type { EntityRow } from '#web/data/row.ts'
import { rowQuery } from '#web/kit/entity/row-query.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { Matches } from './similar-note.tsx'
import { similarQuery } from './similar-query.ts'

/** Possible duplicates of the customer. */
export function useSimilarCustomers(id: string, enabled: boolean): readonly SimilarCustomer[] {
  const { data: customer } = useQuery({ ...rowQuery('asiakas', id), enabled })
  const compared = { nimi: customer?.name ?? '', y_tunnus: customer?.y_tunnus ?? '', ohita: id }
  const { data } = useQuery({ ...similarQuery(compared), enabled: enabled && customer?.status === 1 })
  return data?.data ?? []
}

type Props = { customer: Pick<EntityRow<'asiakas'>, 'id'>; matches: readonly SimilarCustomer[] }

/** Shows possible duplicates, with buttons for merging them. */
export function SimilarCustomers({ customer, matches }: Props) {
  const [other, setOther] = useState<string | null>(null)
  return (
    <>
      <Matches
        title="Sama asiakas kahdesti?"
        matches={matches}
        action={({ id, name }) => (
          <Button variant="default" size="sm" mt={4} aria-label={`Yhdistä: ${name}`} onClick={() => setOther(id)}>
            Yhdistä…
          </Button>
        )}
      />
      {other && <MergeDialog customers={[customer.id, other]} onClose={() => setOther(null)} />}
    </>
  )
}
