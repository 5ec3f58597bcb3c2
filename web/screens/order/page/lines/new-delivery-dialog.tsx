import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { wishedDayFault } from '#domain/values/time/time.ts'
import { MomentField } from '#web/kit/form/moment/moment-field.tsx'
import { momentFault } from '#web/kit/form/moment/typed-moment.ts'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { nowSeconds } from '#web/session/clock.ts'

/** `proposed`: a moment, or 0. */
type Props = { opened: boolean; of: string; proposed: number; onClose: () => void; onChosen: (at: number) => void }

/** Asks for the new promised time of a delivery that failed. */
export function NewDeliveryDialog({ opened, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={form.onClose} title="Sovi uusi toimitus" size="md">
      <PromiseForm {...form} />
    </Modal>
  )
}

/** The end of an ordinary working day, in minutes: a day without a time is promised by then. */
const endOfDay = 16 * 60

function faultOf(value: TypedNumber): string {
  const now = nowSeconds()
  if (typeof value === 'string') return momentFault(value) ?? 'Tarkista aika.'
  if (value === 0) return 'Valitse, milloin tavara toimitetaan.'
  return value <= now ? 'Aika on jo mennyt.' : (wishedDayFault(value, now) ?? '')
}

function PromiseForm({ of, proposed, onClose, onChosen }: Omit<Props, 'opened'>) {
  const [value, setValue] = useState<TypedNumber>(proposed)
  const [fault, setFault] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // In React, a submit inside a dialog also reaches the form around it.
    event.stopPropagation()
    const found = faultOf(value)
    setFault(found)
    if (found === '' && typeof value === 'number') onChosen(value)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{of}</Text>
        <MomentField
          label="Luvattu aika"
          value={value}
          defaultTime={endOfDay}
          error={fault || undefined}
          onChange={(typed) => {
            setValue(typed)
            setFault('')
          }}
        />
        <Text size="sm" c="dimmed">
          Vastaanottaja näkee ajan seurantasivulla. Odotus päättyy, kun aika on annettu.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit">Lupaa aika</Button>
        </Group>
      </Stack>
    </form>
  )
}
