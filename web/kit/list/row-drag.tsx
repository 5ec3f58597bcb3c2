import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './row-drag.module.css'

/** `label` is shown at the pointer: `T-1042`, `3 tilausta`. */
export type DraggedRows = { ids: readonly string[]; label: string }

const kind = Symbol('rows')
// The rows being dragged. A page has one pointer, so one value is enough.
let dragged: DraggedRows = { ids: [], label: '' }

/** A draggable table row: `drag` returns, at the start, the rows to drag along. */
export function DraggableRow({ drag, ...row }: ComponentProps<'tr'> & { drag: (() => DraggedRows) | undefined }) {
  const ref = useRef<HTMLTableRowElement>(null)
  const begin = useEffectEvent(() => {
    if (drag) dragged = drag()
    return { [kind]: true }
  })
  const offered = drag !== undefined
  useEffect(() => {
    if (!offered || !ref.current) return
    return draggable({ element: ref.current, getInitialData: () => begin(), onGenerateDragPreview: drawPreview })
  }, [offered])
  return <tr ref={ref} {...row} />
}

const drawPreview = ({ nativeSetDragImage }: { nativeSetDragImage: DataTransfer['setDragImage'] | null }): void =>
  setCustomNativeDragPreview({
    nativeSetDragImage,
    getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
    render: ({ container }) => {
      const preview = document.createElement('div')
      preview.className = classes.preview ?? ''
      preview.textContent = dragged.label
      container.append(preview)
    },
  })

/** The rows that are being dragged, or null. */
export function useDraggedRows(): DraggedRows | null {
  const [shown, setShown] = useState<DraggedRows | null>(null)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => kind in source.data,
        onDragStart: () => setShown(dragged),
        onDrop: () => setShown(null),
      }),
    [],
  )
  return shown
}

/** Makes the element of `ref` a drop target for rows; `over` while they are dragged over it. */
export function useRowDrop<E extends HTMLElement>(onDrop: (dragged: DraggedRows) => void) {
  const ref = useRef<E>(null)
  const [over, setOver] = useState(false)
  const take = useEffectEvent(() => {
    setOver(false)
    onDrop(dragged)
  })
  useEffect(() => {
    if (!ref.current) return
    return dropTargetForElements({
      element: ref.current,
      canDrop: ({ source }) => kind in source.data,
      getDropEffect: () => 'move',
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => take(),
    })
  }, [])
  return { ref, over }
}
