import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { tyoaika_korjauspyynto } from '#domain/entities/correction-request/correction-request.entity.ts'
import { useAction } from '#web/data/use-action.ts'
import { requestCorrection } from '#web/features/worktime/correction-send.ts'
import { formatDay } from '#web/kit/format.ts'
import { showDone } from '#web/ui/undo-toast.tsx'

type Props = { day: { id: string; paiva: number }; opened: boolean; onClose: () => void }

/** Asks the administrator to correct a working day (rules/worktime.md#corrections), with a network or without. */
export function CorrectionDialog({ day, opened, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { run: send, isRunning } = useAction({
    mutationFn: async () => {
      if (!(await requestCorrection(day, reason.trim()))) return setFault('Laite ei voi tallentaa pyyntöä. Yritä uudelleen.')
      showDone('Korjauspyyntö on tallessa ja lähtee ajojärjestelyyn.')
      setReason('')
      onClose()
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const isEmpty = reason.trim() === ''
    setFault(isEmpty ? 'Kerro, mitä pitäisi korjata.' : null)
    if (!isEmpty) send(undefined)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={`Pyydä korjausta: ${formatDay(day.paiva)}`} size="md" returnFocus>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Textarea
            label="Mitä pitäisi korjata ja miksi?"
            description="Esimerkiksi: tauko alkoi jo 11.30, unohdin painaa."
            withAsterisk
            autosize
            minRows={3}
            size="md"
            data-autofocus
            maxLength={tyoaika_korjauspyynto.fields.perustelu.max}
            value={reason}
            error={fault}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group grow>
            <Button variant="default" size="lg" onClick={onClose}>
              Takaisin
            </Button>
            <Button type="submit" size="lg" loading={isRunning}>
              Lähetä pyyntö
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
