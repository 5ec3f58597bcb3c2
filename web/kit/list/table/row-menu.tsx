import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './row-menu.module.css'

export type RowMenuPoint = { x: number; y: number }

type Props = { at: RowMenuPoint; label: string; children: ReactNode; onClose: () => void }

/** The menu of a row, at the pointer or, when a key opened it, at the row. */
export function RowMenu({ at, label, children, onClose }: Props) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      shadow="md"
      width={270}
      returnFocus
      trapFocus
      // By default a key pressed elsewhere closes a menu: the one that has opened it would.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      {/* The button only marks the place: the row's keys open the menu. */}
      <Menu.Target>
        <button type="button" tabIndex={-1} aria-hidden className={classes.point} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} className={classes.menu}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
