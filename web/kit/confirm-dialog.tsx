import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { opened: boolean; title: string; action: string; onClose: () => void; onConfirm: () => void; children: ReactNode }

/** Only for what cannot be undone. */
export function ConfirmDialog({ opened, title, action, onClose, onConfirm, children }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="md">
      <Text mb="md">{children}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Takaisin
        </Button>
        <Button color="red" onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
