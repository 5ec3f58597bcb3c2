import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type ShipmentState, shipmentStates } from '#domain/entities/order/order.states.ts'
import { shipmentStyle } from '#web/features/orders/status-styles.ts'
import { CardList } from '#web/kit/list/card-list.tsx'
import type { Column, SubRow } from '#web/kit/list/columns.ts'
import { DataTable } from '#web/kit/list/data-table.tsx'
import type { ListRows } from '#web/kit/list/list-rows.ts'
import { Plate } from '#web/ui/badges/plate.tsx'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'
import { formatCount, formatEuros } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'
import classes from './test-page.module.css'

type Line = { id: string; number: number; state: ShipmentState; customer: string; route: string; kilos: number; price: number }

const states = Object.keys(shipmentStates) as ShipmentState[]
const customers = ['Pirkan Putki Oy', 'Lahden Levy Oy', 'Saimaan Sahatuote Ky', 'Kuopion Kylmä Oy', 'Oulun Osa Oy'] as const
const routes = ['Tampere → Turku', 'Lahti → Kouvola', 'Kuopio → Jyväskylä', 'Oulu → Kemi'] as const

const lines: Line[] = Array.from({ length: 100_000 }, (_, index) => ({
  id: `rivi-${index}`,
  number: 1000 + index,
  state: states[index % states.length] ?? 'odottaa_noutoa',
  customer: customers[index % customers.length] ?? '',
  route: routes[index % routes.length] ?? '',
  kilos: 84 + ((index * 137) % 2400),
  price: 96 + ((index * 71) % 400),
}))

const columns: Column<Line>[] = [
  { id: 'number', header: 'Tilaus', width: 76, cell: (line) => <strong>{line.number}</strong>, sort: 'number' },
  { id: 'state', header: 'Tila', width: 150, cell: (line) => <StatusBadge status={shipmentStyle(line.state)} /> },
  { id: 'customer', header: 'Asiakas', width: 150, grow: true, cell: (line) => line.customer },
  { id: 'route', header: 'Nouto → toimitus', width: 150, grow: true, cell: (line) => line.route },
  { id: 'kilos', header: 'kg', width: 70, numeric: true, cell: (line) => formatCount(line.kilos) },
  { id: 'car', header: 'Auto', width: 100, cell: () => <Plate>KLR-418</Plate> },
  { id: 'price', header: 'Hinta', width: 100, numeric: true, cell: (line) => formatEuros(line.price) },
]
const shown = columns.map(({ id }) => id)
const list: ListRows<Line> = { state: 'ready', rows: lines, count: lines.length, retry: () => undefined, more: null }
const pending: ListRows<Line> = { ...list, state: 'pending', rows: [], count: 0 }
const few: ListRows<Line> = { ...list, rows: lines.slice(0, 2), count: 2 }
const subRows = (line: Line): SubRow[] => [
  {
    id: `${line.id}-1`,
    cells: {
      number: '1/1',
      state: <StatusBadge status={shipmentStyle(line.state)} />,
      customer: '4 rullakkoa',
      route: line.route,
      kilos: formatCount(line.kilos),
    },
  },
]

export function ListPart() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['rivi-1']))
  const [sort, setSort] = useState<string>()
  return (
    <>
      <Section title="Taulukko" aside={`${formatCount(lines.length)} riviä`}>
        <div className={classes.table}>
          <DataTable
            label="Esimerkkitaulukko"
            list={list}
            columns={columns}
            shown={shown}
            sort={sort}
            onSort={setSort}
            selection={{ selected, onChange: setSelected }}
            subRows={subRows}
          />
        </div>
      </Section>
      <Section title="Sama kortteina ja ladattaessa">
        <div className={classes.cards}>
          <CardList
            label="Esimerkkikortit"
            list={few}
            card={(line) => (
              <Group justify="space-between">
                <div>
                  <Text fw={600}>{line.customer}</Text>
                  <Text c="dimmed">{line.route}</Text>
                </div>
                <StatusBadge status={shipmentStyle(line.state)} />
              </Group>
            )}
          />
        </div>
        <div className={classes.table}>
          <DataTable label="Latautuva taulukko" list={pending} columns={columns} shown={shown} />
        </div>
      </Section>
    </>
  )
}
