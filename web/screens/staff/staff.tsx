import { useCallbackRef } from '@mantine/hooks'
import { IconSteeringWheel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type Role, roleLabels, staffRoles } from '#domain/access/roles.ts'
import type { DriverToday } from '#domain/features/orders/drivers-today.ts'
import type { UserListRow } from '#domain/features/users/user-list.ts'
import { day } from '#domain/model/define-field.ts'
import type { Filter } from '#domain/model/query/list-query.ts'
import { wholeQuery } from '#web/data/queries.ts'
import { ImportTool } from '#web/features/data-import/import-tool.tsx'
import { driversToday } from '#web/features/orders/drivers-today.ts'
import { PeopleList, PersonLink, PhoneLink } from '#web/features/users/people/people-list.tsx'
import { ValidityDay } from '#web/features/users/validity-day.tsx'
import { type RowField, rowField } from '#web/kit/entity/fields/row-fields.ts'
import { QuickCell } from '#web/kit/entity/quick-edit/quick-cell.tsx'
import { useQuickEdits } from '#web/kit/entity/quick-edit/use-quick-edits.ts'
import { formatSince } from '#web/kit/format.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { useCounts } from '#web/kit/list/use-counts.ts'
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

/** The staff of each tab. */
const tabFilters: Readonly<Record<string, Filter<'user'>>> = {
  [everybody]: { user_roles: staffRoles },
  ...Object.fromEntries(staffRoles.map((role) => [role, { user_roles: role }])),
}

const isDriver = ({ user_roles }: UserListRow): boolean => user_roles.includes('kuljettaja')

const validityDays = {
  patevyys: { header: 'Ammattipätevyys', field: 'field_ammattipatevyys_voimassa' },
  kortti: { header: 'Digipiirturikortti', field: 'field_digipiirturikortti_voimass' },
} as const
type ValidityKey = (typeof validityDays)[keyof typeof validityDays]['field']

/** A driver's day, edited in place where `edit` gives what changes it. */
type EditDay = (person: UserListRow, field: ValidityKey) => ReactNode
const readDay: EditDay = (person, field) => <ValidityDay day={person[field]} />

function columnsOf(onShift: ReadonlyMap<string, DriverToday>, edit: EditDay): Column<UserListRow>[] {
  return [
    { id: 'nimi', header: 'Nimi', width: 170, grow: true, cell: (person) => <PersonLink person={person} />, sort: 'field_fullname' },
    { id: 'vuoro', header: 'Tänään', width: 170, yields: 3, cell: ({ id }) => <Shift today={onShift.get(id)} /> },
    ...Object.entries(validityDays).map(([id, { header, field }]): Column<UserListRow> => {
      return { id, header, width: 200, cell: (person) => (isDriver(person) ? edit(person, field) : '–'), sort: field }
    }),
    {
      id: 'nahty',
      header: 'Nähty',
      width: 140,
      yields: 2,
      cell: ({ nahty }) => (nahty === 0 ? '–' : formatSince(nahty, nowSeconds())),
      sort: 'nahty',
    },
    { id: 'puhelin', header: 'Puhelin', width: 150, yields: 4, cell: ({ puhelin }) => <PhoneLink number={puhelin} />, sort: 'puhelin' },
    {
      id: 'roolit',
      header: 'Roolit',
      width: 150,
      yields: 1,
      cell: ({ user_roles, field_extra }) =>
        [...user_roles.map((role) => roleLabels[role]), ...(field_extra ? ['lisäkuljettaja'] : [])].join(', '),
      sort: 'user_roles',
    },
    { id: 'mail', header: 'Sähköposti', width: 220, optional: true, cell: ({ mail }) => mail, sort: 'mail' },
  ]
}

function Shift({ today }: { today: DriverToday | undefined }) {
  if (!today?.vuorossa) return '–'
  const label = ['Vuorossa', today.auto?.rekisterinumero].filter(Boolean).join(' · ')
  return <StatusBadge status={{ tone: 'moving', icon: IconSteeringWheel, label }} />
}

/** People type the day alone. */
function dayField(key: ValidityKey): RowField {
  const described = rowField('profile_kuljettaja', key)
  return { ...described, kind: 'field', field: day(described.label) }
}

const maxDrivers = 1000
const driverProfiles = wholeQuery('profile_kuljettaja', { sort: ['drupal_internal__id'] }, maxDrivers)

/** The days of a driver's papers are in the profile, which is what is changed. */
function useEditDay(): EditDay {
  const { data } = useQuery(driverProfiles)
  const quick = useQuickEdits('profile_kuljettaja')
  const save = useCallbackRef(quick.save)
  const { shown } = quick
  return useMemo(() => {
    const profiles = new Map(data?.flatMap(({ rows }) => rows.map((row) => [row.uid, shown(row)] as const)))
    return (person, field) => {
      const profile = profiles.get(person.id)
      if (!profile) return readDay(person, field)
      return (
        <QuickCell entity="profile_kuljettaja" described={dayField(field)} row={profile} onSave={save}>
          <ValidityDay day={profile[field]} />
        </QuickCell>
      )
    }
  }, [data, shown, save])
}

/** `tyontekijat`: drivers, administrators and maintenance staff. */
export function StaffScreen() {
  const { search } = usePageSearch()
  const { data } = useQuery(driversToday)
  const counts = useCounts('user', tabFilters)
  const edit = useEditDay()
  const onShift = useMemo(() => new Map(data?.data.map((driver) => [driver.id, driver])), [data])
  const columns = useMemo(() => columnsOf(onShift, edit), [onShift, edit])
  const cardColumns = useMemo(() => columnsOf(onShift, readDay), [onShift])
  return (
    <PeopleList
      title="Työntekijät"
      list="tyontekijat"
      newTitle="Uusi työntekijä"
      query={inGroup(staffRoles.find((role) => role === search.nakyma))}
      tabs={[everybody, 'kuljettaja', 'yllapito', 'huolto'].map((value) => ({
        value,
        label: tabLabels[value] ?? value,
        count: counts[value] ?? undefined,
      }))}
      columns={columns}
      cardColumns={cardColumns}
      ofStaff
      empty="Työntekijöitä ei ole"
      tools={<ImportTool kind="kayttajat" />}
    />
  )
}
