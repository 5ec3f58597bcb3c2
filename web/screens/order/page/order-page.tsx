import { Alert } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Viewer } from '#domain/access/roles.ts'
import { OrderEmissions } from '#web/features/emissions/order-emissions.tsx'
import { OpenOrderActions } from '#web/features/order-tasks/open-order-actions.tsx'
import { FavouriteButton } from '#web/features/orders/favourites/favourite-button.tsx'
import type { OrderInList } from '#web/features/orders/page/listed-orders.ts'
import { OrderWalk } from '#web/features/orders/page/order-walk.tsx'
import { PageViewers } from '#web/features/presence/page-viewers.tsx'
import { ConflictDialog } from '#web/kit/entity/conflict-dialog.tsx'
import { DraftNote, FaultSummary, LeaveDialog } from '#web/kit/form/form-parts.tsx'
import { ConnectionNote } from '#web/kit/page/connection-note.tsx'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { conflictLabel, showContent } from '../conflict-words.ts'
import classes from '../order.module.css'
import { labelOf } from '../order-check.ts'
import { type Customer, type OrderRead, receiverOf } from '../order-data.ts'
import { holdEnter, isInDialog } from '../order-form.tsx'
import type { OrderContent, OrderValues } from '../order-values.ts'
import { isLocked } from '../view/changeability.ts'
import { GroupSection } from '../view/group-section.tsx'
import { useOrderActions } from '../view/order-actions.tsx'
import { OrderMessages } from '../view/order-messages.tsx'
import { headFacts } from './head-facts.ts'
import { KeyBar } from './key-bar.tsx'
import { JobsCard } from './lines/jobs-card.tsx'
import { ShipmentsCard } from './lines/shipments-card.tsx'
import { OrderEvents } from './order-events.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderMenu, type OrderTask } from './order-menu.tsx'
import page from './order-page.module.css'
import { OrderPrice } from './order-price.tsx'
import { orderRowOf } from './order-row-of.ts'
import { maySignFor, OrderTaskDialog, tasksOf } from './order-tasks.tsx'
import { Orderer } from './orderer.tsx'
import { OrderParts } from './parts/order-parts.tsx'
import { SaveBar } from './parts/save-bar.tsx'
import type { Editing } from './parts/use-editing.tsx'
import { TrackingCard } from './tracking-card.tsx'
import { type NextStep, useNextStep } from './use-next-step.ts'

type Props = {
  read: OrderRead
  viewer: Pick<Viewer, 'roles' | 'userId'>
  /** The order as stored, also when all its lines are cancelled. */
  content: OrderContent
  stored: OrderValues
  customer: Customer | undefined
  listed: OrderInList | null
  /** Null for an order that cannot be changed. */
  editing: Editing | null
  /** Why it cannot be changed; '' when it can. */
  why: string
  /** Shown first: a new order's confirmation. */
  top: ReactNode
  /** The confirmation offers the dispatcher's next actions: its button is the filled one. */
  received: boolean
}

