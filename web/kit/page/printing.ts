import { useSyncExternalStore } from 'react'

// Not every browser changes the medium when it prints, so the print events are followed too.
let between = false

function subscribe(notify: () => void): () => void {
  const media = matchMedia('print')
  const become = (value: boolean) => {
    between = value
    notify()
  }
  const begin = () => become(true)
  const end = () => become(false)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  media.addEventListener('change', notify)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    media.removeEventListener('change', notify)
  }
}

// Read at each render: the resize for paper may be notified before the change of the medium.
const isPrinting = (): boolean => between || matchMedia('print').matches

/** Whether the page is being printed: content that is otherwise rendered only when visible must then be present. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting)
