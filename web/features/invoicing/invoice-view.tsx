import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type InvoiceState, invoiceKinds } from '#domain/entities/invoice/invoice.states.ts'
import { billingKinds } from '#domain/entities/order/order.billing.ts'
import type { EntityRow } from '#web/data/row.ts'
import { HistoryPanel } from '#web/kit/entity/history/history-panel.tsx'
import { formatDate, formatEuros, formatMoment, formatPercent, othersText } from '#web/kit/format.ts'
import { DetailPage } from '#web/kit/page/page.tsx'
import { holdsAny, useSession } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceBadge } from './invoice-badge.tsx'
import { InvoiceFiles } from './invoice-files.tsx'
import { InvoiceRows } from './invoice-rows.tsx'
import classes from './invoices.module.css'
import { useCreditNotes } from './use-credit-notes.ts'

type Named = { id: string; name?: string; tunniste: string } | undefined
type Props = { invoice: EntityRow<'lasku'>; customer: Named; credited: Named }

/** An invoice with its rows, and what can be done with it. */
export function InvoiceView({ invoice, customer, credited }: Props) {
  const isAdministrator = holdsAny(useSession(), ['yllapito'])
  const isUndone = invoice.status !== 1
  return (
    <DetailPage
      title={`${invoiceKinds[invoice.laji]} ${invoice.tunniste}`}
      focus="heading"
      detail={!isUndone && <InvoiceBadge invoice={invoice} />}
      actions={
        <>
          {isAdministrator && !isUndone && <InvoiceActions invoice={invoice} />}
          {!isUndone && <InvoiceFiles invoice={invoice} />}
        </>
      }
    >
      {isAdministrator && !isUndone && <Trouble invoice={invoice} />}
      {isUndone && <Text>{invoiceKinds[invoice.laji]} on peruttu.</Text>}
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
            <Fact name="Hyvitetty lasku">
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
      {invoice.laji === 'lasku' && <CreditNotes invoice={invoice.id} />}
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

const troubles: Readonly<Partial<Record<InvoiceState, string>>> = {
  luonnos: 'Lähetys epäonnistui',
  lahetetaan: 'Lähetys epäonnistui, sitä yritetään uudelleen',
  lahetetty: 'Lasku on lähetetty, mutta sen tilauksia ei ole merkitty laskutetuiksi',
  tarkista: 'Ei tiedetä, lähtikö lasku',
}

/** What keeps the invoice from being sent, or its orders from being invoiced. */
function Trouble({ invoice: { tila, virhe, tunniste } }: { invoice: EntityRow<'lasku'> }) {
  const title = troubles[tila]
  if (virhe === '' || title === undefined) return null
  const isUrgent = tila === 'luonnos' || tila === 'lahetetty'
  return (
    <Alert color={isUrgent ? 'red' : 'yellow'} icon={<IconAlertTriangle size={20} aria-hidden />} title={title}>
      <Text>{virhe}</Text>
      {tila === 'tarkista' && <Text>Tarkista laskutusjärjestelmästä, onko lasku {tunniste} siellä, ja kerro se tässä.</Text>}
    </Alert>
  )
}

function CreditNotes({ invoice }: { invoice: string }) {
  const { data, isError, refetch } = useCreditNotes(invoice)
  if (!data) return isError ? <ErrorState retry={() => void refetch()} /> : null
  const { notes, count } = data
  if (count === 0) return null
  return (
    <Section title="Hyvityslaskut" aside={othersText(notes.length, count)}>
      <dl className={classes.facts}>
        {notes.map((note) => (
          <Fact key={note.id} name={formatDate(note.laskupaiva)}>
            <Link className={classes.link} to="/lasku/$id" params={{ id: note.id }}>
              {note.tunniste}
            </Link>{' '}
            {formatEuros(note.yhteensa)} {note.syy}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}
