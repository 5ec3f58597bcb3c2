import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { StatusStyle } from '../../ui/badges/status-badge.tsx'

/** A result of the palette: a row or an action. */
export type Find = {
  id: string
  label: string
  detail: string
  icon: ComponentType<IconProps>
  open: () => void
  /** The state of a row. */
  status?: StatusStyle
  /** The key that does the same without the palette, as `useHotkeys` writes it. */
  shortcut?: string
  danger?: boolean
}
export type FindGroup = { title: string; finds: readonly Find[] }
