import { Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { maySee, mayWrite } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { audienceOf } from '#domain/entities/order/order.status.ts'
import { productTypes } from '#domain/values/limits.ts'
import type { EntityRow, Values } from '#web/data/row.ts'
import { addressOf, savedPlace } from '#web/features/addresses/places.ts'
import { FailureNote } from '#web/features/deliveries/failure-note.tsx'
import { useShipmentTable } from '#web/features/orders/shipment-table.ts'
import { formatKilos } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { Section } from '#web/ui/section.tsx'
import classes from '../order.module.css'
import type { OrderRead } from '../order-data.ts'
import type { OrderFormApi } from '../order-form.tsx'
import { CopyShipment } from './copy-shipment.tsx'
import { OrderLine } from './order-line.tsx'
import { AddPictures, ShipmentPictures } from './shipment-pictures.tsx'
import { ShipmentRoute } from './shipment-route.tsx'
import { useLineChange } from './use-line-change.ts'

type Props = { read: OrderRead; viewer: Pick<Viewer, 'roles' | 'userId'>; api: OrderFormApi | undefined }
type ShipmentChange = { set: Values<'lahetys'>; back: Values<'lahetys'> | null; reason?: string; done: string }

/** The order's shipments with their states, failed deliveries, drivers and next steps. */
export function ShipmentsSection({ read, viewer, api }: Props) {
  const { order, shipments, names, failures, places } = read
  const { change, shown, busy } = useLineChange()
  const now = useNow()
  const table = useShipmentTable()
  const audience = audienceOf(viewer.roles)
  const picturing = mayWrite('lahetys', viewer.roles, 'update', 'kuvat')
  if (shipments.length === 0) return null
  return (
    <Section title="Lähetykset">
      {shipments.map(shown).map((shipment) => {
        const { id, vid, tunniste, poikkeama, nykyinen_osoite, kuvat } = shipment
        const put = ({ set, back, reason = '', done }: ShipmentChange) => change({ id, vid, entity: 'lahetys', set, back, reason, done })
        const answer = () => put({ set: { poikkeama: null }, back: { poikkeama }, done: `Lähetys ${tunniste}: poikkeama käsitelty` })
        const removePicture = (picture: string) =>
          put({ set: { kuvat: kuvat.filter((other) => other !== picture) }, back: { kuvat }, done: `Lähetys ${tunniste}: kuva poistettu` })
        return (
          <OrderLine
            key={id}
            kind="lahetys"
            line={shipment}
            table={table}
            order={order}
            viewer={viewer}
            now={now}
            audience={audience}
            amount={goodsText(shipment)}
            names={names}
            busy={busy}
            onAssign={(set, back, done) => put({ set, back, done })}
            onStep={({ to, back, reason, terminal, done }) => {
              // The failed delivery is shown here: recording the goods as received resolves it.
              const answers = to === 'toimitettu' && poikkeama !== null
              const set = { tila: to, ...(terminal ? { nykyinen_osoite: terminal } : {}), ...(answers ? { poikkeama: null } : {}) }
              put({ set, back: back && { ...back, ...(answers ? { poikkeama } : {}) }, reason, done })
            }}
            tools={
              <>
                <CopyShipment order={order} shipment={shipment} api={api} />
                {picturing && <AddPictures shipment={shipment} />}
              </>
            }
          >
            <ShipmentRoute shipment={shipment} all={shipments} />
            {maySee('lahetys', viewer.roles, 'nykyinen_osoite') && <WaitsAt place={places.get(nykyinen_osoite ?? '')} />}
            <Failed failure={failures.get(poikkeama ?? '')} onAnswered={viewer.roles.includes('yllapito') ? answer : undefined} />
            <ShipmentPictures shipment={shipment} onRemove={picturing ? removePicture : undefined} />
          </OrderLine>
        )
      })}
    </Section>
  )
}

/** `2 × Lavakuorma, 610 kg` */
export const goodsText = ({ maara, kuvaus, tyyppi, paino }: Pick<EntityRow<'lahetys'>, 'maara' | 'kuvaus' | 'tyyppi' | 'paino'>): string =>
  `${maara} × ${kuvaus || productTypes[tyyppi]}, ${formatKilos(paino)}`

function WaitsAt({ place }: { place: EntityRow<'postiosoite'> | undefined }) {
  if (!place) return null
  const at = savedPlace(place)
  return (
    <Text className={classes.waits}>
      <IconMapPin size={18} stroke={1.8} aria-hidden />
      <span>Nyt: {[at.name, addressOf(at)].filter(Boolean).join(', ')}</span>
    </Text>
  )
}

const Failed = ({ failure, onAnswered }: { failure: EntityRow<'toimituspoikkeama'> | undefined; onAnswered: (() => void) | undefined }) =>
  failure ? <FailureNote failure={failure} onAnswered={onAnswered} /> : null
