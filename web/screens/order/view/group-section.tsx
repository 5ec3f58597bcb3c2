import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayWrite } from '#domain/access/reach.ts'
import type { Role } from '#domain/access/roles.ts'
import { orderStates } from '#domain/entities/order/order.states.ts'
import { CallFault, refusalText } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { patch } from '#web/data/json-api.ts'
import { type Operation, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { type EntityRow, newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { leaveGroup } from '#web/features/orders/leave-group.ts'
import { PriceCell } from '#web/features/orders/price-cell.tsx'
import { formatEuros, plural } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { Fact } from '../jobs/job-facts.tsx'
import classes from '../order.module.css'
import type { Group } from '../order-data.ts'

type Props = { order: EntityRow<'tilaus'>; group: Group; roles: readonly Role[] }

const jointPrice = 'Yhteishinta, alv 0 %'

/** The orders invoiced as one line, with their joint price (rules/orders.md#order-groups). Customers see only a confirmed price. */
export function GroupSection({ order, group: { row, orders }, roles }: Props) {
  const { tunniste } = row
  const staying = orders.filter(({ id }) => id !== order.id)
  const grouping = mayWrite('tilaus', roles, 'update', 'tilaus_ryhma')
  // An invoiced order's price is locked until its invoicing is undone.
  const locked = !grouping || orders.some(({ tilauksen_tila }) => tilauksen_tila === 'laskutettu')
  const shared = {
    onFault: (fault: CallFault) => showFault(refusalText(fault), fault),
    onSettled: () => rereadAfterChange('tilaus', 'tilaus_ryhma'),
  }
  // Not useAction: a price typed while another one is being saved must not be ignored.
  const price = useMutation({
    mutationFn: (hinta: number) => patch('tilaus_ryhma', row, { hinta }, { quiet: 'all' }),
    onSuccess: () => showDone('Yhteishinta tallennettu'),
    onError: (failure) => {
      if (failure instanceof CallFault) shared.onFault(failure)
    },
    onSettled: shared.onSettled,
  })
  const restore = useAction({
    mutationFn: (list: readonly Operation[]) => operations(list, newId(), { quiet: 'all' }),
    onSuccess: () => showDone('Kumottu.'),
    ...shared,
  })
  const leave = useAction({
    mutationFn: () => leaveGroup(row, [order], staying),
    onSuccess: ({ dissolved, back }) =>
      showUndo(dissolved ? `Ryhmä ${tunniste} purettu` : `Tilaus ${order.tunniste} poistettu ryhmästä ${tunniste}`, () =>
        restore.run(back),
      ),
    ...shared,
  })
  const hinta = price.isPending ? price.variables : row.hinta
  return (
    <Section title={`Ryhmä ${tunniste}`} anchor="ryhma" aside={`${plural(orders.length, 'tilaus', 'tilausta')}, laskutetaan yhtenä rivinä`}>
      <dl className={classes.facts}>
        {locked ? (
          <Fact name={jointPrice} value={hinta > 0 ? formatEuros(hinta) : ''} />
        ) : (
          <>
            <dt>{jointPrice}</dt>
            <dd className={classes.joint}>
              <PriceCell tunniste={tunniste} price={hinta} onPrice={(value) => price.mutate(value)} />
            </dd>
          </>
        )}
        <dt>Tilaukset</dt>
        <dd>
          <ul className={classes.group}>
            {orders.map(({ id, tunniste: number, tilauksen_tila }) => (
              <li key={id}>
                {id === order.id ? (
                  <strong>{number}</strong>
                ) : (
                  <Link to="/tilaus/$id" params={{ id }}>
                    {number}
                  </Link>
                )}{' '}
                {orderStates[tilauksen_tila]}
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      {grouping && order.tilauksen_tila !== 'laskutettu' && (
        <Button variant="default" mt="sm" loading={leave.isRunning} onClick={() => leave.run()}>
          {staying.length < 2 ? 'Pura ryhmä' : 'Poista ryhmästä'}
        </Button>
      )}
    </Section>
  )
}
