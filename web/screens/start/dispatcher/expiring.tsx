import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addDays, firstValidMoment } from '#domain/values/time/time.ts'
import { listQuery } from '#web/data/queries.ts'
import { ValidityDay } from '#web/features/users/validity-day.tsx'
import { formatCount } from '#web/kit/format.ts'
import { useSettings } from '#web/session/settings.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from '../start.module.css'

const shown = 6

type Expiring = { key: string; day: number; subject: string; what: string; path: string }

const papers = { field_ammattipatevyys_voimassa: 'ammattipätevyys', field_digipiirturikortti_voimass: 'piirturikortti' } as const
const paperFields = Object.keys(papers) as (keyof typeof papers)[]

/** What has expired or soon will: inspections of cars and drivers' papers, the most urgent first. */
export function Expiring({ today }: { today: number }) {
  const { reminderDays } = useSettings()
  const daysAhead = Math.max(0, ...reminderDays)
  const soon = { operator: 'BETWEEN', value: [firstValidMoment, addDays(today, daysAhead)] } as const
  const cars = useQuery(
    listQuery('auto', {
      filter: { seuraava_katsastus: soon },
      sort: ['seuraava_katsastus', 'rekisterinumero'],
      page: { limit: 50 },
      fields: { auto: ['rekisterinumero', 'seuraava_katsastus'] },
    }),
  )
  const drivers = useQuery(
    listQuery('profile_kuljettaja', {
      filter: { all: [{ 'uid.status': 1 }, { any: paperFields.map((field) => ({ [field]: soon })) }] },
      include: ['uid'],
      page: { limit: 50 },
      fields: { profile_kuljettaja: [...paperFields, 'uid'], user: ['field_fullname', 'name'] },
    }),
  )
  const failed = [cars, drivers].filter(({ isError, data }) => isError && !data)
  if (failed.length > 0)
    return (
      <Section title="Vanhenee pian">
        <ErrorState retry={() => failed.forEach(({ refetch }) => void refetch())} />
      </Section>
    )
  if (!cars.data || !drivers.data) return <SectionSkeleton lines={4} />
  const { rows, included } = drivers.data
  const all: Expiring[] = [
    ...cars.data.rows.map(({ id, rekisterinumero, seuraava_katsastus }) => {
      return { key: id, day: seuraava_katsastus, subject: rekisterinumero, what: 'katsastus', path: `/auto/${id}` }
    }),
    ...rows.flatMap((row) =>
      paperFields.flatMap((field): Expiring[] => {
        const person = included.get('user', row.uid)
        const day = row[field]
        if (!person || day < firstValidMoment || day > addDays(today, daysAhead)) return []
        return [
          {
            key: `${row.id} ${field}`,
            day,
            subject: person.field_fullname || person.name,
            what: papers[field],
            path: `/user/${person.id}`,
          },
        ]
      }),
    ),
  ].sort((a, b) => a.day - b.day)
  return (
    <Section
      title="Vanhenee pian"
      aside={all.length > shown && <span className={classes.soft}>{`${formatCount(shown)} kiireisintä / ${formatCount(all.length)}`}</span>}
    >
      {all.length === 0 ? (
        <span className={classes.soft}>Mikään katsastus, ammattipätevyys tai piirturikortti ei vanhene {daysAhead} päivän sisällä.</span>
      ) : (
        <ul className={classes.rows}>
          {all.slice(0, shown).map(({ key, day, subject, what, path }) => (
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
    </Section>
  )
}
