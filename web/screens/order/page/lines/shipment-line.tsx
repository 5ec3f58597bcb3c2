import { maySee, mayWrite } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { audienceOf, isLive, lineLateDays, lineStatus } from '#domain/entities/order/order.status.ts'
import { countDifferences } from '#domain/entities/shipment/shipment.counts.ts'
import type { EntityRow, Values } from '#web/data/row.ts'
import { deliveryPlace, pickupPlace } from '#web/features/addresses/places.ts'
import { piecesText } from '#web/features/orders/goods-text.ts'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { useShipmentTable } from '#web/features/orders/shipment-table.ts'
import { undecidedStyle } from '#web/features/orders/status-styles.ts'
import { formatDay, formatKilos, formatMinutes, formatMoment } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'
import type { OrderRead } from '../../order-data.ts'
import { deliveryOf, placeOf } from '../../places/place-values.ts'
import { isLocked } from '../../view/changeability.ts'
import { AddPictures, ShipmentPictures } from '../../view/shipment-pictures.tsx'
import { momentWords } from '../moment-words.ts'
import { FailedDelivery } from './failed-delivery.tsx'
import { useLineDriver } from './line-driver.tsx'
import { deliveryWhen, pickupWhen } from './line-moments.ts'
import { LineRow, type RowTool } from './line-row.tsx'
import { useLineSteps } from './use-line-steps.tsx'
import { WaitsAt } from './waits-at.tsx'

type Shipment = EntityRow<'lahetys'>
export type ShipmentChange = { set: Values<'lahetys'>; back: Values<'lahetys'> | null; reason?: string; done: string }

type Props = {
  read: OrderRead
  viewer: Pick<Viewer, 'roles' | 'userId'>
  shipment: Shipment
  busy: boolean
  tools: readonly RowTool[]
  /** Pictures are being added. */
  picturing: boolean
  promising: boolean
  onPromising: (open: boolean) => void
  onChange: (change: ShipmentChange) => void
}

/** A shipment with its places, driver, state and next step; a failed delivery is shown under it with what answers it. */
export function ShipmentLine({ read, viewer, shipment, busy, tools, picturing, promising, onPromising, onChange }: Props) {
  const { order, shipments, names, failures, places } = read
  const { tunniste, poikkeama, kuvat, nykyinen_osoite } = shipment
  const called = `Lähetys ${tunniste}`
  const now = useNow()
  const amount = shipmentAmount(shipment)
  const failure = failures.get(poikkeama ?? '')
  const decides = viewer.roles.includes('yllapito') && !isLocked(order) && isLive(shipment.tila)
  const mayPicture = mayWrite('lahetys', viewer.roles, 'update', 'kuvat')
  const { next, others, dialogs } = useLineSteps({
    kind: 'lahetys',
    line: shipment,
    table: useShipmentTable(),
    order,
    viewer,
    now,
    amount: amount.join(', '),
    onStep: ({ to, back, reason, terminal, done }) => {
      // The failed delivery is shown here: recording the goods as received resolves it.
      const answers = to === 'toimitettu' && poikkeama !== null
      const set = { tila: to, ...(terminal ? { nykyinen_osoite: terminal } : {}), ...(answers ? { poikkeama: null } : {}) }
      onChange({ set, back: back && { ...back, ...(answers ? { poikkeama } : {}) }, reason, done })
    },
  })
  const crew = useLineDriver({
    called,
    line: shipment,
    names,
    changeable: decides,
    shown: maySee('lahetys', viewer.roles, 'kuljettaja'),
    onAssign: (set, back, done) => onChange({ set, back, done }),
  })
  const removePicture = (picture: string) =>
    onChange({ set: { kuvat: kuvat.filter((other) => other !== picture) }, back: { kuvat }, done: `${called}: kuva poistettu` })
  const notes = shipmentNotes(shipment, shipments)
  const [from, to] = [pickupPlace(shipment), deliveryPlace(shipment)]
  return (
    <LineRow
      called={called}
      number={tunniste}
      amount={amount}
      from={{ town: shipment.nouto_postitmp, name: from.name, street: from.street, when: pickupWhen(shipment, now) }}
      to={{
        town: shipment.toimitus_postitmp,
        name: to.name,
        street: to.street,
        when: failure ? `yritetty ${momentWords(failure.laitteen_aika || failure.created, now)}` : deliveryWhen(shipment, now),
        tone: failure ? 'failed' : shipment.tila === 'toimitettu' ? 'done' : undefined,
      }}
      badge={
        <>
          <OrderBadge
            status={lineStatus(order.tilauksen_tila, shipment.tila, audienceOf(viewer.roles))}
            lateDays={lineLateDays(shipment, now)}
          />
          {failure && decides && <StatusBadge status={undecidedStyle} />}
        </>
      }
      crew={crew.cell}
      next={failure ? null : next}
      others={failure && next ? [next, ...others] : others}
      tools={tools}
      busy={busy}
      failed={failure !== undefined}
    >
      {crew.fields}
      {notes.length > 0 && <p>{notes.join(' · ')}</p>}
      {maySee('lahetys', viewer.roles, 'nykyinen_osoite') && <WaitsAt place={places.get(nykyinen_osoite ?? '')} />}
      {failure && (
        <FailedDelivery
          failure={failure}
          shipment={shipment.id}
          called={called}
          driver={names.get(shipment.kuljettaja ?? '') ?? ''}
          contact={to}
          now={now}
          answers={
            decides
              ? {
                  ...answersTo(shipment, onChange),
                  ...{ busy, promising, onPromising },
                  onTerminal: others.find(({ key }) => key === 'odottaa_siirtoa')?.run,
                }
              : null
          }
        />
      )}
      <ShipmentPictures shipment={shipment} onRemove={mayPicture ? removePicture : undefined} />
      {picturing && <AddPictures shipment={shipment} />}
      {dialogs}
    </LineRow>
  )
}

