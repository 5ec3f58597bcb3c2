import { Button, Radio } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckedPoint } from '#domain/entities/car/departure-check.entity.ts'
import { useAction } from '#web/data/use-action.ts'
import { storeDepartureCheck } from '#web/features/cars/departure-check.ts'
import { carsQuery } from '#web/features/cars/fleet.ts'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { CarOption } from './car-choice.tsx'
import { carChoices, openFaultsQuery } from './car-choices.ts'
import { DepartureCheck } from './departure-check.tsx'
import { useLastCar } from './last-car.ts'
import { PlaceConsentBox } from './place-consent-box.tsx'
import classes from './start.module.css'

type Car = { id: string; rekisterinumero: string }
type Props = { userId: string; shiftCar: string | null; now: number; onStart: (car: Car | null) => Promise<void> }

/** What a driver does before driving: the car, its check, and the consent to recording places. */
export function StartOfDay({ userId, shiftCar, now, onStart }: Props) {
  const cars = useQuery(carsQuery).data?.rows ?? []
  const faults = useQuery(openFaultsQuery).data?.rows ?? []
  const { lastCar, setLastCar } = useLastCar(userId)
  const [other, setOther] = useState<string | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const [points, setPoints] = useState<readonly CheckedPoint[]>([])
  const choices = carChoices({ cars, faults, shiftCar, lastCar, chosen: other, now })
  const chosen = picked ?? choices[0]?.car.id ?? null
  const car = cars.find(({ id }) => id === chosen) ?? null
  // Another car has not been checked.
  const pick = (id: string | null) => {
    setPicked(id)
    if (id !== chosen) setPoints([])
  }
  const { run: start, isRunning } = useAction({
    mutationFn: async () => {
      if (car) {
        setLastCar({ id: car.id, at: now })
        await storeDepartureCheck({ car, points })
      }
      await onStart(car && { id: car.id, rekisterinumero: car.rekisterinumero })
    },
  })
  return (
    <>
      <section aria-labelledby="auton-valinta">
        <h2 id="auton-valinta" className={classes.heading}>
          Millä autolla ajat?
        </h2>
        <Radio.Group value={chosen} onChange={pick} aria-labelledby="auton-valinta">
          <div className={classes.cars}>
            {choices.map((choice) => (
              <CarOption key={choice.car.id} choice={choice} now={now} />
            ))}
          </div>
        </Radio.Group>
        <SearchSelect
          label={choices.length > 0 ? 'Muu auto' : 'Auto'}
          placeholder="Hae rekisterinumerolla"
          nothingFoundMessage="Ei löytynyt"
          size="md"
          data={cars.map(({ id, rekisterinumero }) => ({ value: id, label: rekisterinumero }))}
          value={other}
          clearable
          onChange={(id) => {
            setOther(id)
            pick(id)
          }}
        />
      </section>
      {car && <DepartureCheck key={car.id} car={car} points={points} onChange={setPoints} />}
      <PlaceConsentBox userId={userId} />
      <div className={classes.bar}>
        <Button
          fullWidth
          className={classes.go}
          loading={isRunning}
          leftSection={<IconPlayerPlayFilled size={26} aria-hidden />}
          onClick={() => start(undefined)}
        >
          {car || cars.length === 0 ? 'Aloita päivä' : 'Aloita päivä ilman autoa'}
        </Button>
      </div>
    </>
  )
}
