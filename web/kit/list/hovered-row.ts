import { useEffect, useState } from 'react'

/**
 * The row (`data-row`) of the page's table under the pointer or with the focus. Only the component that shows it listens, so that
 * the table itself is not rendered again at every move.
 */
export function useHoveredRow(): string | null {
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    const note = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
      setId(row?.dataset.row ?? null)
    }
    document.addEventListener('pointerover', note)
    document.addEventListener('focusin', note)
    return () => {
      document.removeEventListener('pointerover', note)
      document.removeEventListener('focusin', note)
    }
  }, [])
  return id
}
