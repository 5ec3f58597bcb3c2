import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rowAt } from '#domain/features/settings/dated-rows.ts'
import { defaultWorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import { listQuery } from '#web/data/queries.ts'
import { settingsQuery } from '#web/features/settings/settings-query.ts'
import { formatMoment } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import classes from '../start.module.css'

const openDays = listQuery('tyovuoro_kirjaus', {
  filter: { loppuaika: 0 },
  sort: ['alkuaika', 'drupal_internal__id'],
  page: { limit: 50 },
  include: ['kuljettaja'],
  fields: { tyovuoro_kirjaus: ['alkuaika', 'kuljettaja'], user: ['name', 'field_fullname'] },
})

/** Working days that have been open for too long (rules/worktime.md#open-days); nothing while there are none. */
export function OpenDays({ now }: { now: number }) {
  const { data } = useQuery(openDays)
  const rules = useQuery(settingsQuery).data?.values.tyoajan_saannot ?? [defaultWorktimeRules]
  const days = data?.rows.filter(({ alkuaika }) => now - alkuaika > (rowAt(rules, alkuaika) ?? defaultWorktimeRules).avoin * 60) ?? []
  if (!data || days.length === 0) return null
  return (
    <Section title="Auki jääneet työpäivät">
      <ul className={classes.rows}>
        {days.map(({ id, alkuaika, kuljettaja }) => {
          const driver = data.included.get('user', kuljettaja)
          return (
            <li key={id} className={classes.row}>
              <Link to="/kirjaus/$tyovuoroKirjausId" params={{ tyovuoroKirjausId: id }} className={classes.rowLink}>
                {driver?.field_fullname || driver?.name}
              </Link>
              <span className={classes.soft}>alkoi {formatMoment(alkuaika)}</span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
