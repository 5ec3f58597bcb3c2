import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { driversToday } from '#web/features/orders/drivers-today.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { Section } from '#web/ui/section.tsx'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from '../start.module.css'

const shown = 8

/** The drivers who are on shift today, with their cars and what they still have to deliver. */
export function OnShift() {
  const { data, isError, refetch } = useQuery(driversToday)
  if (!data && !isError) return <SectionSkeleton lines={5} />
  const drivers = data?.data.filter(({ vuorossa }) => vuorossa) ?? []
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
          {drivers.slice(0, shown).map(({ id, name, auto, tilauksia }) => (
            <li key={id} className={classes.row}>
              <Avatar name={name} />
              <Link to="/tilaukset" search={{ kuljettaja: id }} className={classes.rowLink}>
                {name}
              </Link>
              {auto && <Plate>{auto.rekisterinumero}</Plate>}
              <span className={classes.soft}>{tilauksia > 0 ? plural(tilauksia, 'tilaus', 'tilausta') : 'vapaana'}</span>
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
