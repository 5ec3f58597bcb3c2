import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { withMoved } from './moved-item.ts'
import classes from './ordered-list.module.css'

type Item = { id: string; name: string; content: ReactNode }
type Props = {
  label: string
  items: readonly Item[]
  /** The ids in their new order. */
  onChange: (ids: string[]) => void
  /** With a button that takes an item off: its accessible name, before that of the item. */
  removal?: string
  readOnly?: boolean
}

/** A list whose order the person sets: by dragging, or with the buttons of each item. */
export function OrderedList({ label, items, onChange, removal, readOnly = false }: Props) {
  const list = useId()
  const ids = items.map(({ id }) => id)
  const move = (from: number, to: number) => onChange(withMoved(ids, from, to))
  return (
    <ol className={classes.list} aria-label={label}>
      {items.map((item, index) => (
        <OrderedItem key={item.id} list={list} index={index} canMove={!readOnly} onDrop={(from) => move(from, index)}>
          <span className={classes.number}>{index + 1}</span>
          <span className={classes.content}>{item.content}</span>
          {!readOnly && (
            <>
              <ActionIcon
                variant="subtle"
                size={44}
                disabled={index === 0}
                aria-label={`Siirrä aiemmaksi: ${item.name}`}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={18} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={44}
                disabled={index === items.length - 1}
                aria-label={`Siirrä myöhemmäksi: ${item.name}`}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={18} />
              </ActionIcon>
            </>
          )}
          {!readOnly && removal && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={`${removal}: ${item.name}`}
              onClick={() => onChange(ids.filter((id) => id !== item.id))}
            >
              <IconX size={18} />
            </ActionIcon>
          )}
        </OrderedItem>
      ))}
    </ol>
  )
}

type ItemProps = { list: string; index: number; canMove: boolean; onDrop: (from: number) => void; children: ReactNode }

function OrderedItem({ list, index, canMove, onDrop, children }: ItemProps) {
  const ref = useRef<HTMLLIElement>(null)
  const [isOver, setIsOver] = useState(false)
  const dragged = useEffectEvent(() => ({ list, index }))
  const drop = useEffectEvent((from: unknown) => {
    setIsOver(false)
    if (typeof from === 'number') onDrop(from)
  })
  useEffect(() => {
    if (!canMove || !ref.current) return
    const element = ref.current
    return combine(
      draggable({ element, getInitialData: () => dragged() }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list,
        getDropEffect: () => 'move',
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => drop(source.data.index),
      }),
    )
  }, [canMove, list])
  return (
    <li ref={ref} className={classes.item} data-over={isOver || undefined}>
      {children}
    </li>
  )
}
