import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconTruck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesQuery } from '#web/data/queries.ts'
import type { EntityRow } from '#web/data/row.ts'
import { InspectionDay } from '#web/features/cars/inspection-day.tsx'
import { type ListRows, useListRows } from '#web/kit/list/list-rows.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { Plate } from '#web/ui/badges/plate.tsx'
import { Section } from '#web/ui/section.tsx'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { CarDetails } from './car-details.tsx'
import classes from './maintenance.module.css'

type Car = EntityRow<'auto'>

const pageSize = 50
const sort = ['seuraava_katsastus', 'rekisterinumero'] as const
const withDay = pagesQuery('auto', { filter: { seuraava_katsastus: { operator: '>', value: 0 } }, sort }, pageSize)
const withoutDay = pagesQuery('auto', { filter: { seuraava_katsastus: 0 }, sort }, pageSize)
const carOf = (car: Car): Car => car

/** The cars by their next inspection; those whose day nobody has entered have a section at the end. */
export function CarsByInspection() {
  const dated = useListRows(useInfiniteQuery(withDay), carOf)
  const undated = useListRows(useInfiniteQuery(withoutDay), carOf)
  const hasNone = dated.state === 'ready' && undated.state === 'ready' && dated.count + undated.count === 0
  return (
    <>
      {hasNone ? (
        <Section title="Autot katsastuksen mukaan">
          <EmptyState title="Autoja ei ole" icon={IconTruck}>
            Ylläpito lisää autot. Sen jälkeen niiden huollot voi kirjata tässä.
          </EmptyState>
        </Section>
      ) : (
        <Cars title="Autot katsastuksen mukaan" list={dated} />
      )}
      {undated.count > 0 && <Cars title="Katsastuspäivä puuttuu" list={undated} />}
    </>
  )
}

function Cars({ title, list: { state, rows, retry, more } }: { title: string; list: ListRows<Car> }) {
  const { search, set } = usePageSearch()
  if (state === 'pending') return <SectionSkeleton lines={6} />
  return (
    <Section title={title}>
      {state === 'failed' ? (
        <ErrorState retry={retry} />
      ) : (
        <ul className={classes.cars} aria-label={title}>
          {rows.map((car) => {
            const isOpen = search.auto === car.id
            return <CarRow key={car.id} car={car} isOpen={isOpen} onToggle={() => set({ auto: isOpen ? undefined : car.id })} />
          })}
        </ul>
      )}
      {more && (
        <Button variant="default" mt="sm" onClick={more}>
          Näytä lisää
        </Button>
      )}
    </Section>
  )
}

function CarRow({ car, isOpen, onToggle }: { car: Car; isOpen: boolean; onToggle: () => void }) {
  const { rekisterinumero, name, seuraava_katsastus } = car
  return (
    <li>
      <UnstyledButton className={classes.car} aria-expanded={isOpen} onClick={onToggle}>
        <Plate>{rekisterinumero}</Plate>
        <span className={classes.model}>{name}</span>
        <span className={classes.inspection}>
          <InspectionDay day={seuraava_katsastus} />
        </span>
        <IconChevronDown size={18} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      {isOpen && <CarDetails car={car} />}
    </li>
  )
}
