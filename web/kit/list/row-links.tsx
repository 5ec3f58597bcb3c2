import { type ReactNode, useEffect, useRef } from 'react'

const controls = 'a,button,input,label,select,textarea,[role=menu],[role=dialog],[role=group]'

/**
 * A press anywhere on a row of the table inside follows the row's own link (`data-row-link`), which keyboards and screen readers
 * use directly. Selecting text and pressing a control of the row do not follow the link.
 */
export function RowLinks({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const target = area.current
    const follow = (event: MouseEvent) => {
      // Shift and Ctrl select the row.
      if (event.shiftKey || event.ctrlKey || event.metaKey) return
      if (!(event.target instanceof Element) || event.target.closest(controls) || getSelection()?.toString()) return
      const link = event.target.closest('tbody tr')?.querySelector('[data-row-link]')
      if (link instanceof HTMLElement) link.click()
    }
    target?.addEventListener('click', follow)
    return () => target?.removeEventListener('click', follow)
  }, [])
  return (
    <div ref={area} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
