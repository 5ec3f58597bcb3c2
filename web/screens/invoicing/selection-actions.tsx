import { Button } from '@mantine/core'
import { IconCheck, IconPackages, IconSend } from '@tabler/icons-react'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { formatEuros } from '#web/kit/format.ts'
import { linesOf, sumOf } from './invoice-lines.ts'

export type Task = 'send' | 'mark' | 'group' | 'ungroup'
type Props = { orders: readonly UninvoicedOrder[]; isBusy: boolean; onChoose: (task: Task) => void }
const icon = { size: 16, 'aria-hidden': true } as const

/** What can be done with the selected orders, and their sum. */
export function SelectionActions({ orders, isBusy, onChoose }: Props) {
  const groups = new Set(orders.flatMap(({ ryhma }) => ryhma?.id ?? []))
  return (
    <>
      <span>{formatEuros(sumOf(linesOf(orders)))}</span>
      <Button size="xs" leftSection={<IconSend {...icon} />} disabled={isBusy} onClick={() => onChoose('send')}>
        Lähetä laskut
      </Button>
      {groups.size === 0 ? (
        <Button size="xs" leftSection={<IconPackages {...icon} />} disabled={isBusy || orders.length < 2} onClick={() => onChoose('group')}>
          Ryhmitä
        </Button>
      ) : (
        <Button
          size="xs"
          leftSection={<IconPackages {...icon} />}
          disabled={isBusy || groups.size !== 1}
          onClick={() => onChoose('ungroup')}
        >
          Pura ryhmä
        </Button>
      )}
      <Button size="xs" leftSection={<IconCheck {...icon} />} disabled={isBusy} onClick={() => onChoose('mark')}>
        Merkitse laskutetuksi
      </Button>
    </>
  )
}
