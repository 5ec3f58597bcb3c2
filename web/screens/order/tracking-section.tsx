import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCopy, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import type { z } from 'zod'
import { orderTimelineCall } from '#domain/calls/order-timeline.ts'
import { changeTrackingLinkCall, type TrackingLink, trackingLinkCall } from '#domain/calls/order-tracking.ts'
import { trackingDays } from '#domain/tracking/tracked-order.ts'
import { email } from '#domain/values/checks.ts'
import { ask } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { formatDate, formatDay, formatTime, plural } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'
import { ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import { showDone } from '../../ui/undo-toast.tsx'
import classes from './order.module.css'
import type { OrderRead } from './order-data.ts'

/** While a mail is on its way, in milliseconds. */
const lookAgain = 3000

const linkQuery = (id: string) => ({
  queryKey: queryKeys.call(trackingLinkCall.path, { id }),
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(trackingLinkCall, { id }, { signal, quiet: [404] }),
})

type Change = z.input<typeof changeTrackingLinkCall.input>

const momentText = (at: number): string => `${formatDay(at)} klo ${formatTime(at)}`
const mailWords: Record<TrackingLink['viestit'][number]['tila'], string> = {
  odottaa: 'Lähdössä',
  lahetetty: 'Lähetetty',
  tallessa: 'Ei lähetetty (sähköposti ei ole käytössä)',
  epaonnistui: 'Lähetys epäonnistui',
}

const openedText = ({ avattu, viimeksi_avattu }: TrackingLink): string =>
  avattu === 0
    ? 'Linkkiä ei ole avattu'
    : `Seurantalinkki avattu ${plural(avattu, 'kerran', 'kertaa')}, viimeksi ${momentText(viimeksi_avattu)}`

/** The order's tracking link: copied, mailed, taken into use and out of it, and what has become of it. */
export function TrackingSection({ read: { order, shipments } }: { read: OrderRead }) {
  const client = useQueryClient()
  const follows = order.tyyppi === 'lahetys' && shipments.length > 0
  const { data, isError, refetch } = useQuery({
    ...linkQuery(order.id),
    enabled: follows,
    refetchInterval: (query) => (query.state.data?.viestit.some(({ tila }) => tila === 'odottaa') ? lookAgain : false),
  })
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (change: Change) => ask(changeTrackingLinkCall, change, { quiet: [0, 422, 429] }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: linkQuery(order.id).queryKey }),
        client.invalidateQueries({ queryKey: queryKeys.calls(orderTimelineCall.path) }),
      ]),
  })
  if (!follows) return null
  if (!data) return isError ? <ErrorState retry={() => void refetch()} /> : <SectionSkeleton lines={2} />
  if (!data.seurattavissa && data.avattu === 0 && data.viestit.length === 0) return null
  const consignees = shipments.map((shipment) => shipment.toimitus_yhteyshenkilo_email).filter((address) => address !== '')
  return (
    <Section title="Seurantalinkki" aside={data.tunnus !== '' || data.avattu > 0 ? openedText(data) : undefined}>
      <Stack gap="sm">
        {data.tunnus === '' ? (
          <NotInUse link={data} busy={isPending} onUse={() => mutate({ operation: 'kayttoon', id: order.id })} />
        ) : (
          <InUse
            link={data}
            first={
              consignees.find((address) => data.viestit.every((mail) => mail.vastaanottaja.toLowerCase() !== address.toLowerCase())) ?? ''
            }
            busy={isPending}
            onSend={(vastaanottaja, done) => mutate({ operation: 'laheta', id: order.id, vastaanottaja }, { onSuccess: () => done() })}
            onOff={() => mutate({ operation: 'pois', id: order.id }, { onSuccess: () => showDone('Seurantalinkki poistettu käytöstä') })}
          />
        )}
        {error instanceof CallFault && (
          <Alert
            color="red"
            role="alert"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            withCloseButton
            closeButtonLabel="Sulje"
            onClose={reset}
          >
            {error.status === 0 ? 'Palvelimeen ei saada yhteyttä. Yritä uudelleen.' : error.message}
          </Alert>
        )}
        {data.viestit.length > 0 && (
          <ul className={classes.mails} aria-label="Lähetetyt linkit">
            {data.viestit.map(({ id, vastaanottaja, luotu, tila }) => (
              <li key={id}>
                {mailWords[tila]}: <strong>{vastaanottaja}</strong> <span>{momentText(luotu)}</span>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Section>
  )
}

type NotInUseProps = { link: TrackingLink; busy: boolean; onUse: () => void }

function NotInUse({ link, busy, onUse }: NotInUseProps) {
  if (!link.seurattavissa) return <Text c="dimmed">Linkki ei ole enää voimassa.</Text>
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" flex="1 1 260px">
        Linkillä tilausta voi seurata kirjautumatta. Se näyttää tilan, toimituspäivän ja toimituksen jälkeen vastaanottajan nimen, ei
        hintoja eikä yhteystietoja.
      </Text>
      <Button variant="default" loading={busy} onClick={onUse}>
        Ota linkki käyttöön
      </Button>
    </Group>
  )
}

type InUseProps = {
  link: TrackingLink
  /** The consignee who has not had the link yet. */
  first: string
  busy: boolean
  onSend: (to: string, done: () => void) => void
  onOff: () => void
}

function InUse({ link, first, busy, onSend, onOff }: InUseProps) {
  const router = useRouter()
  const clipboard = useClipboard({ timeout: 4000 })
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const [asking, setAsking] = useState(false)
  const href = new URL(router.buildLocation({ to: '/seuranta', hash: link.tunnus }).href, location.origin).href
  const to = typed ?? first

  const send = () => {
    const checked = email(to.trim())
    const wrong = to.trim() === '' ? 'Kirjoita sähköpostiosoite.' : 'fault' in checked ? checked.fault : ''
    setFault(wrong)
    if (wrong === '' && !busy) onSend(to.trim(), () => setTyped(null))
  }
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    send()
  }
  return (
    <>
      <Group align="end" gap="sm">
        <TextInput label="Linkki" readOnly value={href} flex="1 1 180px" onFocus={(event) => event.currentTarget.select()} />
        {/* Browsers keep the clipboard from plain http addresses. */}
        {'clipboard' in navigator && (
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={() => clipboard.copy(href)}
          >
            {clipboard.copied ? 'Kopioitu' : 'Kopioi linkki'}
          </Button>
        )}
      </Group>
      <Group align="start" gap="sm">
        <TextInput
          label="Lähetä linkki sähköpostilla"
          type="email"
          inputMode="email"
          autoComplete="off"
          placeholder="nimi@yritys.fi"
          value={to}
          error={fault || undefined}
          flex="1 1 180px"
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setFault('')
          }}
          onKeyDown={onEnter}
        />
        <Button
          className={classes.besideField}
          variant="default"
          leftSection={<IconSend size={18} aria-hidden />}
          loading={busy}
          onClick={send}
        >
          Lähetä
        </Button>
      </Group>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {link.paattyy > 0
            ? `Linkki on voimassa ${formatDate(link.paattyy - 1)} asti.`
            : `Linkki on voimassa ${trackingDays} päivää toimituksen jälkeen.`}
        </Text>
        <Button variant="subtle" color="red" size="compact-md" onClick={() => setAsking(true)}>
          Poista linkki käytöstä
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title="Poista seurantalinkki käytöstä"
        action="Poista käytöstä"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onOff()
        }}
      >
        Jo lähetetyt linkit lakkaavat toimimasta. Voit myöhemmin ottaa käyttöön uuden linkin.
      </ConfirmDialog>
    </>
  )
}
