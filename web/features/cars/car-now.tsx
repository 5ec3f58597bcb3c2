import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { routeTitle } from '#domain/entities/shift/route-label.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { listQuery } from '#web/data/queries.ts'
import type { EntityRow } from '#web/data/row.ts'
import { plural } from '#web/kit/format.ts'
import { Facts } from '#web/kit/page/facts.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { hasFeature } from '#web/session/settings.ts'
import { Section } from '#web/ui/section.tsx'
import { DriverToday } from './driver-today.tsx'
import { InspectionDay } from './inspection-day.tsx'

/** How the car is today: its next inspection, what is open in its maintenance log, and who drives it on which route. */
export function CarNow({ car }: { car: EntityRow<'auto'> }) {
  const isStaff = holdsAny(useSession(), ['yllapito'])
  return (
    <Section title="Nyt">
      <Facts
        facts={[
          { label: 'Seuraava katsastus', value: <InspectionDay day={car.seuraava_katsastus} /> },
          { label: 'Avoimet viat ja huollot', value: <OpenEntries car={car.id} /> },
          { label: 'Kuljettaja tänään', value: <DriverToday car={car.id} none="Ei kuljettajaa" /> },
          ...(isStaff && hasFeature('tyovuorot') ? [{ label: 'Reitti tänään', value: <RouteToday car={car.id} /> }] : []),
        ]}
      />
    </Section>
  )
}

function OpenEntries({ car }: { car: string }) {
  const { data } = useQuery(
    listQuery('huolto', {
      filter: { 'auto.id': car, tehty: false },
      fields: { huolto: ['name', 'info'] },
      sort: ['paiva', 'created'],
      page: { limit: 1 },
    }),
  )
  const [first] = data?.rows ?? []
  if (!data) return null
  if (!first) return 'Ei avoimia'
  const said = [first.name, first.info].filter(Boolean).join(': ')
  return data.count > 1 ? `${plural(data.count, 'avoin', 'avointa')}, vanhin: ${said}` : said
}

function RouteToday({ car }: { car: string }) {
  const { data } = useQuery(
    listQuery('tyovuoro', {
      filter: { 'auto.id': car, paiva: startOfDay(nowSeconds()) },
      include: ['tyoreitti'],
      fields: { tyovuoro: ['tyoreitti'], tyoreitti: ['reittinro', 'name', 'tunniste'] },
      page: { limit: 10 },
    }),
  )
  const routes = new Map(
    data?.rows.flatMap(({ tyoreitti }) => data.included.all('tyoreitti', tyoreitti).map((route) => [route.id, routeTitle(route)] as const)),
  )
  if (!data) return null
  if (routes.size === 0) return 'Ei reittiä'
  return [...routes].map(([id, name], index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Anchor fw={560} renderRoot={(props) => <Link to="/tyoreitti/$id" params={{ id }} {...props} />}>
        {name}
      </Anchor>
    </span>
  ))
}
