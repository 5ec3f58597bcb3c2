import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** What the toasts on the screen undo, the latest last. */
const offered: (() => void)[] = []

let latest: string | null = null

type Shown = { message: ReactNode; seconds: number; onClose?: () => void }

/** A driver's phone has room for one message: the newest. Steps can be taken back on the page itself (rules/deliveries.md#undo). */
function show({ seconds, ...shown }: Shown): string {
  if (latest !== null && document.documentElement.hasAttribute('data-driver-frame')) notifications.hide(latest)
  latest = notifications.show({ position: 'bottom-center', autoClose: seconds * 1000, withCloseButton: false, role: 'status', ...shown })
  return latest
}

/** Undoes what the latest toast offers; for Ctrl Z. */
export const undoLatest = (): void => offered.at(-1)?.()

/**
 * Shows a message with an undo button for ten seconds (rules/screens.md#undo), or until the returned function is called, which answers whether the
 * undo was still offered.
 */
export function showUndo(text: string, undo: () => void | Promise<void>): () => boolean {
  // The button can still be pressed while the toast fades out: a second press does nothing.
  let undone = false
  const withdraw = (): boolean => {
    const at = offered.indexOf(press)
    if (at >= 0) offered.splice(at, 1)
    return at >= 0
  }
  const press = () => {
    if (undone) return
    undone = true
    withdraw()
    notifications.hide(id)
    void undo()
  }
  offered.push(press)
  const id = show({
    onClose: () => void withdraw(),
    seconds: 10,
    message: (
      <Group justify="space-between" gap="xs md">
        <Text size="md" c="var(--mantine-color-text)" flex="1 1 9rem">
          {text}
        </Text>
        <Button variant="light" size="compact-md" style={{ flex: 'none' }} aria-keyshortcuts="Control+Z" onClick={press}>
          Kumoa
        </Button>
      </Group>
    ),
  })
  return () => {
    const wasOffered = withdraw()
    notifications.hide(id)
    return wasOffered
  }
}

export function showDone(text: string): void {
  show({ seconds: 4, message: text })
}
