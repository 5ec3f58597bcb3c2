import { Alert } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { registry } from '#domain/registry.ts'
import type { Viewer } from '#domain/roles.ts'
import { CallFault } from '../../data/fault.ts'
import { HistoryPanel } from '../../kit/history-panel.tsx'
import { Page } from '../../kit/page.tsx'
import { useSession } from '../../session/session.ts'
import { EmptyState, ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import classes from './user.module.css'
import { UserActions } from './user-actions.tsx'
import { type UserRead, userQuery } from './user-data.ts'
import { UserForm } from './user-form.tsx'
import { userRights } from './user-rights.ts'
import { valuesOf } from './user-values.ts'

/** `user/:id`: one's own page, and for administrators anybody's. */
export function UserScreen() {
  const { id } = useParams({ from: '/user/$id' })
  const session = useSession()
  const roles = session?.user.roles ?? []
  const { data, error, refetch } = useQuery(userQuery(id, roles))
  if (data) return <User key={id} read={data} viewer={{ roles, userId: session?.user.id ?? '' }} />
  if (error instanceof CallFault && error.status === 404) {
    return (
      <Page title="Käyttäjää ei löydy">
        <EmptyState title="Käyttäjää ei löydy">Tunnus on poistettu käytöstä, tai sinulla ei ole oikeutta nähdä sitä.</EmptyState>
      </Page>
    )
  }
  return (
    <Page title="Käyttäjä">
      {error ? (
        <ErrorState retry={() => void refetch()} />
      ) : (
        <>
          <SectionSkeleton lines={6} />
          <SectionSkeleton lines={3} />
        </>
      )}
    </Page>
  )
}

type UserProps = { read: UserRead; viewer: Pick<Viewer, 'roles' | 'userId'> }

function User({ read, viewer }: UserProps) {
  const { user } = read
  const stored = useMemo(() => valuesOf(read), [read])
  // A form of its own after each save: the next change begins from what is stored then.
  const [round, setRound] = useState(0)
  const rights = userRights(read, viewer)
  const name = user.field_fullname || user.name
  const nameOf = (id: string) => (id === user.id ? name : id === read.company?.id ? read.company.name : undefined)
  return (
    <Page
      title={rights.own ? 'Omat tiedot' : name}
      detail={rights.own ? name : user.tunniste}
      actions={<UserActions id={user.id} name={name} rights={rights} />}
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          {user.status === 0 && (
            <Alert color="gray" role="note" icon={<IconUserOff size={20} aria-hidden />} title="Tunnus on poistettu käytöstä" />
          )}
          <UserForm key={round} id={user.id} stored={stored} rights={rights} onSaved={() => setRound((count) => count + 1)} />
        </div>
        <div className={`${classes.column} ${classes.beside}`}>
          {rights.edit && <PasswordSection id={user.id} owner={{ name: user.name, mail: user.mail }} own={rights.own} />}
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
