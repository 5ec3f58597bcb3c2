import { Button, Group, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endSessionsCall, type OpenSession } from '#domain/features/users/sessions.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { formatMoment, plural } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import classes from './sessions.module.css'
import { sessionsQuery } from './sessions-query.ts'

/** The person's sessions, which can be ended one by one or all others at once. */
export function SessionsSection({ userId, own }: { userId: string; own: boolean }) {
  const { data, isPending, refetch } = useQuery(sessionsQuery(userId))
  const [ending, setEnding] = useState<string | null>(null)
  if (isPending) return <SectionSkeleton lines={3} />
  const sessions = data?.data ?? []
  const others = sessions.filter(({ nykyinen }) => !nykyinen)

  async function end(what: { id: string } | { kaikki: true }) {
    if (ending !== null) return
    setEnding('id' in what ? what.id : 'kaikki')
    try {
      const { paatetty } = await callApi(endSessionsCall, { user_id: userId, ...what }, { quiet: [404] })
      showDone(`${plural(paatetty, 'istunto', 'istuntoa')} päätetty`)
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      // It had ended already; other faults have been reported by a toast.
      if (failure.status === 404) showDone(failure.message)
    } finally {
      setEnding(null)
      await rereadAfterChange()
    }
  }

  return (
    <Section title="Istunnot">
      {!data ? (
        <ErrorState retry={() => void refetch()} />
      ) : sessions.length === 0 ? (
        <Text c="dimmed">Ei avoimia istuntoja.</Text>
      ) : (
        <>
          <ul className={classes.sessions}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} busy={ending === session.id} onEnd={() => void end({ id: session.id })} />
            ))}
          </ul>
          {others.length > 0 && (
            <Group mt="sm">
              <Button variant="default" loading={ending === 'kaikki'} onClick={() => void end({ kaikki: true })}>
                {own ? 'Päätä kaikki muut' : 'Päätä kaikki'}
              </Button>
            </Group>
          )}
        </>
      )}
    </Section>
  )
}

type RowProps = { session: OpenSession; busy: boolean; onEnd: () => void }

function SessionRow({ session: { laite, alkoi, kaytetty_viimeksi, nykyinen }, busy, onEnd }: RowProps) {
  const Icon = /Android|iOS/.test(laite) ? IconDeviceMobile : IconDeviceDesktop
  const device = laite || 'Tuntematon laite'
  return (
    <li className={classes.session}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={classes.sessionText}>
        <Text fw={550}>{device}</Text>
        <Text size="sm" c="dimmed">
          {nykyinen ? 'Tämä laite' : `Käytetty ${formatMoment(kaytetty_viimeksi)}`} · kirjauduttu {formatMoment(alkoi)}
        </Text>
      </div>
      {!nykyinen && (
        <Button variant="subtle" color="red" loading={busy} onClick={onEnd} aria-label={`Päätä istunto: ${device}`}>
          Päätä
        </Button>
      )}
    </li>
  )
}
