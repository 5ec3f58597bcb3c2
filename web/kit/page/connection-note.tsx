import { IconCloudOff, IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useLostSince } from '#web/data/connection.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { formatSince } from '../format.ts'
import classes from './connection-note.module.css'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The browser's network state; it may say that there is a network although calls fail. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/**
 * Says that the shown data may be old while the server does not answer. `offline` replaces the text where the lack of a network has
 * other consequences. `readAt`: when the data was read (unix seconds), for a page whose reads outlive a reload; null while
 * it has nothing to show. Always rendered, so that a screen reader announces it.
 */
export function ConnectionNote({ offline, readAt }: { offline: string | undefined; readAt: number | null | undefined }) {
  const online = useOnline()
  const lostSince = useLostSince()
  const isOfThisVisit = readAt === undefined || (readAt !== null && readAt * 1000 >= performance.timeOrigin)
  return (
    <div role="status" className={classes.place} data-of-this-visit={isOfThisVisit || undefined}>
      {offline !== undefined && !online ? (
        <OfflineNote>{offline}</OfflineNote>
      ) : (
        lostSince !== null && <LostNote since={readAt === undefined ? Math.floor(lostSince / 1000) : readAt} />
      )}
    </div>
  )
}

/** Shown without a network. */
export const OfflineNote = ({ children }: { children: ReactNode }) => (
  <p className={classes.note}>
    <IconWifiOff size={18} stroke={1.8} aria-hidden />
    {children}
  </p>
)

/** Shown when the server does not answer; the data was read at `since` (unix seconds), null when there is none. */
export const LostNote = ({ since }: { since: number | null }) => (
  <p className={classes.note}>
    <IconCloudOff size={18} stroke={1.8} aria-hidden />
    <span>
      Ei yhteyttä palvelimeen.
      {since !== null && ` Näytetään tiedot, jotka haettiin ${formatSince(since, nowSeconds())}.`}
    </span>
  </p>
)
