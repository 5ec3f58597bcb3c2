import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasFailed, invoiceKinds } from '#domain/entities/invoice/invoice.states.ts'
import { billingKinds } from '#domain/entities/order/order.billing.ts'
import { listQuery } from '#web/data/queries.ts'
import type { EntityRow } from '#web/data/row.ts'
import { HistoryPanel } from '#web/kit/entity/history/history-panel.tsx'
import { formatDate, formatEuros, formatMoment, formatPercent } from '#web/kit/format.ts'
import { DetailPage } from '#web/kit/page/page.tsx'
import { holdsAny, useSession } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceBadge } from './invoice-badge.tsx'
import { InvoiceFiles } from './invoice-files.tsx'
import { InvoiceRows } from './invoice-rows.tsx'
import classes from './invoices.module.css'

type Named = { id: string; name?: string; tunniste: string } | undefined
type Props = { invoice: EntityRow<'lasku'>; customer: Named; credited: Named }

/** An invoice with its rows, and what can be done with it. */
export function InvoiceView({ invoice, customer, credited }: Props) {
  const isAdministrator = holdsAny(useSession(), ['yllapito'])
  return (
    <DetailPage
      title={`${invoiceKinds[invoice.laji]} ${invoice.tunniste}`}
      focus="heading"
      detail={<InvoiceBadge invoice={invoice} />}
      actions={
        <>
          {isAdministrator && <InvoiceActions invoice={invoice} />}
          <InvoiceFiles invoice={invoice} />
        </>
      }
    >
      {isAdministrator && <Trouble invoice={invoice} />}
      <Section title="Lasku">
        <dl className={classes.facts}>
          {isAdministrator && customer && (
            <Fact name="Asiakas">
              <Link className={classes.link} to="/asiakas/$id" params={{ id: customer.id }}>
                {customer.name}
              </Link>
            </Fact>
          )}
          {credited && (
            <Fact name="Hyvittää laskun">
              <Link className={classes.link} to="/lasku/$id" params={{ id: credited.id }}>
                {credited.tunniste}
              </Link>
            </Fact>
          )}
          {invoice.syy && <Fact name="Syy">{invoice.syy}</Fact>}
          <Fact name="Laskupäivä">{formatDate(invoice.laskupaiva)}</Fact>
          <Fact name="Eräpäivä">{formatDate(invoice.erapaiva)}</Fact>
          <Fact name="Viitenumero">{invoice.viitenumero}</Fact>
          <Fact name="Laskutustapa">{billingKinds[invoice.laskutustapa]}</Fact>
          {invoice.lahetetty > 0 && <Fact name="Lähetetty">{formatMoment(invoice.lahetetty)}</Fact>}
          <Fact name="Veroton">{formatEuros(invoice.veroton)}</Fact>
          {invoice.alv_erittely.map(({ prosentti, alv }) => (
            <Fact key={prosentti} name={`Alv ${formatPercent(prosentti)}`}>
              {formatEuros(alv)}
            </Fact>
          ))}
          <Fact name="Yhteensä">
            <span className={classes.total}>{formatEuros(invoice.yhteensa)}</span>
          </Fact>
        </dl>
      </Section>
      <InvoiceRows invoice={invoice.id} withOrders={isAdministrator} />
      <CreditNotes invoice={invoice.id} />
      {isAdministrator && <HistoryPanel entity="lasku" id={invoice.id} />}
    </DetailPage>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** What keeps the invoice from being sent, in the provider's words. */
function Trouble({ invoice }: { invoice: EntityRow<'lasku'> }) {
  const isChecked = invoice.tila === 'tarkista'
  if (!isChecked && !hasFailed(invoice)) return null
  return (
    <Alert
      color={isChecked ? 'yellow' : 'red'}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={isChecked ? 'Ei tiedetä, lähtikö lasku' : 'Lasku ei lähtenyt'}
    >
      <Text>{invoice.virhe}</Text>
      {isChecked && <Text>Katso laskutusjärjestelmästä, onko lasku {invoice.tunniste} siellä, ja kerro se tässä.</Text>}
    </Alert>
  )
}

function CreditNotes({ invoice }: { invoice: string }) {
  const { data } = useQuery(listQuery('lasku', { filter: { 'hyvitettava.id': invoice }, sort: ['numero'], page: { limit: 100 } }))
  if (!data || data.rows.length === 0) return null
  return (
    <Section title="Hyvityslaskut">
      <dl className={classes.facts}>
        {data.rows.map((credit) => (
          <Fact key={credit.id} name={formatDate(credit.laskupaiva)}>
            <Link className={classes.link} to="/lasku/$id" params={{ id: credit.id }}>
              {credit.tunniste}
            </Link>{' '}
            {formatEuros(credit.yhteensa)} {credit.syy}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}
