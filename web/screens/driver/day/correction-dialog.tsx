import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { tyoaika_korjauspyynto } from '#domain/entities/correction-request/correction-request.entity.ts'
import { useAction } from '#web/data/use-action.ts'
import { requestCorrection } from '#web/features/worktime/correction-send.ts'
import { typedProposal } from '#web/features/worktime/typed-proposal.ts'
import { TimeField } from '#web/kit/form/time-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatDay, formatTime } from '#web/kit/format.ts'
import { showDone } from '#web/ui/undo-toast.tsx'

export type CorrectedDay = { id: string; paiva: number; alkuaika: number; loppuaika: number }
type Props = { day: CorrectedDay; opened: boolean; onClose: () => void }

const unreadable = (value: TypedNumber): boolean => typeof value !== 'number' && value !== ''

/** Asks the administrator to correct a working day (rules/worktime.md#corrections), with a network or without. */
export function CorrectionDialog({ day, opened, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [start, setStart] = useState<TypedNumber>('')
  const [end, setEnd] = useState<TypedNumber>('')
  const [fault, setFault] = useState<string | null>(null)
  const { run: send, isRunning } = useAction({
    mutationFn: async () => {
      const proposal = typedProposal(day, { start, end })
      if (!(await requestCorrection(day, { reason: reason.trim(), proposal })))
        return setFault('Laite ei voi tallentaa pyyntöä. Yritä uudelleen.')
      showDone('Korjauspyyntö on tallessa ja lähtee ajojärjestelyyn.')
      setReason('')
      setStart('')
      setEnd('')
      onClose()
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const isEmpty = reason.trim() === ''
    setFault(isEmpty ? 'Kerro, mitä pitäisi korjata.' : null)
    if (!isEmpty && !unreadable(start) && !unreadable(end)) send(undefined)
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
          <Group grow align="flex-start">
            <TimeField
              label="Päivä alkoi klo"
              description="Jos haluat ehdottaa"
              size="md"
              placeholder={formatTime(day.alkuaika)}
              value={start}
              onChange={setStart}
            />
            {day.loppuaika > 0 && (
              <TimeField
                label="Päivä päättyi klo"
                description="Jos haluat ehdottaa"
                size="md"
                placeholder={formatTime(day.loppuaika)}
                value={end}
                onChange={setEnd}
              />
            )}
          </Group>
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
