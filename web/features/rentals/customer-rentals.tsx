import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rentalTypes } from '#domain/entities/rental/rental.entity.ts'
import { type ListedRental, rentalsCall } from '#domain/features/rentals/rentals.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { formatDate, formatEuros, formatNumber, othersText } from '#web/kit/format.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './rentals.module.css'

/** A customer's active rentals. Administrators open them from here. */
export function CustomerRentals({ customer }: { customer: string }) {
  const input = { asiakas_id: customer, tila: 'aktiivinen' } as const
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(rentalsCall.path, input),
    queryFn: ({ signal }) => callApi(rentalsCall, input, { signal }),
  })
  const isStaff = holdsAny(useSession(), ['yllapito'])
  if (isPending) return <SectionSkeleton lines={3} />
  return (
    <Section title="Vuokraukset" aside={othersText(data?.data.length ?? 0, data?.meta.count ?? 0)}>
      {!data ? (
        <ErrorState retry={() => void refetch()} />
      ) : data.data.length === 0 ? (
        <p className={classes.empty}>Ei vuokrauksia.</p>
      ) : (
        <ul className={classes.dates}>
          {data.data.map((rental) => (
            <li key={rental.id} className={classes.date}>
              <span className={classes.name}>
                {isStaff ? (
                  <Anchor renderRoot={(props) => <Link to="/vuokraus/$id" params={{ id: rental.id }} {...props} />}>
                    {nameOf(rental)}
                  </Anchor>
                ) : (
                  nameOf(rental)
                )}
              </span>
              <span className={classes.period}>
                {formatNumber(rental.maara)} × {formatEuros(rental.hinta)}
              </span>
              <NextDate rental={rental} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const nameOf = ({ tyyppi, name, tunniste }: ListedRental): string => `${rentalTypes[tyyppi]} ${name || tunniste}`

function NextDate({ rental: { seuraavat } }: { rental: ListedRental }) {
  const next = seuraavat.find(({ ohitettu }) => !ohitettu)
  if (!next) return <span className={classes.price}>{seuraavat.length > 0 ? 'Keskeytetty' : '–'}</span>
  return (
    <span className={classes.price}>
      {formatEuros(next.summa)} · {formatDate(next.paiva)}
    </span>
  )
}
