import { Radio } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { inspectionStyle } from '#web/features/cars/inspection-day.tsx'
import { formatDate, formatDay } from '#web/kit/format.ts'
import { Plate } from '#web/ui/badges/plate.tsx'
import type { CarChoice } from './car-choices.ts'
import classes from './start.module.css'

/** One car: its plate, why it is offered, its inspection and what is wrong with it. */
export function CarOption({ choice: { car, why, faults }, now }: { choice: CarChoice; now: number }) {
  const inspection = inspectionStyle(car.seuraava_katsastus, now)
  return (
    <Radio.Card value={car.id} className={classes.car} aria-label={[car.rekisterinumero, why].filter(Boolean).join(', ')}>
      <span className={classes.carText}>
        <span className={classes.carHead}>
          <Plate large>{car.rekisterinumero}</Plate>
          {why && <b>{why}</b>}
        </span>
        <Line isFine={inspection === null}>
          {car.seuraava_katsastus === 0
            ? 'Katsastuspäivä puuttuu'
            : `Katsastus ${formatDate(car.seuraava_katsastus)} mennessä${inspection ? ` (${inspection.label})` : ''}`}
        </Line>
        {faults.length === 0 && <Line isFine>Ei avoimia vikoja</Line>}
        {faults.map(({ id, text, at }) => (
          <Line key={id} isFine={false}>
            Avoin vika: {text} (ilmoitettu {formatDay(at)})
          </Line>
        ))}
      </span>
      <Radio.Indicator size="lg" />
    </Radio.Card>
  )
}

function Line({ isFine, children }: { isFine: boolean; children: ReactNode }) {
  const Icon = isFine ? IconCheck : IconAlertTriangle
  return (
    <span className={classes.line} data-warning={!isFine || undefined}>
      <Icon size={20} stroke={1.9} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
