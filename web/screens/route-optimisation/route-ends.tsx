import { SegmentedControl, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { AddAddress } from './add-address.tsx'
import classes from './route-optimisation.module.css'
import { type DriveStop, isClockTime, type RoutePlan } from './route-plan.ts'
import { StopText, Tool } from './stop-list.tsx'

type Props = { plan: RoutePlan; onChange: (plan: RoutePlan) => void }

const endings = [
  { value: 'paluu', label: 'Paluu lähtöön' },
  { value: 'paate', label: 'Muu paikka' },
  { value: 'avoin', label: 'Vapaa' },
] as const satisfies { value: RoutePlan['ending']; label: string }[]

/** Where the route begins and ends. */
export function RouteEnds({ plan, onChange }: Props) {
  const heading = useId()
  const change = (changed: Partial<RoutePlan>) => onChange({ ...plan, ...changed, before: null })
  return (
    <div className={classes.ends}>
      <RouteEnd label="Lähtöpaikka" end={plan.start} onChange={(start) => change({ start })} />
      <TextInput
        label="Lähtöaika"
        placeholder="Heti, tai esim. 7.30"
        maxLength={5}
        error={isClockTime(plan.departure) ? null : 'Anna kellonaika muodossa 7.30.'}
        value={plan.departure}
        onChange={({ currentTarget }) => onChange({ ...plan, departure: currentTarget.value })}
      />
      <div>
        <span id={heading} className={classes.fieldLabel}>
          Reitin päätös
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby={heading}
          data={[...endings]}
          value={plan.ending}
          onChange={(value) => change({ ending: endings.find((ending) => ending.value === value)?.value ?? 'avoin' })}
        />
      </div>
      {plan.ending === 'paate' && <RouteEnd label="Päätepaikka" end={plan.end} onChange={(end) => change({ end })} />}
    </div>
  )
}

type EndProps = { label: string; end: DriveStop | null; onChange: (end: DriveStop | null) => void }

function RouteEnd({ label, end, onChange }: EndProps) {
  if (!end) return <AddAddress label={label} onAdd={onChange} />
  return (
    <div>
      <span className={classes.fieldLabel}>{label}</span>
      <div className={classes.end}>
        <StopText label={end.label} approximate={end.approximate} />
        <Tool label={`Vaihda: ${label.toLocaleLowerCase('fi')}`} onClick={() => onChange(null)}>
          <IconX size={18} aria-hidden />
        </Tool>
      </div>
    </div>
  )
}
