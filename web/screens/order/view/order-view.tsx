import { maySee } from '#domain/access/reach.ts'
import { windowAt, windowText } from '#domain/entities/shipment/shipment.times.ts'
import { type End, ends } from '#domain/values/place/place.ts'
import { formatDay } from '#web/kit/format.ts'
import { useSession } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { billingLine } from '../billing/billing-line.ts'
import { Fact } from '../jobs/job-facts.tsx'
import classes from '../order.module.css'
import { endLabels, placeName } from '../order-check.ts'
import type { OrderRead } from '../order-data.ts'
import type { OrderContent } from '../order-values.ts'
import { PlaceCard } from '../places/places-section.tsx'
import several from '../places/several-places.module.css'
import { dayOrNone, knownWindows } from '../timing/order-notes.ts'

type Props = { read: OrderRead; content: OrderContent; termDays: number | undefined }

/** The order as text, once it can no longer be changed. The shipments are shown above it with their states. */
export function OrderView({ read, content, termDays }: Props) {
  const { order, shipments } = read
  const seesBilling = maySee('tilaus', useSession()?.user.roles ?? [], 'laskutus_nimi')
  return (
    <>
      {shipments.length > 0 && <Places read={read} content={content} />}
      {shipments.length > 0 && (dayOrNone(content.toivottu_toimitus) > 0 || content.viite || content.viesti) && (
        <Section title="Ajankohta ja viitteet">
          <dl className={classes.facts}>
            <Fact name="Toivottu toimitus" value={formatDay(dayOrNone(content.toivottu_toimitus))} />
            {ends.map((end) => (
              <Fact
                key={end}
                name={`${endLabels[end]}, aika`}
                value={windowText(windowAt(end, knownWindows(content.ajat)), dayOrNone(content.toivottu_toimitus))}
              />
            ))}
            <Fact name="Viite" value={content.viite} />
            <Fact name="Viesti kuljettajalle" value={content.viesti} />
          </dl>
        </Section>
      )}
      {seesBilling && (
        <Section title="Laskutus" anchor="laskutus" aside={billingLine(order, termDays)}>
          {order.laskutus_viesti && (
            <dl className={classes.facts}>
              <Fact name="Viesti laskulle" value={order.laskutus_viesti} />
            </dl>
          )}
        </Section>
      )}
    </>
  )
}

/** The pickups and deliveries; where there are several, each lists the shipments that use it. */
function Places({ read, content }: Pick<Props, 'read' | 'content'>) {
  const numbers = new Map([...read.shipments, ...read.jobs].map(({ id, tunniste }) => [id, tunniste]))
  const named = (end: End, key: string): string => {
    const lines = end === 'nouto' ? [...content.rows, ...content.jobs] : content.rows
    const at = lines.filter((line) => (end === 'toimitus' && 'toimitus' in line ? line.toimitus : line.nouto) === key)
    return at.flatMap(({ id }) => numbers.get(id) ?? []).join(', ')
  }
  return (
    <div className={classes.places}>
      {ends.flatMap((end) =>
        content[end].map((place, position) => {
          const name = placeName(content, end, position)
          return (
            <section key={`${end} ${place.key}`} className={classes.place} aria-label={name}>
              <div className={classes.placeHead}>
                <h2 className={classes.placeTitle}>{name}</h2>
                {content[end].length > 1 && <span className={several.placeLines}>{named(end, place.key)}</span>}
              </div>
              <PlaceCard place={place} />
            </section>
          )
        }),
      )}
    </div>
  )
}
