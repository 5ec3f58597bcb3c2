import { Button, Group, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'

type Props = {
  opened: boolean
  /** What is about to be done: `Peruuta lähetys`. */
  title: string
  action: string
  onClose: () => void
  onReason: (reason: string) => void
}

/** Asks why; what the person answers goes to the history (`meta.syy`). */
export function ReasonDialog({ opened, title, action, onClose, onReason }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="md">
      <ReasonForm action={action} onClose={onClose} onReason={onReason} />
    </Modal>
  )
}

function ReasonForm({ action, onClose, onReason }: Pick<Props, 'action' | 'onClose' | 'onReason'>) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setAsked(true)
    else onReason(reason.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Textarea
        label="Syy"
        description="Näkyy muutoshistoriassa."
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        required
        withAsterisk={false}
        value={reason}
        error={asked && reason.trim() === '' ? 'Kerro syy.' : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Takaisin
        </Button>
        <Button type="submit" color="red">
          {action}
        </Button>
      </Group>
    </form>
  )
}
