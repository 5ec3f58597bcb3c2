import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type CallFault, maybeLost, refusalText, toastText } from './fault.ts'

/** Seconds of rules/errors.md#toasts: how long a fault is shown, and how long the same status is suppressed after it. */
const shownFor = 5
const dedupeSeconds = 5

const lastShown = new Map<number, number>()

/** At most this many fault messages are shown; the oldest is closed when a newer one comes. */
const maxRefusals = 3
const refusals: string[] = []

type Shown = {
  /** How long it is shown; null until it is closed. */
  seconds: number | null
  /** It says that the server did not answer. */
  unanswered: boolean
}

/** The toasts that say that the server did not answer: meanwhile the strip of the page does not say it again (rules/errors.md#unreachable-server). */
const unansweredToasts = new Set<string>()
const markUnanswered = (): boolean => document.documentElement.toggleAttribute('data-unanswered-action', unansweredToasts.size > 0)

/** On a phone such a message would cover the header and the page's own buttons at the top, which do not scroll. */
const isPhone = (): boolean => matchMedia('(max-width: 47.99em)').matches

function show(text: string, { seconds, unanswered }: Shown): void {
  // The same message is shown only once.
  const id = notifications.show({
    ...(seconds === null ? { id: `refusal:${text}` } : {}),
    position: seconds === null && isPhone() ? 'bottom-center' : 'top-center',
    color: 'red',
    icon: <IconAlertTriangle size={20} aria-hidden />,
    autoClose: seconds === null ? false : seconds * 1000,
    withCloseButton: false,
    role: 'alert',
    style: { background: 'var(--kuorma-late-bg)', border: '1px solid var(--kuorma-late)' },
    onClose: () => {
      refusals.splice(0, refusals.length, ...refusals.filter((other) => other !== id))
      if (unansweredToasts.delete(id)) markUnanswered()
    },
    message: (
      <Group justify="space-between" gap="xs sm">
        <Text size="md" fw={550} c="var(--mantine-color-text)" flex="1 1 9rem">
          {text}
        </Text>
        <Button variant="subtle" color="red" size="compact-md" onClick={() => notifications.hide(id)} style={{ flex: 'none' }}>
          Sulje
        </Button>
      </Group>
    ),
  })
  if (unanswered) {
    unansweredToasts.add(id)
    markUnanswered()
  }
  if (seconds !== null || refusals.includes(id)) return
  refusals.push(id)
  const oldest = refusals.length > maxRefusals ? refusals[0] : undefined
  if (oldest) notifications.hide(oldest)
}

/**
 * A red message with an icon, shown until 'Sulje' is pressed; at the top, on a phone at the bottom. `of`: the fault that it tells, where the
 * server may not have answered.
 */
export const showFault = (text: string, of?: Pick<CallFault, 'status'>): void => show(text, { seconds: null, unanswered: of?.status === 0 })

/** Statuses whose answer explains the refusal in a sentence. A call that shows it with showRefusal lists them in `quiet`. */
export const explainedRefusals: readonly number[] = [409, 422]

/** Statuses that a form shows in its own summary (`FaultSummary`): its save has no toast for the same fault. */
export const shownByForm: readonly number[] = [0, 404, ...explainedRefusals, 429, 500, 502, 503, 504]

/** Shows the server's sentence about a refused save. The call itself has shown every other fault. */
export function showRefusal({ status, message }: CallFault): void {
  if (explainedRefusals.includes(status)) showFault(message)
}

/** Shows what could not be done and why: for a call that reports no fault itself (`quiet`). */
export const showFailure = (what: string, fault: CallFault): void =>
  show(`${what}: ${refusalText(fault)}`, { seconds: null, unanswered: maybeLost.includes(fault.status) })

/** Takes all toasts away, also what they say of the server. */
export function clearToasts(): void {
  notifications.clean()
  refusals.length = 0
  if (unansweredToasts.size === 0) return
  unansweredToasts.clear()
  markUnanswered()
}

/** A red message that goes away by itself. */
export const showPassingFault = (text: string, seconds: number): void => show(text, { seconds, unanswered: false })

/** The global toast of rules/errors.md#toasts: a status is shown at most once within five seconds. */
export function showStatusFault(status: number, now = Date.now()): void {
  const last = lastShown.get(status)
  if (last !== undefined && now - last < dedupeSeconds * 1000) return
  lastShown.set(status, now)
  show(toastText(status), { seconds: shownFor, unanswered: maybeLost.includes(status) })
}
