import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { usePostalPoints } from '#web/features/addresses/postal-points.ts'
import { othersText } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './route-optimisation.module.css'
import type { DriveStop } from './route-plan.ts'
import { type Candidate, type CandidatePoint, candidatesOf, todaysShipments } from './todays-candidates.ts'

type Props = { onAdd: (stops: DriveStop[]) => void }

/** The pickups and deliveries of today's orders, and of late ones; the same door is one stop. */
export function TodaysStops({ onAdd }: Props) {
  const [now] = useState(nowSeconds)
  const { data, isError, refetch } = useQuery(todaysShipments(now))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [search, setSearch] = useState('')
  const doors = useMemo(() => (data ? candidatesOf(data, now) : []), [data, now])
  const points = usePostalPoints(doors.map(({ postal }) => postal))
  if (isError) return <ErrorState retry={() => void refetch()} />
  if (!data) return <SectionSkeleton />
  if (doors.length === 0) return <p className={classes.hint}>Tälle päivälle ei ole avoimia tilauksia.</p>
  const pointOf = ({ point, postal }: Candidate): CandidatePoint | null => {
    const approximate = points.get(postal ?? '')
    return point ?? (approximate ? { lat: approximate.lat, lng: approximate.lng, approximate: true } : null)
  }
  const words = search.trim().toLocaleLowerCase('fi')
  const stops = doors.flatMap((door): DriveStop[] => {
    const point = pointOf(door)
    const { key: id, label, begin, end, minutes, works } = door
    return chosen.has(id) && point ? [{ id, label, ...point, locked: false, begin, end, minutes, works }] : []
  })
  const toggle = (key: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? new Set([...before, key]) : before.difference(new Set([key]))))
  return (
    <>
      <TextInput
        label="Rajaa tilauksia"
        placeholder="Numero, nimi tai paikkakunta"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ul className={classes.candidates}>
        {doors
          .filter((door) => `${door.key} ${door.orders}`.toLocaleLowerCase('fi').includes(words))
          .map((door) => (
            <li key={door.key}>
              <Checkbox
                checked={chosen.has(door.key)}
                disabled={!pointOf(door)}
                label={`${door.kind}: ${door.label}`}
                description={pointOf(door) ? door.orders : `${door.orders} · sijaintia ei tiedetä`}
                onChange={({ currentTarget: { checked } }) => toggle(door.key, checked)}
              />
            </li>
          ))}
      </ul>
      <p className={classes.hint}>{othersText(data.rows.length, data.count)}</p>
      <Button
        variant="light"
        disabled={stops.length === 0}
        onClick={() => {
          onAdd(stops)
          setChosen(new Set())
        }}
      >
        {stops.length === 0 ? 'Lisää valitut' : `Lisää valitut (${stops.length})`}
      </Button>
    </>
  )
}
