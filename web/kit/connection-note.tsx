import { IconCloudOff, IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { startOfDay } from '#domain/values/time.ts'
import { useLostSince } from '../data/connection.ts'
import { nowSeconds } from '../session/token.ts'
import classes from './connection-note.module.css'
import { formatMoment, formatTime } from './format.ts'

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
 * network means here, where that is more. Always in the page, so that a screen reader hears it come.
 */
export function ConnectionNote({ offline }: { offline?: string }) {
  const online = useOnline()
  const lostSince = useLostSince()
  return (
    <div role="status" className={classes.place}>
      {offline !== undefined && !online ? (
        <OfflineNote>{offline}</OfflineNote>
      ) : (
        lostSince !== null && <LostNote since={Math.floor(lostSince / 1000)} />
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

/** The server does not answer; what is shown is of `since` (unix seconds). */
export const LostNote = ({ since }: { since: number }) => (
  <p className={classes.note}>
    <IconCloudOff size={18} stroke={1.8} aria-hidden />
    <span>Ei yhteyttä palvelimeen. Näytetään tiedot, jotka haettiin {momentText(since)}.</span>
  </p>
)

/** `klo 14.32`; of another day, with it. */
const momentText = (at: number): string => (startOfDay(at) === startOfDay(nowSeconds()) ? `klo ${formatTime(at)}` : formatMoment(at))
