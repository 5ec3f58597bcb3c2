import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const seconds = 10

/** Says what was done and lets it be undone for ten seconds (rules/screens.md#undo), or until what it gives is called. */
export function showUndo(text: string, undo: () => void | Promise<void>): () => void {
  // Its button is there while it fades away: a second press undoes nothing more.
  let undone = false
  const id = notifications.show({
    position: 'bottom-center',
    autoClose: seconds * 1000,
    withCloseButton: false,
    role: 'status',
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text size="md" c="var(--mantine-color-text)">
          {text}
        </Text>
        <Button
          variant="light"
          size="compact-md"
          style={{ flex: 'none' }}
          onClick={() => {
            if (undone) return
            undone = true
            notifications.hide(id)
            void undo()
          }}
        >
          Kumoa
        </Button>
      </Group>
    ),
  })
  return () => notifications.hide(id)
}

/** Says that something was done. */
export function showDone(text: string): void {
  notifications.show({ position: 'bottom-center', autoClose: 4000, withCloseButton: false, role: 'status', message: text })
}
