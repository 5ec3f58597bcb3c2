import { Menu } from '@mantine/core'
import { IconArrowsSort, IconFold } from '@tabler/icons-react'
import { useState } from 'react'
import type { UninvoicedSort } from '#domain/features/invoicing/uninvoiced-filter.ts'
import { keyIn } from '#domain/values/key-of.ts'
import { ListTool } from '#web/kit/list/list-page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { MenuChoice } from '#web/ui/menu-choice.tsx'

const customerOrders = {
  asiakas: 'Nimen mukaan',
  '-summa': 'Suurin summa ensin',
  summa: 'Pienin summa ensin',
  vanhin: 'Vanhin ensin',
  '-vanhin': 'Uusin ensin',
} satisfies Partial<Record<UninvoicedSort, string>>

type Props = {
  /** Whether the orders of every customer are hidden. */
  areFolded: boolean
  onFold: (fold: boolean) => void
}

/** How the customers of the list follow each other, and whether their orders are shown; the headings of the columns sort the orders of each. */
export function CustomersMenu({ areFolded, onFold }: Props) {
  const { search, set } = usePageSearch()
  const [isOpen, setIsOpen] = useState(false)
  // A choice among radio items leaves a menu open by itself.
  const sortBy = (jarjestys: string) => {
    set({ jarjestys: jarjestys === 'asiakas' ? undefined : jarjestys })
    setIsOpen(false)
  }
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <ListTool icon={IconArrowsSort}>Asiakkaat</ListTool>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuChoice
          label="Asiakkaiden järjestys"
          options={customerOrders}
          value={keyIn(customerOrders, search.jarjestys, 'asiakas')}
          onChange={sortBy}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconFold size={16} aria-hidden />} onClick={() => onFold(!areFolded)}>
          {areFolded ? 'Avaa kaikki' : 'Sulje kaikki'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
