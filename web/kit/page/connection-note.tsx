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

/** What the browser knows of the network; it may say yes where a call still finds no answer. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/**
 * Says calmly that what is shown may be old, since the server does not answer, and goes away when it does. `offline` is what the lack of a
 * network means here, where that is more. `readAt`: when what is shown was read (unix seconds), of a page whose reads outlive a reload; null while
 * it has nothing to show. Always in the page, so that a screen reader hears it come.
 */
export function ConnectionNote({ offline, readAt }: { offline: string | undefined; readAt: number | null | undefined }) {
  const online = useOnline()
  const lostSince = useLostSince()
  return (
    <div role="status" className={classes.place}>
      {offline !== undefined && !online ? (
        <OfflineNote>{offline}</OfflineNote>
      ) : (
        lostSince !== null && <LostNote since={readAt === undefined ? Math.floor(lostSince / 1000) : readAt} />
      )}
    </div>
  )
}

/** There is no network. */
export const OfflineNote = ({ children }: { children: ReactNode }) => (
  <p className={classes.note}>
    <IconWifiOff size={18} stroke={1.8} aria-hidden />
    {children}
  </p>
)

/** The server does not answer; what is shown is of `since` (unix seconds), null when that is nothing. */
export const LostNote = ({ since }: { since: number | null }) => (
  <p className={classes.note}>
    <IconCloudOff size={18} stroke={1.8} aria-hidden />
    <span>
      Ei yhteyttä palvelimeen.
      {since !== null && ` Näytetään tiedot, jotka haettiin ${formatSince(since, nowSeconds())}.`}
    </span>
  </p>
)
