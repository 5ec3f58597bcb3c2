import { IconLock, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { CallFault } from '../../data/fault.ts'
import { OfflineNotice } from '../../kit/offline-notice.tsx'
import { Page } from '../../kit/page.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { type Session, useSession } from '../../session/session.ts'
import { EmptyState, ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import classes from './acknowledge.module.css'
import { type Delivery, deliveryQuery, firstChosen, isDeliverable, maySeeOrders, maySign } from './acknowledge-data.ts'
import { AcknowledgeForm } from './acknowledge-form.tsx'
import { Signed } from './signed.tsx'

/** `kuittaa/:tilausId`: the receiver signs for the shipments; whoever may not take signatures sees those that were taken. */
export function AcknowledgeScreen() {
  const session = useSession()
  const { tilausId } = useParams({ from: '/kuittaa/$tilausId' })
  if (!session) return null
  const person = { roles: session.user.roles, userId: session.user.id }
  if (maySeeOrders(person)) return <OrderDelivery key={tilausId} orderId={tilausId} session={session} />
  return (
    <Page title="Toimituksen kuittaus">
      <EmptyState title="Et näe tilauksia" icon={IconLock}>
        Roolillasi ei ole oikeutta tilauksiin eikä niiden kuittauksiin. Pyydä oikeutta ylläpidolta.
      </EmptyState>
    </Page>
  )
}

function OrderDelivery({ orderId, session }: { orderId: string; session: Session }) {
  const { data, error, refetch } = useQuery(deliveryQuery(orderId))
  const person = { roles: session.user.roles, userId: session.user.id }
  const title = maySign(person) ? 'Kuittaa toimitus' : 'Toimituksen kuittaus'
  if (!data) {
    return (
      <Page title={title}>
        {error instanceof CallFault && error.status === 404 ? (
          <EmptyState title="Tilausta ei löydy" icon={IconSignature}>
            Se on poistettu, tai sinulla ei ole siihen oikeutta.
          </EmptyState>
        ) : error ? (
          <ErrorState retry={() => void refetch()} />
        ) : (
          <div className={classes.parts}>
            <SectionSkeleton lines={5} />
            <SectionSkeleton lines={4} />
          </div>
        )}
      </Page>
    )
  }
  return (
    <Page title={title} detail={[data.order.tunniste, data.customer].filter(Boolean).join(' · ')}>
      <OfflineNotice>Ei verkkoyhteyttä – kuittaus lähetetään vasta, kun painat uudelleen yhteyden palattua.</OfflineNotice>
      <div className={classes.parts}>
        <ToSign delivery={data} person={person} />
        {data.acknowledgements.map((acknowledgement) => (
          <Signed key={acknowledgement.row.id} acknowledgement={acknowledgement} />
        ))}
        <Timeline orderId={orderId} />
      </div>
    </Page>
  )
}

type ToSignProps = { delivery: Delivery; person: Parameters<typeof maySign>[0] }

function ToSign({ delivery, person }: ToSignProps) {
  const { lahetykset } = useSearch({ from: '__root__' })
  const router = useRouter()
  const { shipments, acknowledgements } = delivery
  const deliverable = new Set(shipments.filter((shipment) => isDeliverable(shipment, person)).map(({ id }) => id))
  if (maySign(person) && deliverable.size > 0) {
    return (
      <AcknowledgeForm
        delivery={delivery}
        person={person}
        deliverable={deliverable}
        first={firstChosen(shipments, lahetykset, person)}
        onSaved={() => {
          // Come by the waybill's QR code there is nowhere to go back to, and the page then shows what was signed.
          if (router.history.canGoBack()) router.history.back()
        }}
      />
    )
  }
  if (acknowledgements.length > 0) return null
  if (shipments.length === 0) {
    return <EmptyState title="Ei kuitattavia lähetyksiä">Tilauksella on vain tuntitöitä tai peruutettuja lähetyksiä.</EmptyState>
  }
  if (shipments.every(({ tila }) => tila === 'toimitettu')) {
    return (
      <EmptyState title="Toimitettu ilman kuittausta" icon={IconSignature}>
        Vastaanottajan allekirjoitusta ei ole otettu.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Toimitusta ei ole vielä kuitattu" icon={IconSignature}>
      {maySign(person)
        ? 'Lähetykset odottavat noutoa tai ovat siirrossa. Merkitse ne ensin noudetuiksi, niin voit ottaa kuittauksen.'
        : 'Kun vastaanottaja on kuitannut toimituksen, näet tässä kuka sen otti vastaan ja milloin.'}
    </EmptyState>
  )
}
