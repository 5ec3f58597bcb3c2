import { Alert, Anchor, Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCamera,
  IconCurrencyEuro,
  IconFileText,
  IconMailForward,
  IconMapPin,
  IconPackage,
  IconPencil,
  type IconProps,
  IconSignature,
  IconSteeringWheel,
  IconTruck,
} from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { isShipmentState } from '#domain/entities/order/order.states.ts'
import { deviceClockDiffers } from '#domain/features/history/device-clock.ts'
import { orderTimelineCall, type TimelineEntry } from '#domain/features/history/order-timeline.ts'
import { callApi } from '#web/data/api-call.ts'
import { storedRead } from '#web/data/device/stored-reads.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatMoment } from '#web/kit/format.ts'
import { usePrinting } from '#web/kit/page/printing.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { mapLink } from '../addresses/places.ts'
import { shipmentStyle } from '../orders/status-styles.ts'
import classes from './timeline.module.css'

const icons: Record<TimelineEntry['laji'], ComponentType<IconProps>> = {
  tilattu: IconPackage,
  tila: IconTruck,
  kuittaus: IconSignature,
  poikkeama: IconAlertTriangle,
  kuva: IconCamera,
  kuljettaja: IconSteeringWheel,
  muutos: IconPencil,
  rahtikirja: IconFileText,
  seuranta: IconMailForward,
  laskutus: IconCurrencyEuro,
}
/** A longer timeline first shows only its latest entries. */
const shownFirst = 12

export const timelineQuery = (orderId: string) =>
  queryOptions({
    queryKey: queryKeys.call(orderTimelineCall.path, { id: orderId }),
    queryFn: ({ signal }) => callApi(orderTimelineCall, { id: orderId }, { signal, quiet: [404] }),
    // A driver also reads the order where there is no network.
    ...storedRead,
  })

/** "Tapahtumat": who did what to the order and when, where, and with whose signature. */
export function Timeline({ orderId }: { orderId: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const all = usePrinting() || showsAll
  const { data, isPending, isPaused, isError, refetch } = useQuery(timelineQuery(orderId))
  // Without a network nothing is being fetched, so no skeleton is shown.
  if (isPending) return isPaused ? null : <SectionSkeleton lines={4} />
  const entries = data?.data ?? []
  return (
    <Section title="Tapahtumat">
      {isError && !data ? (
        <ErrorState retry={() => void refetch()} />
      ) : (
        <ol className={classes.list}>
          {(all ? entries : entries.slice(0, shownFirst)).map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {!all && entries.length > shownFirst && (
        <Button variant="default" mt="sm" onClick={() => setShowsAll(true)}>
          Näytä kaikki {entries.length}
        </Button>
      )}
    </Section>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { laji, aika, tila } = entry
  const style = isShipmentState(tila) ? shipmentStyle(tila) : null
  const Icon = laji === 'tila' && style ? style.icon : icons[laji]
  return (
    <li className={classes.entry}>
      <span className={classes.mark} data-tone={style?.tone}>
        <Icon size={16} stroke={1.8} aria-hidden />
      </span>
      <div className={classes.told}>
        <EventText entry={entry}>
          <time dateTime={new Date(aika * 1000).toISOString()}>{formatMoment(aika)}</time>
        </EventText>
      </div>
    </li>
  )
}

/** What happened, by whom, with its place, pictures and signature; `children` says when. */
export function EventText({ entry, children }: { entry: TimelineEntry; children?: ReactNode }) {
  const { laitteen_aika, kuka, teksti, syy, paikka, kuvat, kuittaus } = entry
  const name = kuka.nimi || kuka.rooli || 'Järjestelmä'
  return (
    <>
      <p className={classes.what}>
        <strong>{name}</strong>
        {kuka.nimi && kuka.rooli && <span className={classes.role}> ({kuka.rooli.toLowerCase()})</span>} {teksti}
        {syy && <em> – {syy}</em>}
      </p>
      <p className={classes.when}>
        {children}
        {deviceClockDiffers(entry) && <span>Kuittauslaitteen kello oli {formatMoment(laitteen_aika)}</span>}
        {paikka && (
          <Anchor href={mapLink(paikka)} target="_blank" rel="noreferrer" className={classes.place}>
            <IconMapPin size={14} aria-hidden /> Paikka kartalla
          </Anchor>
        )}
      </p>
      {kuittaus?.muutettu && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} className={classes.changed}>
          Sisältöä on muutettu kuittauksen jälkeen.
        </Alert>
      )}
      {(kuvat.length > 0 || kuittaus?.allekirjoitus) && (
        <div className={classes.pictures}>
          {kuittaus?.allekirjoitus && (
            <StoredPicture uri={kuittaus.allekirjoitus} alt={`Allekirjoitus, ${kuittaus.nimenselvennys}`} onWhite />
          )}
          {kuvat.map((uri, index) => (
            <StoredPicture key={uri} uri={uri} alt={`Kuva ${index + 1}`} />
          ))}
        </div>
      )}
    </>
  )
}
