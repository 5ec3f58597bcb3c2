import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  opened: boolean
  title: string
  action: string
  /** Red marks an action that cannot be undone. */
  color?: 'red' | 'brand'
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** Confirms an action that cannot be undone, or that changes more than the screen shows. */
export function ConfirmDialog({ opened, title, action, color = 'red', onClose, onConfirm, children }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="md">
      <Text mb="md">{children}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Takaisin
        </Button>
        <Button color={color} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
