import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { oneQuery } from '#web/data/queries.ts'
import { InvoiceView } from '#web/features/invoicing/invoice-view.tsx'
import { RowStates } from '#web/kit/entity/row-states.tsx'
import { register } from './invoices.tsx'

/** `lasku/:id` */
export function PageScreen() {
  const { id } = useParams({ from: '/lasku/$id' })
  const query = useQuery(oneQuery('lasku', id, { include: ['asiakas', 'hyvitettava'] }))
  if (!query.data) return <RowStates label="Lasku" missing={{ title: register.missingTitle }} query={query} />
  const { row, included } = query.data
  return <InvoiceView invoice={row} customer={included.get('asiakas', row.asiakas)} credited={included.get('lasku', row.hyvitettava)} />
}
