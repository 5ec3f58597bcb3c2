import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listQuery } from '#web/data/queries.ts'
import { formatDate, formatEuros, formatNumber, formatPercent } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { SectionSkeleton } from '#web/ui/states.tsx'
import classes from './invoices.module.css'

export const invoiceRowsQuery = (invoice: string) =>
  listQuery('laskurivi', { filter: { 'lasku.id': invoice }, include: ['tilaukset'], sort: ['rivinro'], page: { limit: 250 } })

/** The rows of an invoice: an order or a group each; administrators also get links to the orders. */
export function InvoiceRows({ invoice, withOrders }: { invoice: string; withOrders: boolean }) {
  const { data } = useQuery(invoiceRowsQuery(invoice))
  if (!data) return <SectionSkeleton lines={3} />
  return (
    <Section title="Rivit">
      <div className={classes.scroll}>
        <table className={classes.rows}>
          <thead>
            <tr>
              <th scope="col">Rivi</th>
              <th scope="col">Toimitettu</th>
              <th scope="col">Viitteet</th>
              <th scope="col" data-numeric data-optional>
                Määrä
              </th>
              <th scope="col" data-numeric data-optional>
                Alv
              </th>
              <th scope="col" data-numeric>
                Veroton
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.id}>
                <td>
                  {row.name}
                  {withOrders &&
                    data.included.all('tilaus', row.tilaukset).map((order) => (
                      <div key={order.id}>
                        <Link className={classes.link} to="/tilaus/$id" params={{ id: order.id }}>
                          {order.tunniste}
                        </Link>
                      </div>
                    ))}
                </td>
                <td>{formatDate(row.toimituspaiva)}</td>
                <td>{row.viitteet}</td>
                <td data-numeric data-optional>
                  {formatNumber(row.maara)} {row.yksikko}
                </td>
                <td data-numeric data-optional>
                  {formatPercent(row.alv_prosentti)}
                </td>
                <td data-numeric>{formatEuros(row.veroton)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
