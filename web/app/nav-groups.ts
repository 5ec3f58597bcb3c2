import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Role } from '#domain/access/roles.ts'

/** The groups of the administrators' sidebar, in order; '' comes first and has no heading. */
export const navGroups = ['', 'Tilaukset', 'Ajojärjestely', 'Asiakkaat', 'Hinnat', 'Henkilöstö', 'Kalusto', 'Asetukset'] as const

/** The administrators' work lists that have a count, and the documents that a driver has not acknowledged. */
export type NavCount = 'open' | 'uninvoiced' | 'unchecked' | 'documents'

export type NavItem = {
  label: string
  group: (typeof navGroups)[number]
  icon: ComponentType<IconProps>
  /** The count shown beside it. */
  count?: NavCount
  /** The roles whose navigation contains it; by default that of everybody who may open it. */
  roles?: readonly Role[]
  /** Whether it is in the navigation of a person with these roles, when `roles` alone do not say. */
  isFor?: (holds: (role: Role) => boolean) => boolean
}
