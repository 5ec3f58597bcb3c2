import { useSyncExternalStore } from 'react'

// Not every browser changes the medium for the page that is printed: the events tell it too.
let printing = false

function subscribe(tell: () => void): () => void {
  const media = matchMedia('print')
  const become = (value: boolean) => {
    printing = value
    tell()
  }
  const begin = () => become(true)
  const end = () => become(false)
  const change = () => become(media.matches)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  media.addEventListener('change', change)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    media.removeEventListener('change', change)
  }
}

/** Whether the page is being printed: what else is drawn only where one looks has to be there. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)
