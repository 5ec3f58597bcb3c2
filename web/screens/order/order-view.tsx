import { ends } from '#domain/values/place.ts'
import { formatDay } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'
import { billingLine } from './billing-line.ts'
import { Fact } from './jobs-section.tsx'
import classes from './order.module.css'
import { endLabels } from './order-check.ts'
import type { OrderRead } from './order-data.ts'
import { dayOrNone, type OrderContent } from './order-values.ts'
import { PlaceCard } from './places-section.tsx'

type Props = { read: OrderRead; content: OrderContent; termDays: number | undefined }

/** The order to be read, once it may no longer be changed. Its shipments stand below with their states. */
export function OrderView({ read, content, termDays }: Props) {
  const { order, shipments } = read
  return (
    <>
      {shipments.length > 0 && (
        <div className={classes.places}>
          {ends.map((end) => (
            <section key={end} className={classes.place} aria-label={endLabels[end]}>
              <div className={classes.placeHead}>
                <h2 className={classes.placeTitle}>{endLabels[end]}</h2>
              </div>
              <PlaceCard place={content[end]} />
            </section>
          ))}
        </div>
      )}
      {shipments.length > 0 && (dayOrNone(content.toivottu_toimitus) > 0 || content.viite || content.viesti) && (
        <Section title="Ajankohta ja viitteet">
          <dl className={classes.facts}>
            <Fact name="Toivottu toimitus" value={formatDay(dayOrNone(content.toivottu_toimitus))} />
            <Fact name="Viite" value={content.viite} />
            <Fact name="Viesti kuljettajalle" value={content.viesti} />
          </dl>
        </Section>
      )}
      <Section title="Laskutus" aside={billingLine(order, termDays)}>
        {order.laskutus_viesti && (
          <dl className={classes.facts}>
            <Fact name="Viesti laskulle" value={order.laskutus_viesti} />
          </dl>
        )}
      </Section>
    </>
  )
}
