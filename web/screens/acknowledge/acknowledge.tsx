import { IconLock, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFault } from '../../data/fault.ts'
import { type Delivery, deliveryQuery } from '../../kit/delivery.ts'
import { dropDraft } from '../../kit/drafts.ts'
import { dropKept, useKept } from '../../kit/kept.ts'
import { NoOrder } from '../../kit/no-order.tsx'
import { Page } from '../../kit/page.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { type Session, useSession } from '../../session/session.ts'
import { EmptyState, ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import classes from './acknowledge.module.css'
import { firstChosen, isDeliverable, maySeeOrders, maySign, type Person } from './acknowledge-data.ts'
import { AcknowledgeForm } from './acknowledge-form.tsx'
import { deedShape, isOver } from './deed.ts'
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
  const { data, dataUpdatedAt, error, refetch, isPaused, isSuccess, isFetching } = useQuery(deliveryQuery(orderId))
  const person = { roles: session.user.roles, userId: session.user.id }
  const title = maySign(person) ? 'Kuittaa toimitus' : 'Toimituksen kuittaus'
  if (!data) {
    return (
      <Page
        title={title}
        offline="Ei verkkoyhteyttä, eikä tilausta ole haettu tälle laitteelle. Kuittaus avautuu, kun yhteys palaa."
        readAt={null}
      >
        {error instanceof CallFault && error.status === 404 ? (
          <NoOrder />
        ) : error ? (
          <ErrorState retry={() => void refetch()} />
        ) : (
          // Without a network nothing comes that would have this shape.
          !isPaused && (
            <div className={classes.parts}>
              <SectionSkeleton lines={5} />
              <SectionSkeleton lines={4} />
            </div>
          )
        )}
      </Page>
    )
  }
  return (
    <Page
      title={title}
      detail={[data.order.tunniste, data.customer].filter(Boolean).join(' · ')}
      offline="Ei verkkoyhteyttä – kuittaus lähetetään vasta, kun painat uudelleen yhteyden palattua."
      readAt={Math.floor(dataUpdatedAt / 1000)}
    >
      <div className={classes.parts}>
        <ToSign delivery={data} person={person} isCurrent={isSuccess && !isFetching && !isPaused} />
        {data.acknowledgements.map((acknowledgement) => (
          <Signed key={acknowledgement.row.id} acknowledgement={acknowledgement} />
        ))}
        <Timeline orderId={orderId} />
      </div>
    </Page>
  )
}

type Unsent = { name: string; person: Person; delivery: Delivery; mayDeliver: boolean }

/** What the device has kept of the deed; undefined while it is asked. What can be sent no more is let go: nobody would see it again. */
function useUnsent({ name, person: { userId }, delivery, mayDeliver }: Unsent) {
  const kept = useKept(name, deedShape)
  const deed = kept && kept !== 'unread' ? kept.value : null
  const over = kept !== undefined && isOver({ deed, delivery, mayDeliver })
  useEffect(() => {
    if (!over) return
    dropDraft(userId, name)
    dropKept(userId, name)
  }, [over, userId, name])
  return over ? null : kept
}

/** `isCurrent`: the server has nothing newer, as far as is known. */
type ToSignProps = { delivery: Delivery; person: Person; isCurrent: boolean }

function ToSign({ delivery, person, isCurrent }: ToSignProps) {
  const { lahetykset } = useSearch({ from: '__root__' })
  const router = useRouter()
  const { order, shipments, acknowledgements } = delivery
  // Another stop of the same order has another receiver.
  const name = ['kuittaa', order.id, ...(lahetykset ? [lahetykset] : [])].join('.')
  const deliverable = new Set(shipments.filter((shipment) => isDeliverable(shipment, person)).map(({ id }) => id))
  const kept = useUnsent({ name, person, delivery, mayDeliver: deliverable.size > 0 || !isCurrent })
  // Once sent or thrown away, the next one begins from nothing.
  const [round, setRound] = useState(0)
  if (maySign(person) && deliverable.size > 0) {
    if (kept === undefined) return <SectionSkeleton lines={5} />
    return (
      <AcknowledgeForm
        key={round}
        delivery={delivery}
        person={person}
        deliverable={deliverable}
        first={firstChosen(shipments, lahetykset, person)}
        name={name}
        kept={round === 0 ? kept : null}
        onDiscarded={() => setRound(round + 1)}
        onSaved={() => {
          setRound(round + 1)
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
