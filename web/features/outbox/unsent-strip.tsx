import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconChevronRight, IconCloudUp, IconMessageReport, IconWifiOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLostSince } from '#web/data/connection.ts'
import { lastSynced } from '#web/data/device/last-synced.ts'
import { type OutboxItem, sendAll, useOutbox } from '#web/data/device/outbox.ts'
import { isWaiting } from '#web/data/device/outbox-item.ts'
import { itemsText } from '#web/data/device/senders.ts'
import { formatSince, plural } from '#web/kit/format.ts'
import { holdPage } from '#web/kit/page/hold-page.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { holdsAny, type Session } from '#web/session/session.ts'
import { ownConflicts } from '../conflicts/own-conflicts.ts'
import { shownAfter } from './lasting.tsx'
import { UnsentPanel } from './unsent-panel.tsx'
import classes from './unsent-strip.module.css'

/** `10.02`; with the day when it is not today. Short, so that the strip keeps its height on a phone. */
const since = (milliseconds: number): string => formatSince(Math.floor(milliseconds / 1000), nowSeconds()).replace(/^klo /, '')

/** `Ei verkkoa 10.02 alkaen, kaikki on tallessa` */
function useSyncText(): string {
  const lostSince = useLostSince()
  if (lostSince !== null) return `Ei verkkoa ${since(lostSince)} alkaen, kaikki on tallessa`
  const synced = lastSynced()
  return synced === 0 ? 'Tallessa tällä laitteella' : `Viimeksi lähetetty ${since(synced)}`
}

const isOneKind = (items: readonly OutboxItem[]): boolean => new Set(items.map(({ kind }) => kind)).size === 1

function titleOf(items: readonly OutboxItem[], refused: readonly OutboxItem[], conflicts: number): string {
  const waiting = items.length - refused.length
  if (refused.length > 0) return `${itemsText(refused)} vaatii huomiota${waiting > 0 ? `, ${waiting} lähettämättä` : ''}`
  if (items.length > 0) return `${isOneKind(items) ? itemsText(items) : `${items.length} kirjausta`} lähettämättä`
  return conflicts > 0 ? `${plural(conflicts, 'kirjaus', 'kirjausta')} ajojärjestelyllä` : 'Kaikki on lähetetty'
}

function iconOf({ isRefused, isLost, isWaiting }: { isRefused: boolean; isLost: boolean; isWaiting: boolean }) {
  if (isRefused) return IconAlertTriangle
  if (isLost) return IconWifiOff
  return isWaiting ? IconCloudUp : IconMessageReport
}

/** What of this device has not reached the server, above every page: `2 kuittausta lähettämättä`. It opens the list of them. */
export function UnsentStrip({ session }: { session: Session }) {
  const { items, sending } = useOutbox()
  const isDriver = holdsAny(session, ['kuljettaja']) && !holdsAny(session, ['yllapito'])
  const { data } = useQuery({ ...ownConflicts, enabled: isDriver })
  const [isOpen, setIsOpen] = useState(false)
  const lostSince = useLostSince()
  const syncText = useSyncText()
  const conflicts = data?.rows ?? []
  const refused = items.filter((item) => !isWaiting(item))
  // What the network takes at once does not move the page under the finger.
  const [isLasting] = useDebouncedValue(items.length > 0, shownAfter)
  const isBeingSent = refused.length === 0 && lostSince === null && !isLasting
  if ((items.length === 0 || isBeingSent) && conflicts.length === 0 && !isOpen) return null
  const title = titleOf(items, refused, conflicts.length)
  const Icon = iconOf({ isRefused: refused.length > 0, isLost: lostSince !== null, isWaiting: items.length > 0 })
  return (
    <>
      <div
        ref={holdPage}
        role="status"
        className={classes.strip}
        data-refused={refused.length > 0 || undefined}
        data-says-lost={lostSince !== null || undefined}
      >
        <Icon size={24} stroke={1.8} aria-hidden />
        <div className={classes.text}>
          <strong>{title}</strong>
          <span>{syncText}</span>
        </div>
        {refused.length === 0 && items.length > 0 && lostSince === null && (
          <Button className={classes.send} variant="default" size="sm" px="sm" loading={sending} onClick={() => void sendAll()}>
            Lähetä
          </Button>
        )}
        <Button
          className={classes.open}
          variant={refused.length > 0 ? 'filled' : 'subtle'}
          color={refused.length > 0 ? 'red' : 'gray'}
          px={refused.length > 0 ? 'md' : 'xs'}
          aria-label={refused.length > 0 ? undefined : 'Näytä lähettämättömät'}
          onClick={() => setIsOpen(true)}
        >
          {refused.length > 0 ? 'Näytä' : <IconChevronRight size={22} aria-hidden />}
        </Button>
      </div>
      <UnsentPanel opened={isOpen} conflicts={conflicts} syncText={syncText} onClose={() => setIsOpen(false)} />
    </>
  )
}
