import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { maxOperations } from '#domain/model/atomic-operations.ts'
import { CallFault, Conflict, refusalText } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { add, operations, update } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { numberFault, numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import { firstOf, formatEuros, plural } from '#web/kit/format.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { leaveGroup } from './leave-group.ts'
import type { OrderRow } from './order-rows.ts'

/** An order that may be grouped; `group` is the one that it is in. */
type GroupedOrder = Pick<OrderRow, 'id' | 'vid' | 'number' | 'price'> & {
  customer: { id: string; name: string }
  group: { name: string } | null
}
type Props = { orders: readonly GroupedOrder[]; onClose: () => void; onDone: () => void }

/** One operation of the transaction is the group itself. */
const maxGrouped = maxOperations - 1

/** Why these orders cannot form a group (rules/orders.md#order-groups: of one customer); null when they can. */
export function groupRefusal(orders: readonly GroupedOrder[]): string | null {
  const customers = [...new Set(orders.map(({ customer }) => customer.name))]
  if (customers.length > 1) return `Ryhmän tilaukset ovat samalta asiakkaalta. Valittuna on useamman: ${firstOf(customers)}.`
  const grouped = orders.filter(({ group }) => group !== null)
  if (grouped.length > 0) return `Jo ryhmässä: ${firstOf(grouped.map(({ number, group }) => `${number} (${group?.name})`))}.`
  if (orders.length > maxGrouped) return `Ryhmään mahtuu enintään ${maxGrouped} tilausta.`
  return orders.length < 2 ? 'Valitse ryhmään vähintään kaksi tilausta.' : null
}

/** Creates an order group with a joint price from the orders, in one transaction. */
export function GroupDialog({ orders: chosen, onClose, onDone }: Props) {
  const [orders] = useState(chosen)
  const [price, setPrice] = useState<TypedNumber>('')
  const [fault, setFault] = useState<string | null>(null)
  // Stays the same over retries, so that a lost answer does not create two groups.
  const [made] = useState(() => ({ id: newId(), key: newId() }))
  const refusal = groupRefusal(orders)
  const priceFault = numberFault(price, 2)

  const { run: save, isRunning: saving } = useAction({
    mutationFn: (asiakas: string) =>
      operations(
        [
          add('tilaus_ryhma', { id: made.id, asiakas, hinta: numberOf(price) }),
          ...orders.map((order) => update('tilaus', order, { tilaus_ryhma: made.id })),
        ],
        made.key,
        { quiet: 'all' },
      ),
    onSuccess: (results) => {
      const group = results.row('tilaus_ryhma', 0) ?? { id: made.id, vid: 1 }
      const saved = orders.flatMap((_, index) => results.row('tilaus', index + 1) ?? [])
      showUndo(`${plural(orders.length, 'tilaus', 'tilausta')} ryhmitelty.`, () => ungroup(group, saved))
      onDone()
      onClose()
    },
    onFault: (failure) => setFault(faultOf(failure, orders)),
    onSettled: () => rereadAfterChange('tilaus', 'tilaus_ryhma'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = orders
    if (first && !priceFault) save(first.customer.id)
  }
  return (
    <Modal opened onClose={onClose} title={`Ryhmitä: ${plural(orders.length, 'tilaus', 'tilausta')}`} size="md" returnFocus>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {(refusal ?? fault) && <FaultNote>{refusal ?? fault}</FaultNote>}
          {refusal === null && (
            <>
              <Text>
                {orders[0]?.customer.name}: {firstOf(orders.map(({ number }) => number))}
              </Text>
              <NumberField
                label="Yhteishinta"
                description={`Laskutetaan yhtenä rivinä. Tilausten omat hinnat ovat yhteensä ${formatEuros(orders.reduce((sum, order) => sum + order.price, 0))}.`}
                decimals={2}
                fixed
                rightSection="€"
                value={price}
                onChange={setPrice}
                data-autofocus
              />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={saving}>
              {refusal ? 'Sulje' : 'Takaisin'}
            </Button>
            {refusal === null && (
              <Button type="submit" loading={saving} disabled={priceFault !== null}>
                Ryhmitä
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The rejection with the order's number. The first operation is the group's own. */
function faultOf(failure: CallFault, orders: readonly GroupedOrder[]): string {
  if (failure instanceof Conflict) return 'Joku muu ehti muuttaa tilauksia. Sulje ikkuna ja yritä uudelleen.'
  if (failure.errors.length === 0) return refusalText(failure)
  return failure.errors
    .map(({ detail, pointer = '' }) => {
      const order = orders[Number(/^\/atomic:operations\/(\d+)/.exec(pointer)?.[1] ?? 0) - 1]
      return order ? `${order.number}: ${detail}` : detail
    })
    .join(' ')
}

async function ungroup(group: { id: string; vid: number }, orders: readonly { id: string; vid: number }[]): Promise<void> {
  try {
    await leaveGroup(group, orders, [])
    showDone('Kumottu.')
  } catch (failure) {
    if (!(failure instanceof CallFault)) throw failure
    showFault(`Ryhmää ei voitu purkaa. ${refusalText(failure)}`, failure)
  }
  await rereadAfterChange('tilaus', 'tilaus_ryhma')
}
