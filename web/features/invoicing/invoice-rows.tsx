import { Link } from '@tanstack/react-router'
import type { Laskurivi } from '#domain/entities/invoice/invoice.entity.ts'
import { formatDate, formatEuros, formatMinutes, formatNumber, formatPercent } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './invoices.module.css'
import { useInvoiceRows } from './use-invoice-rows.ts'

const minutesOfHour = 60
const amountOf = ({ maara, yksikko }: Pick<Laskurivi, 'maara' | 'yksikko'>): string =>
  yksikko === 'h' ? formatMinutes(Math.round(maara * minutesOfHour)) : `${formatNumber(maara)} ${yksikko}`

/** The rows of an invoice: an order or a group each; administrators also get links to the orders. */
export function InvoiceRows({ invoice, withOrders }: { invoice: string; withOrders: boolean }) {
  const { data, isError, refetch } = useInvoiceRows(invoice, { withOrders })
  if (!data) return isError ? <ErrorState retry={() => void refetch()} /> : <SectionSkeleton lines={3} />
  // Only hourly work has them.
  const hasUnitPrices = data.some(({ yksikkohinta }) => yksikkohinta > 0)
  return (
    <Section title="Rivit">
      <div className={classes.scroll}>
        <table className={classes.rows}>
          <thead>
            <tr>
              <th scope="col">Rivi</th>
              <th scope="col" data-optional>
                Toimitettu
              </th>
              <th scope="col" data-optional>
                Viitteet
              </th>
              <th scope="col" data-numeric data-optional>
                Määrä
              </th>
              {hasUnitPrices && (
                <th scope="col" data-numeric data-optional>
                  À
                </th>
              )}
              <th scope="col" data-numeric data-optional>
                Alv
              </th>
              <th scope="col" data-numeric>
                Veroton
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.id}>
                <td>
                  {row.name}
                  <div className={classes.onPhone}>
                    {[formatDate(row.toimituspaiva), row.viitteet, amountOf(row)].filter((text) => text !== '').join(' · ')}
                  </div>
                  {row.orders.map((order) => (
                    <div key={order.id}>
                      <Link className={classes.link} to="/tilaus/$id" params={{ id: order.id }}>
                        {order.tunniste}
                      </Link>
                    </div>
                  ))}
                </td>
                <td data-optional>{formatDate(row.toimituspaiva)}</td>
                <td data-optional>{row.viitteet}</td>
                <td data-numeric data-optional>
                  {amountOf(row)}
                </td>
                {hasUnitPrices && (
                  <td data-numeric data-optional>
                    {row.yksikkohinta > 0 && formatEuros(row.yksikkohinta)}
                  </td>
                )}
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
