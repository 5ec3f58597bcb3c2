import { Alert, Anchor, List, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MissingForSending, missingForSendingLabels } from '#domain/features/invoicing/plan-invoices.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { formatDate, plural } from '#web/kit/format.ts'
import { type ListedLine, ordersOf } from '../invoice-lines.ts'
import classes from '../invoicing.module.css'
import { missingTargets } from '../missing-targets.ts'

export type LackingLine = { line: ListedLine; puuttuu: readonly MissingForSending[]; message: string }

/** What is left out of the sending, and why, each with a link to where it is mended. */
export function Lacking({ lines }: { lines: readonly LackingLine[] }) {
  const count = ordersOf(lines.map(({ line }) => line)).length
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={`${plural(count, 'tilaus', 'tilausta')} jää pois`}
    >
      <List size="md" className={classes.lackingList} tabIndex={0} aria-label="Pois jäävät tilaukset">
        {lines.map(({ line, puuttuu, message }) => (
          <List.Item key={line.id}>
            {line.tunniste}:{' '}
            {puuttuu.length === 0
              ? message
              : puuttuu.map((missing, index) => (
                  <span key={missing}>
                    {index > 0 && ', '}
                    <MissingLink missing={missing} line={line} />
                  </span>
                ))}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function MissingLink({ missing, line }: { missing: MissingForSending; line: ListedLine }) {
  const order: UninvoicedOrder | undefined = line.orders.find(({ puuttuu }) => puuttuu.some((own) => own === missing)) ?? line.orders[0]
  const text = missingForSendingLabels[missing].toLocaleLowerCase('fi')
  if (missing === 'laskutuspaiva') return <>laskutetaan {order && formatDate(order.laskutettavissa)}</>
  if (missing === 'verokanta' || !order) return <>{text}</>
  if (missing === 'laskuttajan_verkkolaskuosoite')
    return (
      <Anchor renderRoot={(props) => <Link to="/asetukset" search={{ osio: 'yritys' }} {...props} />}>
        {text}
        <VisuallyHidden>, korjaa asetuksissa, {line.tunniste}</VisuallyHidden>
      </Anchor>
    )
  const { to, hash, where } = missingTargets[missing]
  const id = to === '/asiakas/$id' ? order.asiakas.id : order.id
  return (
    <Anchor renderRoot={(props) => <Link to={to} params={{ id }} hash={hash} {...props} />}>
      {text}
      <VisuallyHidden>
        , korjaa {where}, {line.tunniste}
      </VisuallyHidden>
    </Anchor>
  )
}
