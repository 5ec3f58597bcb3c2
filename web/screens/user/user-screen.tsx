import { Alert, Text } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Viewer } from '#domain/access/roles.ts'
import { newUserRights, userRights } from '#domain/features/users/user-rights.ts'
import { registry } from '#domain/model/registry.ts'
import { DeviceNotifications } from '#web/features/notifications/device-notifications.tsx'
import { PasswordSection } from '#web/features/users/sign-in/password-section.tsx'
import { SecondFactorSection } from '#web/features/users/sign-in/second-factor-section.tsx'
import { sessionsQuery } from '#web/features/users/sign-in/sessions-query.ts'
import { SessionsSection } from '#web/features/users/sign-in/sessions-section.tsx'
import { UserActions } from '#web/features/users/user-actions.tsx'
import { HistoryPanel } from '#web/kit/entity/history/history-panel.tsx'
import { RowStates } from '#web/kit/entity/row-states.tsx'
import { formatSince } from '#web/kit/format.ts'
import { Page } from '#web/kit/page/page.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import { Section } from '#web/ui/section.tsx'
import { useSession } from '../../session/session.ts'
import classes from './user.module.css'
import { newUserEdit, userEdit } from './user-content.ts'
import { type UserRead, userQuery } from './user-data.ts'
import { UserForm } from './user-form.tsx'

/** `user/:id`: a person's own page; administrators may open everybody's. */
export function UserScreen() {
  const { id } = useParams({ from: '/user/$id' })
  const session = useSession()
  const roles = session?.user.roles ?? []
  const query = useQuery({ ...userQuery(id, roles), enabled: id !== 'new' })
  if (id === 'new') return <NewUser />
  if (query.data) return <User key={id} read={query.data} viewer={{ roles, userId: session?.user.id ?? '' }} />
  const missing = { title: 'Käyttäjää ei löydy', text: 'Tunnus on poistettu käytöstä, tai sinulla ei ole oikeutta nähdä sitä.' }
  return <RowStates label="Käyttäjä" missing={missing} query={query} />
}

/** A new person, for those who may give roles: they are invited by mail. */
function NewUser() {
  const session = useSession()
  const navigate = useNavigate()
  const rights = newUserRights({ roles: session?.user.roles ?? [], userId: session?.user.id ?? '' })
  const [row] = useState(() => newUserEdit(rights.staff ? null : (session?.asiakas ?? null)))
  if (rights.giveRoles.length === 0) return <Navigate to="/paasy-kielletty" state={{ needed: ['yllapito', 'asiakas_yllapito'] }} replace />
  return (
    <Page title="Uusi käyttäjä">
      <Text c="dimmed" mb="md">
        Käyttäjä saa sähköpostiinsa linkin, jolla hän valitsee itselleen salasanan. Linkki on voimassa tunnin.
      </Text>
      <UserForm id={null} row={row} rights={rights} onSaved={(id) => void navigate({ to: '/user/$id', params: { id }, replace: true })} />
    </Page>
  )
}

type UserProps = { read: UserRead; viewer: Pick<Viewer, 'roles' | 'userId'> }

function User({ read, viewer }: UserProps) {
  const { user } = read
  const row = useMemo(() => userEdit(read), [read])
  // A new form after each save: the next edit starts from what is stored then.
  const [round, setRound] = useState(0)
  const rights = userRights(user, viewer)
  const name = user.field_fullname || user.name
  const ownTexts = [user.name, user.mail, user.field_fullname, read.customer?.name ?? '']
  const nameOf = (id: string) => (id === user.id ? name : id === read.customer?.id ? read.customer.name : undefined)
  return (
    <Page
      title={rights.own ? 'Omat tiedot' : name}
      detail={rights.own ? name : rights.staff ? <LastSeen userId={user.id} tunniste={user.tunniste} /> : user.tunniste}
      actions={<UserActions id={user.id} name={name} rights={rights} />}
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          {user.status === 0 && (
            <Alert color="gray" role="note" icon={<IconUserOff size={20} aria-hidden />} title="Tunnus on poistettu käytöstä" />
          )}
          <UserForm key={round} id={user.id} row={row} rights={rights} onSaved={() => setRound((count) => count + 1)} />
        </div>
        <div className={`${classes.column} ${classes.beside}`}>
          {rights.own && (
            <Section title="Ilmoitukset">
              <DeviceNotifications />
            </Section>
          )}
          {rights.edit && <PasswordSection id={user.id} name={user.name} mail={user.mail} ownTexts={ownTexts} own={rights.own} />}
          {rights.seeSignIn && <SecondFactorSection userId={user.id} own={rights.own} name={name} />}
          {rights.seeSignIn && <SessionsSection userId={user.id} own={rights.own} />}
        </div>
        {rights.staff && (
          <div className={classes.column}>
            <HistoryPanel entity="user" id={user.id} />
            {read.profiles.map(({ entity, id }) => (
              <HistoryPanel key={id} entity={entity} id={id} title={`Muutoshistoria: ${registry[entity].label}`} nameOf={nameOf} />
            ))}
          </div>
        )}
      </div>
    </Page>
  )
}

/** When the person last used the service, as far as an open session tells. */
function LastSeen({ userId, tunniste }: { userId: string; tunniste: string }) {
  const { data } = useQuery(sessionsQuery(userId))
  const [latest] = data?.data ?? []
  return [tunniste, latest && `nähty ${formatSince(latest.kaytetty_viimeksi, nowSeconds())}`].filter(Boolean).join(' · ')
}
