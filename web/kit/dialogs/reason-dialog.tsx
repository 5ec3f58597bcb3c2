import { Button, Group, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'

type Props = {
  opened: boolean
  /** The action: `Peruuta lähetys`. */
  title: string
  action: string
  /** Where the reason is shown; by default, in the events of the order. */
  note?: string
  /** The reason may be left empty. */
  optional?: boolean
  onClose: () => void
  onReason: (reason: string) => void
}

/** Asks for a reason, which is stored in the history (`meta.syy`). */
export function ReasonDialog({ opened, title, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={title} size="md">
      <ReasonForm {...form} />
    </Modal>
  )
}

function ReasonForm({
  action,
  note = 'Näkyy ajojärjestelylle tilauksen tapahtumissa.',
  optional = false,
  onClose,
  onReason,
}: Omit<Props, 'opened' | 'title'>) {
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '' && !optional) setIsChecked(true)
    else onReason(reason.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Textarea
        label={optional ? 'Viesti (jos haluat)' : 'Syy'}
        description={note}
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        required={!optional}
        withAsterisk={false}
        value={reason}
        error={isChecked && reason.trim() === '' ? 'Kerro syy.' : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Takaisin
        </Button>
        <Button type="submit" {...(optional ? {} : { color: 'red' })}>
          {action}
        </Button>
      </Group>
    </form>
  )
}
