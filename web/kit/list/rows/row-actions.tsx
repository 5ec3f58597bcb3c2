import { Button, Kbd, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { type PageAction, usePageActions } from '../../page/page-actions.ts'
import { rowsWith, targetsOf } from '../selection/use-selected-rows.ts'

/** Something that may be done to the chosen rows. `inBar`: also a button in the bar of the selection. */
export type RowAction = PageAction & { inBar?: true }

type Options<T> = {
  selected: readonly T[]
  /** The row that `j` and `k` have chosen. */
  current: T | null
  of: (rows: readonly T[]) => readonly RowAction[]
  /** What the actions are about: `Auto KLR-418`, `9 valittua riviä`. */
  titleOf: (rows: readonly T[]) => string
}

/** The actions of a list's rows, wherever they are offered: the bar of the selection, the menu of a row, and the palette. */
export function useListActions<T extends { id: string }>({
  selected,
  current,
  of,
  titleOf,
}: Options<T>): {
  bar: ReactNode
  menu: (row: T) => ReactNode
} {
  const targets = targetsOf(selected, current)
  const offered = targets.length > 0 ? of(targets) : []
  usePageActions(targets.length > 0 ? titleOf(targets) : '', offered)
  return {
    bar: offered
      .filter(({ inBar }) => inBar)
      .map(({ id, label, icon: Icon, run }) => (
        <Button key={id} size="xs" leftSection={<Icon size={16} aria-hidden />} onClick={run}>
          {label}
        </Button>
      )),
    menu: (row) => <ActionItems actions={of(rowsWith(selected, row))} />,
  }
}

const keyNames: Readonly<Record<string, string>> = { Enter: '↵', Space: 'väli' }

function ActionItems({ actions }: { actions: readonly RowAction[] }) {
  return actions.map(({ id, label, icon: Icon, shortcut, danger, run }) => (
    <Menu.Item
      key={id}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={
        shortcut && (
          <Kbd size="xs" aria-hidden>
            {keyNames[shortcut] ?? shortcut.toUpperCase()}
          </Kbd>
        )
      }
      c={danger ? 'var(--kuorma-late)' : undefined}
      onClick={run}
    >
      {label}
    </Menu.Item>
  ))
}