/** The decisions that answer a failed delivery, as changes of the shipment. */
function answersTo(shipment: Shipment, onChange: Props['onChange']) {
  const { tunniste, poikkeama, luvattu_aika, tila } = shipment
  const called = `Lähetys ${tunniste}`
  return {
    onPromise: (at: number) =>
      onChange({
        set: { luvattu_aika: at, poikkeama: null },
        back: { luvattu_aika, poikkeama },
        done: `${called}: luvattu ${formatMoment(at)}`,
      }),
    onReturn: () =>
      onChange({
        set: { ...deliveryOf(placeOf('nouto', shipment)), poikkeama: null, ...(tila === 'myohassa' ? { tila: 'kuljetuksessa' } : {}) },
        back: { ...deliveryOf(placeOf('toimitus', shipment)), poikkeama, tila },
        done: `${called} palautetaan lähettäjälle`,
      }),
    onAnswered: () => onChange({ set: { poikkeama: null }, back: { poikkeama }, done: `${called}: poikkeama käsitelty` }),
  }
}

/** `4 rullakkoa`, `kaapistot`, `480 kg` */
const shipmentAmount = ({ tyyppi, maara, kuvaus, paino }: Shipment): string[] =>
  [piecesText(tyyppi, maara), kuvaus, paino > 0 ? formatKilos(paino) : ''].filter(Boolean)

/** A shipment's own day and notes, where the order's other shipments have different ones, and what has happened to it. */
function shipmentNotes(shipment: Shipment, all: readonly Shipment[]): string[] {
  const { viite, viesti, toivottu_toimitus, myohastyminen } = shipment
  const differs = (note: 'viite' | 'viesti' | 'toivottu_toimitus') => all.some((other) => other[note] !== shipment[note])
  return [
    differs('toivottu_toimitus') && (toivottu_toimitus > 0 ? `Toivottu toimitus ${formatDay(toivottu_toimitus)}` : 'Ei toivottua päivää'),
    myohastyminen > 0 && `Ilmoitettu ${formatMinutes(myohastyminen)} myöhässä`,
    ...countDifferences(shipment),
    differs('viite') && viite && `Viite ${viite}`,
    differs('viesti') && viesti,
  ].flatMap((note) => note || [])
}
