import { Anchor, Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { roleLabels } from '#domain/access/roles.ts'
import { type UserListRow, userListCall } from '#domain/features/users/user-list.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { formatMoment, othersText } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from '../customers.module.css'
import { Invitation } from './invitation.tsx'

const maxUsers = 250

/** The customer's users, with a button for inviting new ones. */
export function Users({ customer }: { customer: string }) {
  const [isInviting, setIsInviting] = useState(false)
  const input = { asiakas_id: customer, 'page[limit]': maxUsers }
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(userListCall.path, input),
    queryFn: ({ signal }) => callApi(userListCall, input, { signal }),
  })
  if (isPending) return <SectionSkeleton lines={3} />
  return (
    <Section
      title="Käyttäjät"
      aside={
        <Button variant="default" size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsInviting(true)}>
          Kutsu käyttäjä
        </Button>
      }
    >
      {!data ? (
        <ErrorState retry={() => void refetch()} />
      ) : data.data.length === 0 ? (
        <p className={classes.empty}>Ei käyttäjiä.</p>
      ) : (
        <ul className={classes.orders} aria-label="Käyttäjät">
          {data.data.map((user) => (
            <User key={user.id} user={user} />
          ))}
        </ul>
      )}
      {data && <Text c="dimmed">{othersText(data.data.length, data.meta.count)}</Text>}
      {isInviting && <Invitation customer={customer} onClose={() => setIsInviting(false)} />}
    </Section>
  )
}

function User({ user }: { user: UserListRow }) {
  return (
    <li className={classes.order}>
      <span className={classes.route}>
        <Anchor fw={550} renderRoot={(props) => <Link to="/user/$id" params={{ id: user.id }} {...props} />}>
          {user.field_fullname || user.name}
        </Anchor>
        <Text>{user.mail}</Text>
      </span>
      <Text c="dimmed">{user.user_roles.map((role) => roleLabels[role]).join(', ')}</Text>
      <Text c="dimmed">{user.nahty > 0 ? `Nähty ${formatMoment(user.nahty)}` : 'Ei kirjautunut 30 päivään'}</Text>
    </li>
  )
}
