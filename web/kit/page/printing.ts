import { useSyncExternalStore } from 'react'

// Not every browser changes the medium for the page that is printed: the events tell it too.
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

// The medium is asked at each drawing: what is laid out for paper is told of its new size before anybody is told of the medium.
const isPrinting = (): boolean => between || matchMedia('print').matches

/** Whether the page is being printed: what else is drawn only where one looks has to be there. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting)
