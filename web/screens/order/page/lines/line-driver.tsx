import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconPhone, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import type { Choice } from '#web/kit/form/search-select.tsx'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { useDriverPhones } from './driver-phones.ts'
import classes from './lines.module.css'

export type AssignmentChange = { kuljettaja: string | null } | { auto: string | null }
type Props = {
  called: string
  line: { kuljettaja: string | null; auto: string | null }
  /** The names of drivers and cars, by id. */
  names: ReadonlyMap<string, string>
  /** False for an order that cannot be changed any more. */
  changeable: boolean
  /** False for those who do not see drivers. */
  shown: boolean
  onAssign: (assigned: AssignmentChange, back: AssignmentChange, done: string) => void
}

/** The driver and the car of a line, and the fields that change them once they are pressed. */
export function useLineDriver({ called, line, names, changeable, shown, onAssign }: Props): { cell: ReactNode; fields: ReactNode } {
  const [open, setOpen] = useState(false)
  const { kuljettaja, auto } = line
  const drivers = useDrivers(shown)
  const cars = useCars(shown)
  const phone = useDriverPhones(shown && kuljettaja ? [kuljettaja] : []).get(kuljettaja ?? '')
  const nameIn = (choices: readonly Choice[], id: string | null) =>
    id ? (choices.find(({ value }) => value === id)?.label ?? names.get(id) ?? 'Ei enää käytössä') : ''
  const [driver, car] = [nameIn(drivers, kuljettaja), nameIn(cars, auto)]
  const toggle = () => setOpen(!open)
  const who = (
    <>
      {driver ? <Avatar name={driver} size={28} /> : null}
      <span className={classes.names}>
        <span>{driver || 'Ei kuljettajaa'}</span>
        {car && <Plate>{car}</Plate>}
      </span>
    </>
  )
  const cell = (
    <>
      {changeable && !driver && !car ? (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          aria-expanded={open}
          aria-label={`Anna kuljettaja: ${called}`}
          onClick={toggle}
        >
          Anna kuljettaja
        </Button>
      ) : changeable ? (
        <UnstyledButton className={classes.who} aria-expanded={open} aria-label={`Vaihda kuljettaja tai auto: ${called}`} onClick={toggle}>
          {who}
        </UnstyledButton>
      ) : (
        <span className={classes.who}>{who}</span>
      )}
      {phone && (
        <ActionIcon component="a" href={`tel:${phone}`} variant="subtle" color="brand" size={28} aria-label={`Soita ${driver}`}>
          <IconPhone size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
  const fields = open && changeable && (
    <CrewFields
      drivers={withChosen(drivers, kuljettaja, names)}
      cars={withChosen(cars, auto, names)}
      line={line}
      onDriver={(chosen) => onAssign({ kuljettaja: chosen }, { kuljettaja }, `${called}: kuljettaja vaihdettu`)}
      onCar={(chosen) => onAssign({ auto: chosen }, { auto }, `${called}: auto vaihdettu`)}
    />
  )
  return shown ? { cell, fields } : { cell: undefined, fields: null }
}

type FieldsProps = {
  drivers: readonly Choice[]
  cars: readonly Choice[]
  line: Props['line']
  onDriver: (id: string | null) => void
  onCar: (id: string | null) => void
}

function CrewFields({ drivers, cars, line, onDriver, onCar }: FieldsProps) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => area.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={area} className={classes.crewFields}>
      <SearchSelect
        label="Kuljettaja"
        placeholder="Ei kuljettajaa"
        clearable
        clearButtonProps={{ 'aria-label': 'Poista kuljettaja' }}
        nothingFoundMessage="Kuljettajaa ei löydy."
        data={[...drivers]}
        value={line.kuljettaja}
        onChange={onDriver}
      />
      <SearchSelect
        label="Auto"
        placeholder="Ei autoa"
        clearable
        clearButtonProps={{ 'aria-label': 'Poista auto' }}
        nothingFoundMessage="Autoa ei löydy."
        data={[...cars]}
        value={line.auto}
        onChange={onCar}
      />
    </div>
  )
}

/** Adds the chosen driver or car to the choices when it is no longer in use. */
function withChosen(choices: readonly Choice[], chosen: string | null, names: ReadonlyMap<string, string>): Choice[] {
  const known = !chosen || choices.some(({ value }) => value === chosen)
  return known ? [...choices] : [...choices, { value: chosen, label: names.get(chosen) ?? 'Ei enää käytössä' }]
}
