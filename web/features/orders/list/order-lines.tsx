import type { ReactNode } from 'react'
import type { SubRow } from '#web/kit/list/columns.ts'
import { OrderBadge } from '../order-badge.tsx'
import type { LineRow, OrderRow } from '../order-rows.ts'
import { Count, Day, Route } from './order-cells.tsx'

/** The lines of an unfolded order in the shared columns of order lists; `more` gives the cells of a list's own columns. */
export const lineRows = (order: OrderRow, more?: (line: LineRow) => Readonly<Record<string, ReactNode>>): SubRow[] =>
  order.lines.map((line, index) => ({
    id: line.id,
    cells: {
      number: `${index + 1}/${order.lines.length}`,
      state: <OrderBadge status={line.badge} lateDays={line.lateDays} dense />,
      route: <Route lines={[line]} full />,
      goods: <span title={line.note}>{[line.what, line.note].filter(Boolean).join(' · ')}</span>,
      wish: <Day at={line.wishedDay} />,
      pieces: <Count of={line.pieces} />,
      kilos: <Count of={line.kilos} />,
      ...more?.(line),
    },
  }))
