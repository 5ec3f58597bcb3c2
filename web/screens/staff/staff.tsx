import { IconSteeringWheel } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Role, roleLabels, staffRoles } from '#domain/access/roles.ts'
import type { DriverToday } from '#domain/features/orders/drivers-today.ts'
import { type UserListRow, userListCall } from '#domain/features/users/user-list.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { driversToday } from '#web/features/orders/drivers-today.ts'
import { PeopleList, PersonLink, PhoneLink } from '#web/features/users/people/people-list.tsx'
import { ValidityDay } from '#web/features/users/validity-day.tsx'
import { formatSince } from '#web/kit/format.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'

const everybody = 'kaikki'
const tabLabels: Readonly<Record<string, string>> = {
  [everybody]: 'Kaikki',
  kuljettaja: 'Kuljettajat',
  yllapito: 'Ylläpito',
  huolto: 'Huolto',
}
const inGroup = (role: Role | undefined) => ({ henkilosto: '1' as const, ...(role ? { rooli: role } : {}) })

/** The number of people in each tab. */
function useCounts(): Readonly<Record<string, number | undefined>> {
  const inputs = [undefined, ...staffRoles].map((role) => ({ ...inGroup(role), 'page[limit]': '1' }))
  const answers = useQueries({
    queries: inputs.map((input) => ({
      queryKey: queryKeys.call(userListCall.path, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => callApi(userListCall, input, { signal }),
    })),
  })
  return Object.fromEntries([everybody, ...staffRoles].map((name, index) => [name, answers[index]?.data?.meta.count]))
}

const isDriver = ({ user_roles }: UserListRow): boolean => user_roles.includes('kuljettaja')

function columnsOf(onShift: ReadonlyMap<string, DriverToday>): Column<UserListRow>[] {
  return [
    { id: 'nimi', header: 'Nimi', width: 170, grow: true, cell: (person) => <PersonLink person={person} />, sort: 'field_fullname' },
    { id: 'vuoro', header: 'Tänään', width: 170, yields: 3, cell: ({ id }) => <Shift today={onShift.get(id)} /> },
    {
      id: 'patevyys',
      header: 'Ammattipätevyys',
      width: 200,
      cell: (person) => (isDriver(person) ? <ValidityDay day={person.field_ammattipatevyys_voimassa} /> : '–'),
      sort: 'field_ammattipatevyys_voimassa',
    },
    {
      id: 'kortti',
      header: 'Digipiirturikortti',
      width: 200,
      cell: (person) => (isDriver(person) ? <ValidityDay day={person.field_digipiirturikortti_voimass} /> : '–'),
      sort: 'field_digipiirturikortti_voimass',
    },
    { id: 'nahty', header: 'Nähty', width: 140, yields: 2, cell: ({ nahty }) => (nahty === 0 ? '–' : formatSince(nahty, nowSeconds())) },
    { id: 'puhelin', header: 'Puhelin', width: 150, yields: 4, cell: ({ puhelin }) => <PhoneLink number={puhelin} /> },
    {
      id: 'roolit',
      header: 'Roolit',
      width: 150,
      yields: 1,
      cell: ({ user_roles, field_extra }) =>
        [...user_roles.map((role) => roleLabels[role]), ...(field_extra ? ['lisäkuljettaja'] : [])].join(', '),
    },
    { id: 'mail', header: 'Sähköposti', width: 220, optional: true, cell: ({ mail }) => mail },
  ]
}

function Shift({ today }: { today: DriverToday | undefined }) {
  if (!today?.vuorossa) return '–'
  const label = ['Vuorossa', today.auto?.rekisterinumero].filter(Boolean).join(' · ')
  return <StatusBadge status={{ tone: 'moving', icon: IconSteeringWheel, label }} />
}

/** `tyontekijat`: drivers, administrators and maintenance staff. */
export function StaffScreen() {
  const { search } = usePageSearch()
  const { data } = useQuery(driversToday)
  const counts = useCounts()
  const columns = useMemo(() => columnsOf(new Map(data?.data.map((driver) => [driver.id, driver]))), [data])
  return (
    <PeopleList
      title="Työntekijät"
      newTitle="Uusi työntekijä"
      query={inGroup(staffRoles.find((role) => role === search.nakyma))}
      tabs={[everybody, 'kuljettaja', 'yllapito', 'huolto'].map((value) => ({
        value,
        label: tabLabels[value] ?? value,
        count: counts[value],
      }))}
      columns={columns}
      showsDisabled
      empty="Työntekijöitä ei ole"
    />
  )
}
