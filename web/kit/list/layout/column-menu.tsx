import { Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { type KeyboardEvent, memo } from 'react'
import { MenuChoice } from '#web/ui/menu-choice.tsx'
import type { Column } from '../columns.ts'
import type { Density } from '../data-table.tsx'
import pageClasses from '../list-page.module.css'

type Props<T> = {
  columns: readonly Column<T>[]
  shown: readonly string[]
  onChange: (ids: readonly string[]) => void
  onMove: (id: string, to: string) => void
  /** Null when the columns are as they are by default. */
  onReset: (() => void) | null
  density: Density
  onDensity: (density: Density) => void
}

const densities = { tavallinen: 'Tavallinen', tiivis: 'Tiivis' } as const

function PlainColumnMenu<T>({ columns, shown, onChange, onMove, onReset, density, onDensity }: Props<T>) {
  const byId = new Map(columns.map((column) => [column.id, column]))
  // Those shown first, in their order; a column that is added comes after the one before it in the list's own order.
  const listed = [...shown.flatMap((id) => byId.get(id) ?? []), ...columns.filter(({ id }) => !shown.includes(id))]
  const toggle = (id: string) => {
    if (shown.includes(id)) return onChange(shown.filter((other) => other !== id))
    const before = columns
      .slice(
        0,
        columns.findIndex((column) => column.id === id),
      )
      .findLast((column) => shown.includes(column.id))
    onChange(shown.toSpliced(before ? shown.indexOf(before.id) + 1 : 0, 0, id))
  }
  const moveByKey = (event: KeyboardEvent, id: string) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    const to = step === undefined ? undefined : shown[shown.indexOf(id) + step]
    if (to === undefined || !shown.includes(id)) return
    event.preventDefault()
    event.stopPropagation()
    onMove(id, to)
  }
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={260}>
      <Menu.Target>
        <button type="button" className={pageClasses.chip}>
          <IconColumns3 size={16} aria-hidden />
          Sarakkeet
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>Järjestä otsikosta vetämällä tai Alt + ↑ ↓</Menu.Label>
        {listed.map(({ id, header }) => (
          <Menu.CheckboxItem
            key={id}
            value={id}
            checked={shown.includes(id)}
            onChange={() => toggle(id)}
            onKeyDownCapture={(event) => moveByKey(event, id)}
          >
            {header}
          </Menu.CheckboxItem>
        ))}
        {onReset && (
          <Menu.Item onClick={onReset} closeMenuOnClick>
            Palauta oletussarakkeet
          </Menu.Item>
        )}
        <Menu.Divider />
        <MenuChoice label="Rivien korkeus" options={densities} value={density} onChange={onDensity} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Rendered again only when the columns change: a list is rendered at every edit of its rows. */
export const ColumnMenu = memo(PlainColumnMenu) as typeof PlainColumnMenu
