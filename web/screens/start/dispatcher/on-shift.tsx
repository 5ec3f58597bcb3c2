import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { driversToday } from '#web/features/orders/drivers-today.ts'
import { useOrderCounts } from '#web/features/orders/list/order-counts.ts'
import { ofLines, open } from '#web/features/orders/list/order-filters.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { Section } from '#web/ui/section.tsx'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from '../start.module.css'

const shown = 8

/** Undefined until it is known, null when it could not be read. */
function ordersText(count: number | null | undefined): string {
  if (count === undefined || count === null) return '–'
  return count > 0 ? plural(count, 'tilaus', 'tilausta') : 'vapaana'
}

/** The drivers who are on shift, with their cars and their open orders: the list that each name opens. */
export function OnShift() {
  const { data, isError, refetch } = useQuery(driversToday)
  const drivers = data?.data.filter(({ vuorossa }) => vuorossa) ?? []
  const shownDrivers = drivers.slice(0, shown)
  const counts = useOrderCounts(Object.fromEntries(shownDrivers.map(({ id }) => [id, { all: [open, ofLines('kuljettaja.id', id)] }])))
  if (!data && !isError) return <SectionSkeleton lines={5} />
  return (
    <Section
      title="Vuorossa"
      aside={
        drivers.length > 0 && (
          <Anchor component={Link} to="/ajot">
            {plural(drivers.length, 'kuljettaja', 'kuljettajaa')}
          </Anchor>
        )
      }
    >
      {!data ? (
        <ErrorState retry={() => void refetch()} />
      ) : drivers.length === 0 ? (
        <EmptyState title="Kukaan ei ole nyt vuorossa">Tämän päivän työvuorot näkyvät tässä, kun ne on suunniteltu.</EmptyState>
      ) : (
        <ul className={classes.rows}>
          {shownDrivers.map(({ id, name, auto }) => (
            <li key={id} className={classes.row}>
              <Avatar name={name} />
              <Link to="/tilaukset" search={{ kuljettaja: id }} className={classes.rowLink}>
                {name}
              </Link>
              {auto && <Plate>{auto.rekisterinumero}</Plate>}
              <span className={classes.amount}>{ordersText(counts[id])}</span>
            </li>
          ))}
        </ul>
      )}
      {drivers.length > shown && (
        <Anchor component={Link} to="/ajot">
          ja {formatCount(drivers.length - shown)} muuta
        </Anchor>
      )}
    </Section>
  )
}
