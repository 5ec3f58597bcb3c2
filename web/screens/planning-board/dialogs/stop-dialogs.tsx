import { Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { BoardStop } from '#domain/features/planning-board/board.ts'
import type { OtherStop } from '../board-actions.ts'
import { worksOf } from '../board-model.ts'

const maxMinutes = 1440

/** Minutes as typed; null when they are none. */
const minutesOf = (typed: string | number, min: number): number | null => {
  const minutes = Number(typed)
  return typed !== '' && Number.isInteger(minutes) && minutes >= min && minutes <= maxMinutes ? minutes : null
}

type MinutesProps = { stop: BoardStop; onSave: (kesto: number) => void; onClose: () => void }

/** The minutes at a stop; 0 lets its work decide. */
export function StopMinutes({ stop, onSave, onClose }: MinutesProps) {
  const hasWork = worksOf(stop).length > 0
  const [typed, setTyped] = useState<string | number>(hasWork && stop.kesto === 0 ? 0 : Math.round((stop.lahto - stop.alku) / 60))
  const minutes = minutesOf(typed, hasWork ? 0 : 1)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (minutes !== null) onSave(minutes)
  }
  return (
    <Modal opened onClose={onClose} title={`Pysähdyksen kesto: ${stop.postitmp || stop.nimi || 'tauko'}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <NumberInput
            label="Kesto (min)"
            description={hasWork ? '0 = lähetysten ja asetusten mukaan' : undefined}
            value={typed}
            onChange={setTyped}
            min={hasWork ? 0 : 1}
            max={maxMinutes}
            step={5}
            allowDecimal={false}
            error={minutes === null ? `Anna minuutit väliltä ${hasWork ? 0 : 1}–${maxMinutes}.` : undefined}
            data-autofocus
          />
          <Buttons onClose={onClose} label="Tallenna" />
        </Stack>
      </form>
    </Modal>
  )
}

type AddProps = { name: string; onAdd: (stop: OtherStop) => void; onClose: () => void }

/** A stop without an order, such as refuelling or a service. */
export function AddStop({ name, onAdd, onClose }: AddProps) {
  const [values, setValues] = useState({ nimi: '', osoite1: '', postinro: '', postitmp: '' })
  const [typed, setTyped] = useState<string | number>(15)
  const [isTried, setIsTried] = useState(false)
  const kesto = minutesOf(typed, 1)
  const text = (key: keyof typeof values) => ({
    value: values[key],
    onChange: (event: { currentTarget: HTMLInputElement }) => setValues({ ...values, [key]: event.currentTarget.value }),
  })
  const isNamed = values.nimi.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (isNamed && kesto !== null) onAdd({ ...values, kesto })
  }
  return (
    <Modal opened onClose={onClose} title={`Lisää pysähdys: ${name}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Paikan nimi"
            placeholder="Esimerkiksi tankkaus"
            required
            maxLength={255}
            error={isTried && !isNamed ? 'Anna paikan nimi.' : undefined}
            data-autofocus
            {...text('nimi')}
          />
          <TextInput label="Osoite" maxLength={255} {...text('osoite1')} />
          <Group grow>
            <TextInput label="Postinumero" maxLength={12} {...text('postinro')} />
            <TextInput label="Postitoimipaikka" maxLength={100} {...text('postitmp')} />
          </Group>
          <NumberInput
            label="Kesto (min)"
            value={typed}
            onChange={setTyped}
            min={1}
            max={maxMinutes}
            step={5}
            allowDecimal={false}
            error={kesto === null ? `Anna minuutit väliltä 1–${maxMinutes}.` : undefined}
          />
          <Buttons onClose={onClose} label="Lisää" />
        </Stack>
      </form>
    </Modal>
  )
}

const Buttons = ({ onClose, label }: { onClose: () => void; label: string }) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onClose}>
      Peruuta
    </Button>
    <Button type="submit">{label}</Button>
  </Group>
)
