import {
  IconArrowsRightLeft,
  IconCalendar,
  IconCopy,
  IconExternalLink,
  IconFileText,
  IconMessage,
  IconPackages,
  type IconProps,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { type ShipmentState, transferStates } from '#domain/entities/order/order.states.ts'
import type { Features } from '#domain/model/features.ts'
import { type Actor, mayTake, type OfferedStep, offeredSteps, steppingLines } from '../line-changes.ts'
import type { OrderChangeTask } from '../order-change-dialog.tsx'
import type { OrderRow } from '../order-rows.ts'
import { shipmentStyle } from '../status-styles.ts'

/** What an action does: it opens a page, or a dialog that asks and saves (`useOrderTasks`). */
export type ActionTask =
  | { kind: 'open' }
  | { kind: 'copy' }
  | OrderChangeTask
  | { kind: 'transfer'; to: 'siirto' | 'siirretty' }
  | { kind: 'group' }
  | { kind: 'waybills' }
  | { kind: 'sms' }

export type ActionGroup = 'page' | 'crew' | 'state' | 'transfer' | 'day' | 'documents' | 'more'

/** Something that may be done to the chosen orders, wherever it is offered: bar, menu, palette or page. */
export type OfferedAction = {
  id: string
  /** A verb or a state, with `…` when it asks something first. */
  label: string
  /** The label where several are chosen but only some of them allow it: `Noudettu (9/21)`. */
  title: string
  group: ActionGroup
  icon: ComponentType<IconProps>
  /** The key that does it in a list, as `useHotkeys` writes it. */
  shortcut?: string
  /** How many of the chosen orders it concerns; 0: it is shown as not available, or not at all. */
  able: number
  danger?: true
  task: ActionTask
}

export type ActionContext = Actor & { features: Features }

type Draft = Omit<OfferedAction, 'title' | 'able'> & { able?: number }

/**
 * The one list of what may be done to orders: rows, selections, the palette and the order's page offer the same. For one shipment of
 * an order, pass the order with that line alone.
 */
export function orderActions(orders: readonly OrderRow[], context: ActionContext): OfferedAction[] {
  const single = orders.length === 1
  const staff = context.actor === 'yllapito'
  const steps = offeredSteps(orders, context)
  const drafts: Draft[] = [
    ...(single
      ? [{ id: 'open', label: 'Avaa', group: 'page', icon: IconExternalLink, shortcut: 'Enter', task: { kind: 'open' } } as const]
      : []),
    ...(staff ? crew(orders) : []),
    ...steps.filter(({ to }) => isPlainStep(to)).map(stateAction),
    ...(staff && context.features.siirto_terminaaliin ? transfers(orders, steps, context) : []),
    ...(staff ? [dayAction(orders)] : []),
    {
      id: 'waybills',
      label: single ? 'Rahtikirja…' : 'Rahtikirjat…',
      group: 'documents',
      icon: IconFileText,
      shortcut: 'r',
      task: { kind: 'waybills' },
    },
    ...(staff && context.features.tekstiviestit ? [smsAction(orders)] : []),
    ...(single
      ? [
          {
            id: 'copy',
            label: staff ? 'Kopioi uudeksi tilaukseksi' : 'Tilaa uudelleen',
            group: 'more',
            icon: IconCopy,
            task: { kind: 'copy' },
          } as const,
        ]
      : []),
    ...(staff
      ? [
          {
            id: 'group',
            label: 'Ryhmitä…',
            group: 'more',
            icon: IconPackages,
            able: single ? 0 : orders.length,
            task: { kind: 'group' },
          } as const,
        ]
      : []),
    ...steps.filter(({ to }) => to === 'peruutettu').map(stateAction),
  ]
  return drafts.map((draft) => {
    const able = draft.able ?? orders.length
    const part = able > 0 && able < orders.length ? ` (${able}/${orders.length})` : ''
    return { ...draft, able, title: `${draft.label}${part}` }
  })
}

const isPlainStep = (to: ShipmentState): boolean => to !== 'peruutettu' && !transferStates.some((state) => state === to)

function stateAction(step: OfferedStep): Draft {
  const { to, label, asks, able, back } = step
  const cancels = to === 'peruutettu'
  return {
    id: `state-${to}${back ? '-back' : ''}`,
    label: `${label}${asks ? '…' : ''}`,
    group: cancels ? 'more' : 'state',
    icon: shipmentStyle(to).icon,
    able,
    ...(cancels ? { danger: true } : {}),
    task: { kind: 'state', step },
  }
}

const count = (orders: readonly OrderRow[], holds: (line: OrderRow['lines'][number]) => boolean): number =>
  orders.filter(({ lines }) => lines.some(holds)).length

const crew = (orders: readonly OrderRow[]): Draft[] => [
  {
    id: 'assignment',
    label: 'Kuljettaja ja auto…',
    group: 'crew',
    icon: IconUsers,
    shortcut: 'a',
    able: count(orders, ({ live }) => live),
    task: { kind: 'assignment' },
  },
]

const dayAction = (orders: readonly OrderRow[]): Draft => ({
  id: 'day',
  label: 'Päivä…',
  group: 'day',
  icon: IconCalendar,
  shortcut: 'p',
  able: count(orders, ({ live }) => live),
  task: { kind: 'day' },
})

const smsAction = (orders: readonly OrderRow[]): Draft => ({
  id: 'sms',
  label: orders.length === 1 ? 'Tekstiviesti kuljettajalle…' : 'Tekstiviesti kuljettajille…',
  group: 'documents',
  icon: IconMessage,
  able: count(orders, ({ driver }) => driver !== null),
  task: { kind: 'sms' },
})

/** Transfers to a terminal (rules/orders.md#transfer-states): the first is a step of its own, the others are recorded with their terminal. */
function transfers(orders: readonly OrderRow[], steps: readonly OfferedStep[], context: ActionContext): Draft[] {
  const takers = (to: 'siirto' | 'siirretty') => orders.filter((order) => steppingLines(order).some((line) => mayTake(line, to, context)))
  const start = steps.find(({ to }) => to === 'odottaa_siirtoa')
  const icon = IconArrowsRightLeft
  return [
    ...(start ? [{ ...stateAction(start), label: `Siirto terminaaliin${start.asks ? '…' : ''}`, group: 'transfer', icon } as const] : []),
    {
      id: 'transfer-siirto',
      label: 'Siirrossa…',
      group: 'transfer',
      icon,
      able: takers('siirto').length,
      task: { kind: 'transfer', to: 'siirto' },
    },
    {
      id: 'transfer-siirretty',
      label: 'Terminaaliin…',
      group: 'transfer',
      icon,
      able: takers('siirretty').length,
      task: { kind: 'transfer', to: 'siirretty' },
    },
  ]
}
