import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCheck, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { audienceOf, orderBadge } from '#domain/entities/order/order.status.ts'
import type { Viewer } from '#domain/roles.ts'
import { CallFault } from '../../data/fault.ts'
import { newId } from '../../data/row.ts'
import { useCars, useDrivers } from '../../kit/fleet.ts'
import { HistoryPanel } from '../../kit/history-panel.tsx'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { DetailPage, Page } from '../../kit/page.tsx'
import { usePageSearch } from '../../kit/page-search.ts'
import { useNow } from '../../kit/use-now.ts'
import { useSession } from '../../session/session.ts'
import { EmptyState, ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import { showDone } from '../../ui/undo-toast.tsx'
import { changeability } from './changeability.ts'
import { JobsSection } from './jobs-section.tsx'
import { OrderActions } from './order-actions.tsx'
import { customerQuery, type OrderRead, orderQuery } from './order-data.ts'
import { OrderForm, type OrderFormApi } from './order-form.tsx'
import { OrderLinks } from './order-links.tsx'
import { OrderSummary } from './order-summary.tsx'
import { contentOf, valuesOf } from './order-values.ts'
import { OrderView } from './order-view.tsx'
import { ShipmentsSection } from './shipments-section.tsx'
import { draftOf } from './use-order-form.ts'

/** `tilaus/:id` */
export function OrderScreen() {
  const { id } = useParams({ from: '/tilaus/$id' })
  const session = useSession()
  const roles = session?.user.roles ?? []
  const { data, error, refetch } = useQuery(orderQuery(id, roles))
  if (data) return <Order key={id} read={data} viewer={{ roles, userId: session?.user.id ?? '' }} />
  if (error instanceof CallFault && error.status === 404) {
    return (
      <Page title="Tilausta ei löydy">
        <EmptyState title="Tilausta ei löydy">Se on poistettu, tai sinulla ei ole oikeutta nähdä sitä.</EmptyState>
      </Page>
    )
  }
  return (
    <Page title="Tilaus">
      {error ? (
        <ErrorState retry={() => void refetch()} />
      ) : (
        <>
          <SectionSkeleton lines={4} />
          <SectionSkeleton lines={6} />
        </>
      )}
    </Page>
  )
}

const asLive = (shipment: OrderRead['shipments'][number]) => ({ ...shipment, tila: 'odottaa_noutoa' as const })

type OrderProps = { read: OrderRead; viewer: Pick<Viewer, 'roles' | 'userId'> }

function Order({ read, viewer }: OrderProps) {
  const { order, shipments, jobs, customer: owner } = read
  const staff = viewer.roles.includes('yllapito')
  const now = useNow()
  const customer = useQuery(customerQuery(owner.id)).data
  const stored = useMemo(() => valuesOf(order, shipments, newId), [order, shipments])
  // A form of its own after each save: the next change begins from what is stored then.
  const [round, setRound] = useState(0)
  const [saving, setSaving] = useState(false)
  const { changeable, why } = changeability(read, viewer)
  const title = `Tilaus ${order.tunniste}`
  const detail = (
    <Group gap="sm">
      <OrderBadge status={orderBadge(order, [...shipments, ...jobs], now, audienceOf(viewer.roles))} />
      {staff && <Text component="span">{owner.name}</Text>}
    </Group>
  )
  const actions = (
    <>
      <OrderLinks id={order.id} staff={staff} />
      <OrderActions read={read} viewer={viewer} />
    </>
  )
  const more = (
    <>
      <ShipmentsSection read={read} viewer={viewer} />
      <JobsSection read={read} roles={viewer.roles} />
      {staff && <History read={read} />}
    </>
  )
  if (!changeable) {
    // Of a wholly cancelled order there is still to be read what it was.
    const shown = stored.rows.length > 0 ? stored : valuesOf(order, shipments.map(asLive), newId)
    const content = contentOf(shown)
    return (
      <DetailPage title={title} detail={detail} actions={actions} aside={<OrderSummary values={content} price={order.hinta ?? 0} />}>
        {why && <Alert color="gray" icon={<IconLock size={20} aria-hidden />} title={why} role="note" />}
        <OrderView read={read} content={content} termDays={customer?.maksuehto} />
        {more}
      </DetailPage>
    )
  }
  return (
    <OrderForm
      key={round}
      title={title}
      detail={detail}
      actions={actions}
      top={<Received number={order.tunniste} />}
      more={more}
      name={draftOf(order.id)}
      initial={stored}
      stored={stored}
      asiakas={owner.id}
      customer={customer}
      staff={staff}
      buttons={(api) => (
        <Button size="md" fullWidth mt="sm" loading={saving} onClick={() => void save(api)}>
          Tallenna
        </Button>
      )}
      onSubmit={(api) => void save(api)}
    />
  )

  async function save(api: OrderFormApi) {
    if (saving) return
    setSaving(true)
    const result = await api.save()
    setSaving(false)
    if (!result.done) return
    showDone('Tilaus tallennettu')
    setRound((count) => count + 1)
  }
}

/** Right after "Tilaa": says that the order has arrived, and takes the focus so that it is heard too. */
function Received({ number }: { number: string }) {
  const { search, set } = usePageSearch()
  const note = useRef<HTMLDivElement>(null)
  const fresh = search.vastaanotettu !== undefined
  useEffect(() => {
    if (fresh) note.current?.focus()
  }, [fresh])
  if (!fresh) return null
  return (
    <Alert
      ref={note}
      tabIndex={-1}
      role="status"
      color="brand"
      icon={<IconCheck size={20} aria-hidden />}
      title={`Tilaus ${number} vastaanotettu`}
      withCloseButton
      closeButtonLabel="Sulje ilmoitus"
      onClose={() => set({ vastaanotettu: undefined })}
    >
      {search.vastaanotettu === 'aiemmin'
        ? 'Tilaus oli jo tallennettu, kun muutit lomaketta. Muutoksesi ovat alla: tallenna ne tai hylkää ne.'
        : 'Voit seurata tilauksen etenemistä tällä sivulla ja muuttaa tilausta, kunnes se noudetaan.'}
    </Alert>
  )
}

/** The history with the names of the drivers and cars that its changes point at. */
function History({ read }: { read: OrderRead }) {
  const { order, names } = read
  const drivers = useDrivers()
  const cars = useCars()
  const nameOf = (id: string) => [...drivers, ...cars].find(({ value }) => value === id)?.label ?? names.get(id)
  return <HistoryPanel entity="tilaus" id={order.id} nameOf={nameOf} />
}
