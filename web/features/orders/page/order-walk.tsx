import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { formatCount } from '#web/kit/format.ts'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import type { OrderInList } from './listed-orders.ts'

/** The order's place in its list, and the way to the previous and the next one (k, j). */
export function OrderWalk({ listed: { at, of, previous, next } }: { listed: OrderInList }) {
  const navigate = useNavigate()
  const open = (order: { id: string } | null) => {
    if (order) void navigate({ to: '/tilaus/$id', params: { id: order.id }, replace: true })
  }
  usePageKeys([
    ['j', () => open(next)],
    ['k', () => open(previous)],
  ])
  return (
    <>
      <span>
        {formatCount(at)} / {formatCount(of)}
      </span>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={previous ? `Edellinen tilaus ${previous.number}` : 'Edellinen tilaus'}
        aria-keyshortcuts="k"
        title="Edellinen (K)"
        disabled={!previous}
        onClick={() => open(previous)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={next ? `Seuraava tilaus ${next.number}` : 'Seuraava tilaus'}
        aria-keyshortcuts="j"
        title="Seuraava (J)"
        disabled={!next}
        onClick={() => open(next)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}
