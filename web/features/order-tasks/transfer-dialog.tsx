import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { maxTransfers, transferCall } from '#domain/features/orders/open-orders.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault, refusalText } from '#web/data/fault.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { useTerminals } from '#web/features/cars/fleet.ts'
import { mayTake } from '#web/features/orders/line-changes.ts'
import { type OrderResult, OrderResults } from '#web/features/orders/list/order-results.tsx'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { shipmentTable } from '#web/features/orders/shipment-table.ts'
import { stepWords } from '#web/features/orders/step-words.ts'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { plural } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone } from '#web/ui/undo-toast.tsx'

type Props = {
  /** `siirto`: on the way to a terminal; `siirretty`: at the terminal. */
  to: 'siirto' | 'siirretty'
  orders: readonly OrderRow[]
  onClose: () => void
  onDone: () => void
}
type Operation = Parameters<typeof callApi<typeof transferCall.input, typeof transferCall.output>>[1]

const titles = { siirto: 'Siirrossa', siirretty: 'Terminaaliin' } as const

/** Records transfers of the orders (rules/orders.md#transfer-states) in one call and lists the rejected ones. They cannot be undone. */
export function TransferDialog({ to, orders: chosen, onClose, onDone }: Props) {
  // The selection when the dialog opened: the list behind may be refetched while the results are shown.
  const [orders] = useState(chosen)
  const terminals = useTerminals(to === 'siirretty')
  const [picked, setPicked] = useState<string | null>(null)
  const [results, setResults] = useState<ReadonlyMap<string, OrderResult>>(new Map())
  const word = plural(orders.length, 'tilaus', 'tilausta')
  const actor = { actor: 'yllapito', now: nowSeconds(), table: shipmentTable() } as const
  const takers = orders.map(({ lines }) => lines.filter((line) => mayTake(line, to, actor))).filter((lines) => lines.length > 0)
  const words = stepWords(takers, to, actor)
  const [only, ...others] = terminals
  const terminal = picked ?? (others.length === 0 ? only?.value : undefined) ?? null

  const transfer = async () => {
    const id = orders.map((order) => order.id)
    const found = new Map<string, OrderResult>()
    for (const part of inParts(id, maxTransfers)) {
      const operation: Operation =
        to === 'siirto'
          ? { operation: 'markAsSiirrossa', params: { id: part } }
          : { operation: 'markAsSiirretty', params: { id: part, ...(terminal ? { nykyinen_osoite: terminal } : {}) } }
      for (const result of await resultsOf(operation, part)) found.set(...result)
    }
    setResults(found)
    await rereadAfterChange('tilaus', 'lahetys')
    if (![...found.values()].every(({ done }) => done)) return
    showDone(`${orders.length === 1 ? orders[0]?.number : word}: ${to === 'siirto' ? 'siirrossa' : 'terminaalissa'}.`)
    onDone()
    onClose()
  }
  const { run, isRunning: running } = useAction({ mutationFn: transfer })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  const title = `${titles[to]}: ${word}`
  return (
    <Modal opened onClose={running ? () => undefined : onClose} title={title} size="md" withCloseButton={!running} returnFocus>
      {results.size === 0 ? (
        <form onSubmit={submit}>
          <Stack gap="md">
            {to === 'siirretty' && (
              <SearchSelect
                label="Terminaali"
                placeholder="Valitse terminaali"
                required
                withAsterisk={false}
                data={[...terminals]}
                nothingFoundMessage="Ei löytynyt"
                value={terminal}
                onChange={setPicked}
                data-autofocus
              />
            )}
            <Text>{words.question}</Text>
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
              {words.final}
            </Alert>
            {takers.length < orders.length && (
              <Text size="sm" c="dimmed">
                Koskee vain lähetyksiä, jotka ovat {to === 'siirto' ? 'lähdössä' : 'matkalla'} terminaaliin. Muut valitut tilaukset jäävät
                ennalleen.
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={running} data-autofocus={to === 'siirto' || undefined}>
                Takaisin
              </Button>
              <Button type="submit" loading={running} disabled={to === 'siirretty' && terminal === null}>
                Merkitse
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack gap="md">
          <OrderResults orders={orders} results={results} running={running} />
          <Group justify="flex-end">
            <Button onClick={onClose}>Sulje</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

async function resultsOf(operation: Operation, ids: readonly string[]): Promise<[string, OrderResult][]> {
  try {
    const { results } = await callApi(transferCall, operation, { quiet: 'all' })
    return results.map(({ id, success, message = '' }) => [id, success ? { done: true } : { done: false, message }])
  } catch (failure) {
    if (!(failure instanceof CallFault)) throw failure
    return ids.map((id) => [id, { done: false, message: refusalText(failure) }])
  }
}
