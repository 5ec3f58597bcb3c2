import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { startOfDay } from '#domain/values/time/time.ts'
import { inspectionStyle } from '#web/features/cars/inspection-day.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'
import { listQuery } from '../../data/queries.ts'
import { formatDate } from '../../kit/format.ts'
import { nowSeconds } from '../../session/clock.ts'
import { Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import classes from './start.module.css'

/** The start page of maintenance staff: cars by their next inspection; those without a date last. */
export function MaintenanceStart() {
  const { data, isError, refetch } = useQuery(
    listQuery('auto', {
      sort: ['seuraava_katsastus'],
      page: { limit: 250 },
      fields: { auto: ['rekisterinumero', 'seuraava_katsastus', 'kustannuspaikka'] },
    }),
  )
  const now = startOfDay(nowSeconds())
  const cars = data && [
    ...data.rows.filter((car) => car.seuraava_katsastus > 0),
    ...data.rows.filter((car) => car.seuraava_katsastus === 0),
  ]
  return (
    <Page title="Autot katsastuksen mukaan" focus="heading">
      <Section title="Seuraavat katsastukset">
        {isError && !data ? (
          <ErrorState retry={() => void refetch()} />
        ) : !cars ? (
          <div className={classes.pending} aria-hidden>
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} height={36} />
            ))}
          </div>
        ) : cars.length === 0 ? (
          <EmptyState title="Autoja ei ole">Ylläpito lisää autot.</EmptyState>
        ) : (
          <ul className={classes.cars}>
            {cars.map((car) => {
              const style = inspectionStyle(car.seuraava_katsastus, now)
              return (
                <li key={car.id} className={classes.car}>
                  <span>
                    <Plate large>{car.rekisterinumero}</Plate>
                  </span>
                  <span className={classes.soft}>{car.kustannuspaikka && `Kustannuspaikka ${car.kustannuspaikka}`}</span>
                  <span>{formatDate(car.seuraava_katsastus) || 'Ei päivää'}</span>
                  <span className={classes.carLook}>{style && <StatusBadge status={style} />}</span>
                </li>
              )
            })}
          </ul>
        )}
      </Section>
    </Page>
  )
}
