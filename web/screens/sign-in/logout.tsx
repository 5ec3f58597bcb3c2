import '../../ui/styles/all-styles.css'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCloudUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { loadOutbox, sendAll, useOutbox } from '#web/data/device/outbox.ts'
import { itemsText } from '#web/data/device/senders.ts'
import { countUnsent } from '#web/data/device/stored-items.ts'
import { countDrafts, forgetPerson, markForgetting } from '#web/kit/form/forget-person.ts'
import { Page } from '#web/kit/page/page.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { plural } from '../../kit/format.ts'
import { useSession } from '../../session/session.ts'
import { signOut } from '../../session/sign-in.ts'

/** Signs out and removes the person's data from the device; asks first about unsent items and drafts (rules/sign-in.md#signing-out). */
export function LogoutScreen() {
  const navigate = useNavigate()
  const userId = useSession()?.user.id
  const { items } = useOutbox()
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.device('unsent'),
    queryFn: async () => {
      if (userId === undefined) return { unsent: 0, drafts: 0 }
      await loadOutbox()
      return { unsent: await countUnsent(userId), drafts: await countDrafts(userId) }
    },
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  // Each item that is sent changes the list.
  const listed = useRef(items)
  useEffect(() => {
    if (listed.current === items) return
    listed.current = items
    void refetch()
  }, [items, refetch])
  const left = useRef(false)
  const leave = useCallback(async () => {
    if (left.current) return
    left.current = true
    if (userId !== undefined) markForgetting(userId)
    signOut()
    if (userId !== undefined) await forgetPerson(userId)
    await navigate({ to: '/login', search: {}, replace: true })
  }, [navigate, userId])
  const isClean = userId === undefined || (data?.unsent === 0 && data.drafts === 0)
  // When items are sent in the background while the question is shown, the sign-out still waits for the person's answer.
  const [isEnding, setIsEnding] = useState(false)
  const asks = !isClean && (data !== undefined || isError)
  useEffect(() => {
    if (asks) setIsEnding(true)
  }, [asks])
  const leaves = userId === undefined || (isClean && !isEnding)
  useEffect(() => {
    if (leaves) void leave()
  }, [leaves, leave])
  const sendFirst = async (): Promise<boolean> => {
    await loadOutbox({ again: true }).catch(() => undefined)
    await sendAll()
    const { data: left } = await refetch()
    if (left?.unsent === 0 && left.drafts === 0) await leave()
    return left?.unsent === 0
  }
  if (leaves || (!data && !isError))
    return (
      <Page title="Kirjaudutaan ulos" width="narrow">
        {null}
      </Page>
    )
  return (
    <Page title="Kirjaudu ulos" width="narrow">
      {!data ? (
        <UnknownFirst onRetry={() => void refetch()} onLeave={leave} />
      ) : data.unsent > 0 ? (
        <UnsentFirst count={data.unsent} drafts={data.drafts} onSend={sendFirst} onLeave={leave} />
      ) : data.drafts === 0 ? (
        <NothingLeft onLeave={leave} />
      ) : (
        <DraftsFirst count={data.drafts} onLeave={leave} />
      )}
    </Page>
  )
}

function Back() {
  const router = useRouter()
  return (
    <Button variant="default" size="md" onClick={() => router.history.back()}>
      Takaisin
    </Button>
  )
}

const draftsText = (count: number): string =>
  `Laitteelta ${count === 1 ? 'poistuu' : 'poistuvat'} myös ${plural(count, 'keskeneräinen luonnos', 'keskeneräistä luonnosta')}.`

function NothingLeft({ onLeave }: { onLeave: () => Promise<void> }) {
  return (
    <Stack gap="md">
      <Text role="status">Kaikki on lähetetty. Et ole vielä kirjautunut ulos.</Text>
      <Group gap="sm">
        <Button size="md" onClick={() => void onLeave()}>
          Kirjaudu ulos
        </Button>
        <Back />
      </Group>
    </Stack>
  )
}

function DraftsFirst({ count, onLeave }: { count: number; onLeave: () => Promise<void> }) {
  return (
    <Stack gap="md">
      <Text>
        {plural(count, 'luonnos', 'luonnosta')} on tallentamatta. Kun kirjaudut ulos, {count === 1 ? 'se poistetaan' : 'ne poistetaan'}{' '}
        tältä laitteelta.
      </Text>
      <Group gap="sm">
        <Button color="red" size="md" onClick={() => void onLeave()}>
          Poista ja kirjaudu ulos
        </Button>
        <Back />
      </Group>
    </Stack>
  )
}

const word = 'POISTA'

function TypedLeave({ label, onLeave }: { label: string; onLeave: () => Promise<void> }) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <TextInput
        label={label}
        description={`Lähettämättömät katoavat lopullisesti. Vahvista kirjoittamalla ${word}.`}
        size="md"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group>
        <Button color="red" size="md" disabled={typed.trim().toUpperCase() !== word} onClick={() => void onLeave()}>
          Poista ja kirjaudu ulos
        </Button>
      </Group>
    </>
  )
}

/** Shown when the device does not answer whether anything is unsent. */
function UnknownFirst({ onRetry, onLeave }: { onRetry: () => void; onLeave: () => Promise<void> }) {
  return (
    <Stack gap="md">
      <Text>Laite ei kerro, onko sillä lähettämättömiä tietoja tai keskeneräisiä luonnoksia.</Text>
      <Group gap="sm">
        <Button size="md" onClick={onRetry}>
          Yritä uudelleen
        </Button>
        <Back />
      </Group>
      <TypedLeave label="Poista mahdolliset lähettämättömät" onLeave={onLeave} />
    </Stack>
  )
}

type UnsentProps = {
  count: number
  drafts: number
  /** Whether everything was sent. The person is then signed out, unless there are drafts to ask about. */
  onSend: () => Promise<boolean>
  onLeave: () => Promise<void>
}

function UnsentFirst({ count, drafts, onSend, onLeave }: UnsentProps) {
  const { items, sending } = useOutbox()
  const [tried, setTried] = useState(false)
  // Another tab may hold items that are not listed here.
  const unsent = items.length === count ? itemsText(items) : plural(count, 'tieto', 'tietoa')
  const send = async () => {
    setTried(!(await onSend()))
  }
  return (
    <Stack gap="md">
      <Text>
        {unsent} on lähettämättä. {drafts > 0 && draftsText(drafts)}
      </Text>
      {tried && (
        <Alert color="red" variant="light" role="alert">
          Kaikkea ei saatu lähetettyä. Et ole vielä kirjautunut ulos. Ne lähtevät itsestään, kun yhteys palaa.
        </Alert>
      )}
      <Group gap="sm">
        <Button size="md" loading={sending} leftSection={<IconCloudUp size={20} aria-hidden />} onClick={() => void send()}>
          Lähetä ensin
        </Button>
        <Back />
      </Group>
      <TypedLeave label={`Poista ${count} ${count === 1 ? 'lähettämätön' : 'lähettämätöntä'}`} onLeave={onLeave} />
    </Stack>
  )
}
