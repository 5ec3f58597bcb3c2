import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  opened: boolean
  title: string
  action: string
  /** Red is for what cannot be undone. */
  color?: 'red' | 'brand'
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** For what cannot be undone, or changes more than is in sight. */
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
