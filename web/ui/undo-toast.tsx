import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const seconds = 10

/** Shows a message with an undo button for ten seconds (rules/screens.md#undo), or until the returned function is called. */
export function showUndo(text: string, undo: () => void | Promise<void>): () => void {
  // The button can still be pressed while the toast fades out: a second press does nothing.
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

export function showDone(text: string): void {
  notifications.show({ position: 'bottom-center', autoClose: 4000, withCloseButton: false, role: 'status', message: text })
}
