import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import classes from './offline-notice.module.css'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What the browser knows of the network; it may say yes where a call still finds no answer. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Says calmly that there is no network, and what it means here. Always in the page, so that a screen reader hears it come. */
export function OfflineNotice({ children }: { children: string }) {
  const online = useOnline()
  return (
    <div role="status" className={classes.place}>
      {!online && (
        <p className={classes.notice}>
          <IconWifiOff size={18} stroke={1.8} aria-hidden />
          {children}
        </p>
      )}
    </div>
  )
}
