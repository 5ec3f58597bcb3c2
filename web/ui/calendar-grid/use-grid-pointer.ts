import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { cancelDrag, forget, type PointerContext, type PointerMemory, pointerDown, pointerMove, pointerUp } from './grid-pointer.ts'

type Props = Omit<PointerContext, 'root' | 'memory'> & { root: RefObject<HTMLElement | null> }

/** Selecting, moving and repeating with a mouse, a pen or a finger. */
export function useGridPointer({ root, ...props }: Props) {
  const memory = useRef<PointerMemory>({ press: null, timer: undefined, frame: 0, adds: false })
  const { grid } = props
  const withContext = (act: (context: PointerContext, event: PointerEvent) => void) => (event: PointerEvent) => {
    if (root.current) act({ ...props, root: root.current, memory: memory.current }, event)
  }

  useEffect(() => {
    const element = root.current
    const held = memory.current
    const isDragging = () => grid.read().drag !== null
    // React's own listener is passive: it could not keep the page from scrolling under the finger.
    const keepStill = (event: TouchEvent) => isDragging() && event.cancelable && event.preventDefault()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isDragging()) return
      event.stopPropagation()
      cancelDrag({ grid, memory: held })
    }
    element?.addEventListener('touchmove', keepStill, { passive: false })
    element?.addEventListener('keydown', onKey, true)
    return () => {
      element?.removeEventListener('touchmove', keepStill)
      element?.removeEventListener('keydown', onKey, true)
      forget(held)
    }
  }, [root, grid])

  return {
    onPointerDown: withContext(pointerDown),
    onPointerMove: withContext(pointerMove),
    onPointerUp: withContext(pointerUp),
    onPointerCancel: () => cancelDrag({ grid, memory: memory.current }),
  }
}