/** The page of an order: what is happening and the next step first, then what was ordered, which is edited in its place. */
export function OrderPage({ read, viewer, content, stored, customer, listed, editing, why, top, received }: Props) {
  const { order, group } = read
  const staff = viewer.roles.includes('yllapito')
  const navigate = useNavigate()
  const router = useRouter()
  const [task, setTask] = useState<OrderTask | null>(null)
  const [promising, setPromising] = useState<string | null>(null)
  const { actions, dialogs } = useOrderActions({ read, viewer })
  const tasks = tasksOf(read, staff)
  const onCrew = () => setTask('assignment')
  const next = useNextStep({ read, viewer, actions, onPromising: setPromising, onCrew })
  const isEditing = editing !== null && editing.open.size > 0

  const goOn = ({ target }: KeyboardEvent) => {
    if (isInDialog(target)) return
    if (editing && isEditing) editing.save()
    else if (next && !next.busy) next.run()
  }
  useHotkeys([['mod+Enter', goOn]], [])
  usePageKeys([
    ['a', () => tasks.includes('assignment') && onCrew()],
    ['e', () => editing?.edit(read.shipments.length > 0 ? 'tavarat' : 'tuntityot')],
    ['p', () => tasks.includes('day') && setTask('day')],
    ['r', () => void navigate({ to: '/tilaus/$id/rahtikirja', params: { id: order.id } })],
    ['Escape', () => listed && !isEditing && router.history.back()],
  ])
  return (
    <form onSubmit={(event) => event.preventDefault()} onKeyDown={holdEnter} noValidate aria-label={`Tilaus ${order.tunniste}`}>
      <div className={page.page} data-page="heading">
        <OrderHead
          facts={headFacts(read, viewer)}
          walk={listed && <OrderWalk listed={listed} />}
          orderer={staff && <Orderer order={order.id} />}
          viewers={staff && <PageViewers key={order.id} sivu={order.id} />}
          actions={
            <OrderMenu
              id={order.id}
              staff={staff}
              favourite={!staff && <FavouriteButton order={order.id} suggested={receiverOf(read)} variant="default" />}
              next={next}
              quiet={isEditing || received}
              actions={actions}
              tasks={tasks}
              signs={maySignFor(read, viewer)}
              onTask={setTask}
            />
          }
        />
        <ConnectionNote offline={undefined} readAt={undefined} />
        {!isLocked(order) && <OpenOrderActions order={orderRowOf(read)} who={staff ? 'yllapito' : 'asiakas'} />}
        <div className={page.body}>
          <div className={page.main}>
            {top}
            {why && <Alert color="gray" icon={<IconLock size={20} aria-hidden />} title={why} role="note" />}
            {editing && <Faults editing={editing} />}
            <ShipmentsCard
              read={read}
              viewer={viewer}
              editing={editing}
              onCrew={tasks.includes('assignment') ? onCrew : undefined}
              promising={promising}
              onPromising={setPromising}
            />
            <JobsCard
              read={read}
              viewer={viewer}
              onEdit={editing && !editing.open.has('tuntityot') ? () => editing.edit('tuntityot') : undefined}
            />
            <OrderParts read={read} content={content} customer={customer} viewer={viewer} editing={editing} />
            {group && <GroupSection order={order} group={group} roles={viewer.roles} />}
          </div>
          <aside className={page.side}>
            <OrderPrice read={read} content={content} stored={stored} staff={staff} editing={editing} />
            <OrderEmissions order={order.id} />
            <TrackingCard read={read} />
            <OrderMessages order={order.id} tunniste={order.tunniste} staff={staff} />
            <OrderEvents read={read} staff={staff} />
          </aside>
        </div>
        {staff && !isEditing && <KeyBar keys={keysOf({ next, editing, tasks, listed })} next={listed?.next ?? null} />}
        {editing && isEditing && (
          <SaveBar
            saving={editing.saving}
            note={<DraftNote draftAt={editing.api.draftAt} discard={editing.api.discard} />}
            onSave={editing.save}
            onCancel={editing.cancel}
          />
        )}
      </div>
      {dialogs}
      <OrderTaskDialog read={read} task={task} onClose={() => setTask(null)} />
      {editing && (
        <>
          <LeaveDialog {...editing.api.leaving} />
          {editing.dialog}
          <ConflictDialog
            conflict={editing.api.conflict}
            labelOf={conflictLabel}
            show={showContent}
            onResolve={editing.api.resolve}
            onClose={editing.api.closeConflict}
          />
        </>
      )}
    </form>
  )
}

type Keys = Pick<Props, 'editing' | 'listed'> & { next: NextStep | null; tasks: readonly OrderTask[] }

/** The keys that do something on this order. */
const keysOf = ({ next, editing, tasks, listed }: Keys): (readonly [string, string])[] => [
  ...(next ? [['Ctrl ↵', 'Seuraava toimenpide'] as const] : []),
  ...(tasks.includes('assignment') ? [['A', 'Kuljettaja'] as const] : []),
  ...(editing ? [['E', 'Muokkaa'] as const] : []),
  ...(tasks.includes('day') ? [['P', 'Päivä'] as const] : []),
  ['R', 'Rahtikirjat'],
  ...(listed ? [['Esc', 'Takaisin listaan'] as const] : []),
  ['?', 'Kaikki näppäimet'],
]

/** After a rejected save: what to correct. */
function Faults({ editing: { api } }: { editing: Editing }) {
  const { form, failures, general } = api
  const faults = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After a rejected save the summary of the faults takes the focus.
    if (failures > 0) faults.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [failures])
  return (
    <div ref={faults} className={classes.faults}>
      {failures > 0 && <FaultSummary faults={form.errors} general={general} labelOf={(path) => labelOf(form.values, path)} />}
    </div>
  )
}
