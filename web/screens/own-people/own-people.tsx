import { roleLabels } from '#domain/access/roles.ts'
import type { UserListRow } from '#domain/features/users/user-list.ts'
import { PeopleList, PersonLink, PhoneLink } from '#web/features/users/people/people-list.tsx'
import { formatSince } from '#web/kit/format.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { nowSeconds } from '#web/session/clock.ts'

const columns: readonly Column<UserListRow>[] = [
  { id: 'nimi', header: 'Nimi', width: 140, grow: true, cell: (person) => <PersonLink person={person} />, sort: 'field_fullname' },
  { id: 'mail', header: 'Sähköposti', width: 240, grow: true, cell: ({ mail }) => mail, sort: 'mail' },
  { id: 'puhelin', header: 'Puhelin', width: 126, cell: ({ puhelin }) => <PhoneLink number={puhelin} />, sort: 'puhelin' },
  {
    id: 'roolit',
    header: 'Roolit',
    width: 196,
    cell: ({ user_roles }) => user_roles.map((role) => roleLabels[role]).join(', '),
    sort: 'user_roles',
  },
  {
    id: 'nahty',
    header: 'Nähty',
    width: 150,
    yields: 1,
    cell: ({ nahty }) => (nahty === 0 ? '–' : formatSince(nahty, nowSeconds())),
    sort: 'nahty',
  },
]

/** `kayttajat` (ours): a customer's users, for the customer's administrator. */
export function OwnPeopleScreen() {
  return <PeopleList title="Käyttäjät" list="kayttajat" newTitle="Uusi käyttäjä" query={{}} columns={columns} empty="Käyttäjiä ei ole" />
}
