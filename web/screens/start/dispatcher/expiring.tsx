import { Anchor } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ExpiringField, type UserListRow, userListCall } from '#domain/features/users/user-list.ts'
import { callApi } from '#web/data/api-call.ts'
import { listQuery } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { isSoon, soonUntil, useSoonDays } from '#web/features/reminders/expiring-soon.ts'
import { ValidityDay } from '#web/features/users/validity-day.tsx'
import { formatCount, plural } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from '../start.module.css'

const shown = 6

type Expiring = { key: string; day: number; subject: string; what: string; path: string }

const inspections = (now: number, days: number) =>
  listQuery('auto', {
    filter: { seuraava_katsastus: isSoon(now, days) },
    sort: ['seuraava_katsastus', 'rekisterinumero'],
    page: { limit: shown },
    fields: { auto: ['rekisterinumero', 'seuraava_katsastus'] },
  })

/** The drivers whose paper expires first, as in their list. */
function driversBy(field: ExpiringField, until: number) {
  const input = { henkilosto: '1', rooli: 'kuljettaja', [field]: until, sort: field, 'page[limit]': shown } as const
  return queryOptions({
    queryKey: queryKeys.call(userListCall.path, input),
    queryFn: ({ signal }) => callApi(userListCall, input, { signal }),
  })
}
const expiringOf =
  (field: ExpiringField, what: string) =>
  ({ id, name, field_fullname, [field]: day }: UserListRow): Expiring => ({
    ...{ key: `${id} ${field}`, day, subject: field_fullname || name, what, path: `/user/${id}` },
  })
const driversWith = (vanhenee: ExpiringField) => ({ to: '/tyontekijat', search: { nakyma: 'kuljettaja', vanhenee } }) as const

/** What has expired or soon will: inspections of cars and drivers' papers, the most urgent first, and how many there are of each. */
export function Expiring({ today }: { today: number }) {
  const days = useSoonDays()
  const until = soonUntil(today, days)
  const cars = useQuery(inspections(today, days))
  const qualified = useQuery(driversBy('field_ammattipatevyys_voimassa', until))
  const cards = useQuery(driversBy('field_digipiirturikortti_voimass', until))
  const failed = [cars, qualified, cards].filter(({ isError, data }) => isError && !data)
  if (failed.length > 0)
    return (
      <Section title="Vanhenee pian">
        <ErrorState retry={() => failed.forEach(({ refetch }) => void refetch())} />
      </Section>
    )
  if (!cars.data || !qualified.data || !cards.data) return <SectionSkeleton lines={4} />
  const rows = [
    ...cars.data.rows.map(({ id, rekisterinumero, seuraava_katsastus }): Expiring => {
      return { key: id, day: seuraava_katsastus, subject: rekisterinumero, what: 'katsastus', path: `/auto/${id}` }
    }),
    ...qualified.data.data.map(expiringOf('field_ammattipatevyys_voimassa', 'ammattipätevyys')),
    ...cards.data.data.map(expiringOf('field_digipiirturikortti_voimass', 'piirturikortti')),
  ]
    .toSorted((a, b) => a.day - b.day)
    .slice(0, shown)
  const lists = [
    { count: cars.data.count, one: 'katsastus', many: 'katsastusta', to: '/autot', search: { katsastus: 'pian' } },
    {
      ...{ count: qualified.data.meta.count, one: 'ammattipätevyys', many: 'ammattipätevyyttä' },
      ...driversWith('field_ammattipatevyys_voimassa'),
    },
    {
      ...{ count: cards.data.meta.count, one: 'piirturikortti', many: 'piirturikorttia' },
      ...driversWith('field_digipiirturikortti_voimass'),
    },
  ].filter(({ count }) => count > 0)
  const all = lists.reduce((sum, { count }) => sum + count, 0)
  return (
    <Section title="Vanhenee pian" aside={all > shown && `${formatCount(shown)} kiireisintä`}>
      {all === 0 ? (
        <span className={classes.soft}>Mikään katsastus, ammattipätevyys tai piirturikortti ei vanhene {days} päivän sisällä.</span>
      ) : (
        <ul className={classes.rows}>
          {rows.map(({ key, day, subject, what, path }) => (
            <li key={key} className={classes.expiring}>
              <span>
                <Anchor component={Link} to={path}>
                  {subject}
                </Anchor>{' '}
                <span className={classes.soft}>{what}</span>
              </span>
              <ValidityDay day={day} />
            </li>
          ))}
        </ul>
      )}
      {all > 0 && (
        <ul className={classes.lists} aria-label="Kaikki pian vanhenevat">
          {lists.map(({ count, one, many, to, search }) => (
            <li key={one}>
              <Anchor renderRoot={(props) => <Link to={to} search={search} {...props} />}>{plural(count, one, many)}</Anchor>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
