import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Role } from '#domain/access/roles.ts'

/** The groups of the administrators' sidebar, in order; '' stands above them without a name. */
export const navGroups = ['', 'Tilaukset', 'Ajojärjestely', 'Asiakkaat', 'Henkilöstö', 'Kalusto', 'Asetukset'] as const

/** The administrators' own lists of work. */
export type NavCount = 'open' | 'uninvoiced'

export type NavItem = {
  label: string
  group: (typeof navGroups)[number]
  icon: ComponentType<IconProps>
  /** What of it waits, told beside it in the sidebar. */
  count?: NavCount
  /** In whose navigation it stands, when not in everybody's who may open it. */
  roles?: readonly Role[]
}
