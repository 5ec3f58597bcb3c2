import { IconLock, IconSignature } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { discard, type OutboxItem, useOutbox } from '#web/data/device/outbox.ts'
import { isWaiting } from '#web/data/device/outbox-item.ts'
import { type Delivery, deliveryQuery } from '#web/features/deliveries/delivery.ts'
import { type SignedDelivery, signedOf } from '#web/features/deliveries/delivery-send.ts'
import { usePendingLines, withPending } from '#web/features/deliveries/pending-steps.ts'
import { Timeline } from '#web/features/history/timeline.tsx'
import { NoOrder } from '#web/features/orders/no-order.tsx'
import { dropDraft } from '#web/kit/form/drafts.ts'
import { removeDraft, useSavedDraft } from '#web/kit/form/saved-draft.ts'
import { Page } from '#web/kit/page/page.tsx'
import { CallFault } from '../../data/fault.ts'
import { type Session, useSession } from '../../session/session.ts'
import { EmptyState, ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import classes from './acknowledge.module.css'
import { firstChosen, isDeliverable, maySeeOrders, maySign, type Person } from './acknowledge-data.ts'
import { AcknowledgeForm } from './acknowledge-form.tsx'
import { acknowledgementDraftShape, isOver } from './acknowledgement-draft.ts'
import { AcknowledgementSummary } from './acknowledgement-summary.tsx'
import { RefusedNote, UnsentPanel } from './unsent-panel.tsx'

/** `kuittaa/:tilausId`: the receiver signs for the shipments; a person who may not take signatures sees the stored ones. */
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
  const { data: stored, dataUpdatedAt, error, refetch, isPaused, isSuccess, isFetching } = useQuery(deliveryQuery(orderId))
  const pending = usePendingLines()
  const { tilaukset = '' } = useSearch({ from: '__root__' })
  // The other orders at the same door; one that cannot be read is omitted.
  const found = useQueries({ queries: tilaukset.split(',').filter(Boolean).map(deliveryQuery), combine: foundOf })
  const data = stored && withPending(stored, pending)
  const others = found.map((delivery) => withPending(delivery, pending))
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
          // Without a network nothing is being fetched, so no skeleton is shown.
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
      detail={[[data, ...others].map(({ order }) => order.tunniste).join(', '), others.length === 0 ? data.customer : '']
        .filter(Boolean)
        .join(' · ')}
      offline="Ei verkkoyhteyttä – kuittaus jää talteen tälle laitteelle ja lähetetään, kun yhteys palaa."
      readAt={Math.floor(dataUpdatedAt / 1000)}
    >
      <div className={classes.parts}>
        <ToSign deliveries={[data, ...others]} person={person} isCurrent={isSuccess && !isFetching && !isPaused} />
        {data.acknowledgements.map((acknowledgement) => (
          <AcknowledgementSummary key={acknowledgement.row.id} acknowledgement={acknowledgement} />
        ))}
        <Timeline orderId={orderId} />
      </div>
    </Page>
  )
}

const foundOf = (results: readonly { data: Delivery | undefined }[]): Delivery[] => results.flatMap(({ data }) => data ?? [])

type Deliveries = readonly [Delivery, ...Delivery[]]
const together = (deliveries: Deliveries) => ({
  shipments: deliveries.flatMap(({ shipments }) => shipments),
  acknowledgements: deliveries.flatMap(({ acknowledgements }) => acknowledgements),
})

type Unsent = { name: string; person: Person; deliveries: Deliveries; mayDeliver: boolean }

/** The stored unsent draft; undefined while it is being read. A draft that can no longer be sent is removed: no page would show it. */
function useUnsent({ name, person: { userId }, deliveries, mayDeliver }: Unsent) {
  const previous = useSavedDraft(name, acknowledgementDraftShape)
  const draft = previous && previous !== 'unread' ? previous.value : null
  const over = previous !== undefined && isOver({ draft, delivery: together(deliveries), mayDeliver })
  useEffect(() => {
    if (!over) return
    dropDraft(userId, name)
    removeDraft(userId, name)
  }, [over, userId, name])
  return over ? null : previous
}

/** `isCurrent`: as far as is known, the server has nothing newer. */
type ToSignProps = { deliveries: Deliveries; person: Person; isCurrent: boolean }

function ToSign({ deliveries, person, isCurrent }: ToSignProps) {
  const deliverable = new Set(together(deliveries).shipments.flatMap((shipment) => (isDeliverable(shipment, person) ? [shipment.id] : [])))
  const unsent = useOutbox().items.find(({ about }) => about.some((id) => deliverable.has(id)))
  // A queued delivery that is reopened for a change starts with its content.
  const [takenOut, setTakenOut] = useState<SignedDelivery>()
  const signed = (unsent && signedOf(unsent)) ?? takenOut
  if (unsent && isWaiting(unsent) && maySign(person))
    return (
      <UnsentPanel
        item={unsent}
        onChange={() => {
          setTakenOut(signed)
          void discard(unsent.id)
        }}
      />
    )
  // The draft is read from the device each time the form is opened: also after a press that the device has stored.
  return (
    <UnsignedDelivery
      deliveries={deliveries}
      person={person}
      isCurrent={isCurrent}
      deliverable={deliverable}
      refused={unsent}
      signed={signed}
    />
  )
}

type UnsignedProps = ToSignProps & {
  deliverable: ReadonlySet<string>
  /** A delivery that the server rejected and no dispatcher solves. */
  refused: OutboxItem | undefined
  /** The delivery that is signed for again. */
  signed: SignedDelivery | undefined
}

/** The form, or why nothing can be signed for. */
function UnsignedDelivery({ deliveries, person, isCurrent, deliverable, refused, signed }: UnsignedProps) {
  const { lahetykset } = useSearch({ from: '__root__' })
  const router = useRouter()
  const [{ order }] = deliveries
  const { shipments, acknowledgements } = together(deliveries)
  // Another stop of the same order has another receiver, so it has its own draft.
  const name = signed?.draft ?? ['kuittaa', order.id, ...(lahetykset ? [lahetykset] : [])].join('.')
  const previous = useUnsent({ name, person, deliveries, mayDeliver: deliverable.size > 0 || !isCurrent })
  // Once it is discarded, the next form starts empty.
  const [round, setRound] = useState(0)
  if (maySign(person) && deliverable.size > 0) {
    if (previous === undefined) return <SectionSkeleton lines={5} />
    return (
      <>
        {refused && <RefusedNote item={refused} />}
        <AcknowledgeForm
          key={`${round} ${name}`}
          deliveries={deliveries}
          person={person}
          deliverable={deliverable}
          first={firstChosen(shipments, lahetykset, person)}
          name={name}
          nameBefore={signed?.nimenselvennys ?? ''}
          previous={round === 0 ? previous : null}
          onDiscarded={() => {
            if (refused) void discard(refused.id)
            setRound(round + 1)
          }}
          // A page opened by the waybill's QR code has no page to go back to; it then shows the signature.
          onQueued={() => router.history.canGoBack() && router.history.back()}
        />
      </>
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
