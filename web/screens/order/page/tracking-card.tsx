import { ActionIcon, Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCopy, IconMail, IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { z } from 'zod'
import { orderTimelineCall } from '#domain/features/history/order-timeline.ts'
import { changeTrackingLinkCall, type TrackingLink } from '#domain/features/tracking/order-tracking.ts'
import { trackingDays } from '#domain/features/tracking/tracked-order.ts'
import { email } from '#domain/values/checks.ts'
import { callApi } from '#web/data/api-call.ts'
import type { CallFault } from '#web/data/fault.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { useAction } from '#web/data/use-action.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { formatDate, formatDay, formatTime, plural } from '#web/kit/format.ts'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import type { OrderRead } from '../order-data.ts'
import { trackingLinksQuery } from '../view/tracking-links.ts'
import { Card } from './card.tsx'
import classes from './tracking-card.module.css'

/** How often the state of a mail is fetched until it has been sent (milliseconds). */
const pollInterval = 3000

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

/** Whether there is anything to show about a place's link. */
const isShown = ({ seurattavissa, avattu, viestit }: TrackingLink): boolean => seurattavissa || avattu > 0 || viestit.length > 0

/** The order's tracking links by door: how each was used, copying and mailing it, and enabling and disabling it. */
export function TrackingCard({ read: { order, shipments } }: { read: OrderRead }) {
  const follows = order.tyyppi === 'lahetys' && shipments.length > 0
  const { data, isError, refetch } = useQuery({
    ...trackingLinksQuery(order.id),
    enabled: follows,
    refetchInterval: (query) =>
      query.state.data?.data.some(({ viestit }) => viestit.some(({ tila }) => tila === 'odottaa')) ? pollInterval : false,
  })
  if (!follows) return null
  if (!data) return isError ? <ErrorState retry={() => void refetch()} /> : <SectionSkeleton lines={2} />
  const links = data.data.filter(isShown)
  if (links.length === 0) return null
  return (
    <Card title={links.length === 1 ? 'Seurantalinkki' : 'Seurantalinkit'}>
      {links.some(({ tunnus }) => tunnus === '') && (
        <p className={classes.about}>
          Linkillä toimitusta voi seurata kirjautumatta. Se näyttää tilan, toimituspäivän ja toimituksen jälkeen vastaanottajan nimen, ei
          hintoja eikä yhteystietoja.
        </p>
      )}
      {links.map((link) => (
        <Door key={link.paikka} order={order.id} link={link} shipments={shipments} />
      ))}
    </Card>
  )
}

type DoorProps = { order: string; link: TrackingLink; shipments: OrderRead['shipments'] }

/** The link of one place: its use, and its fields once it is opened. */
function Door({ order, link, shipments }: DoorProps) {
  const [open, setOpen] = useState(false)
  const clipboard = useClipboard({ timeout: 4000 })
  const name = placeName(link)
  const isUsed = link.tunnus !== ''
  const shown = open || !isUsed
  return (
    <section className={classes.door} aria-label={`Seurantalinkki: ${name}`}>
      <div className={classes.doorHead}>
        <div className={classes.doorName}>
          <strong>{name}</strong>
          <span>{stateText(link)}</span>
        </div>
        {/* Browsers have no clipboard API on plain http addresses. */}
        {isUsed && 'clipboard' in navigator && (
          <ActionIcon
            variant="default"
            size={30}
            className={classes.doorButton}
            aria-label={clipboard.copied ? 'Kopioitu' : 'Kopioi linkki'}
            title="Kopioi linkki"
            onClick={() => clipboard.copy(hrefOf(link))}
          >
            {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
        {isUsed && (
          <ActionIcon
            variant="default"
            size={30}
            className={classes.doorButton}
            aria-label="Lähetä tai muuta linkkiä"
            title="Lähetä tai muuta linkkiä"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <IconMail size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {shown && <PlaceLink order={order} link={link} shipments={shipments} onEnabled={() => setOpen(true)} />}
    </section>
  )
}

const stateText = (link: TrackingLink): string => {
  const [latest] = link.viestit
  if (link.tunnus === '' && link.avattu === 0) return 'Ei käytössä'
  if (link.avattu === 0 && latest) return `${mailWords[latest.tila]} ${momentText(latest.luotu)}. Linkkiä ei ole avattu`
  return openedText(link)
}

const hrefOf = (link: TrackingLink): string => new URL(`/seuranta#${link.tunnus}`, location.origin).href

/** A link that was made for a whole order has no place. */
const placeName = ({ paikka, nimi, paikkakunta }: TrackingLink): string =>
  paikka === '' ? 'Koko tilauksen vanha linkki' : [nimi, paikkakunta].filter(Boolean).join(', ') || 'Toimituspaikka'

type PlaceLinkProps = DoorProps & { onEnabled: () => void }

function PlaceLink({ order, link, shipments, onEnabled }: PlaceLinkProps) {
  const client = useQueryClient()
  const [fault, setFault] = useState<CallFault | null>(null)
  const { run, isRunning } = useAction({
    mutationFn: ({ change }: { change: Change; onDone?: () => void }) => {
      setFault(null)
      return callApi(changeTrackingLinkCall, change, { quiet: 'all' })
    },
    onSuccess: (_, { onDone }) => onDone?.(),
    onFault: setFault,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: trackingLinksQuery(order).queryKey }),
        client.invalidateQueries({ queryKey: queryKeys.calls(orderTimelineCall.path) }),
      ]),
  })
  const { paikka, viestit } = link
  const target = { id: order, paikka }
  const here = shipments.filter(({ id }) => link.lahetykset.includes(id))
  const consignees = paikka === '' ? [] : here.map((shipment) => shipment.toimitus_yhteyshenkilo_email).filter((address) => address !== '')
  const hasIt = (address: string) => viestit.some((mail) => mail.vastaanottaja.toLowerCase() === address.toLowerCase())
  return (
    <Stack gap="sm">
      {link.tunnus === '' ? (
        <NotInUse link={link} busy={isRunning} onUse={() => run({ change: { operation: 'kayttoon', ...target }, onDone: onEnabled })} />
      ) : (
        <InUse
          link={link}
          first={consignees.find((address) => !hasIt(address)) ?? ''}
          busy={isRunning}
          onSend={(vastaanottaja, onDone) => run({ change: { operation: 'laheta', ...target, vastaanottaja }, onDone })}
          onOff={() => run({ change: { operation: 'pois', ...target }, onDone: () => showDone('Seurantalinkki poistettu käytöstä') })}
        />
      )}
      {fault && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle size={20} aria-hidden />}
          withCloseButton
          closeButtonLabel="Sulje"
          onClose={() => setFault(null)}
        >
          {fault.status === 0 ? 'Palvelimeen ei saada yhteyttä. Yritä uudelleen.' : fault.message}
        </Alert>
      )}
      {viestit.length > 0 && (
        <ul className={classes.mails} aria-label="Lähetetyt linkit">
          {viestit.map(({ id, vastaanottaja, luotu, tila }) => (
            <li key={id}>
              {mailWords[tila]}: <strong>{vastaanottaja}</strong> <span>{momentText(luotu)}</span>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

type NotInUseProps = { link: TrackingLink; busy: boolean; onUse: () => void }

function NotInUse({ link, busy, onUse }: NotInUseProps) {
  if (!link.seurattavissa) return <Text c="dimmed">Linkki ei ole enää voimassa.</Text>
  return (
    <Group>
      <Button variant="default" size="compact-md" loading={busy} onClick={onUse}>
        Ota linkki käyttöön
      </Button>
    </Group>
  )
}

type InUseProps = {
  link: TrackingLink
  /** The mail address of a consignee who has not received the link yet. */
  first: string
  busy: boolean
  onSend: (to: string, done: () => void) => void
  onOff: () => void
}

function InUse({ link, first, busy, onSend, onOff }: InUseProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const [asking, setAsking] = useState(false)
  const href = hrefOf(link)
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
      </Group>
      {link.paikka !== '' && (
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
      )}
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
