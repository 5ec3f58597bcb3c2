import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { toastText } from './fault.ts'

/** Seconds of SPEC section 9: how long a fault is seen, and how long the same status keeps quiet after it. */
const shownFor = 5
const quietFor = 5

const lastShown = new Map<number, number>()

/** A red message at the top with 'Sulje', for `seconds`. */
export function showFault(text: string, seconds = shownFor): void {
  const id = notifications.show({
    color: 'red',
    autoClose: seconds * 1000,
    withCloseButton: false,
    role: 'alert',
    style: { background: 'var(--kuorma-late-bg)', border: '1px solid var(--kuorma-late)' },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="md" fw={550} c="var(--mantine-color-text)">
          {text}
        </Text>
        <Button variant="subtle" color="red" size="compact-md" onClick={() => notifications.hide(id)} style={{ flex: 'none' }}>
          Sulje
        </Button>
      </Group>
    ),
  })
}

/** The global toast of SPEC section 8: once a status within five seconds. */
export function showStatusFault(status: number, now = Date.now()): void {
  const last = lastShown.get(status)
  if (last !== undefined && now - last < quietFor * 1000) return
  lastShown.set(status, now)
  showFault(toastText(status))
}
