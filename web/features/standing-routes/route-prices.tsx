import { Table, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { runPrices } from '#domain/entities/route/route.prices.ts'
import { zeroPrice } from '#domain/entities/route/route.rules.ts'
import type { SetFields } from '#web/kit/entity/fields/entity-fields.tsx'
import { RowNames } from '#web/kit/entity/fields/relation-field.tsx'
import type { Content } from '#web/kit/entity/fields/row-fields.ts'
import { rowQuery } from '#web/kit/entity/row-query.ts'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { formatEuros } from '#web/kit/format.ts'

const pricesIn = (value: unknown): Record<string, number> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
    : {}

/** The customers with live stops among the addresses: those who get orders. */
function useCustomersWithStops(addresses: unknown): ReadonlySet<string> {
  const ids = Array.isArray(addresses) ? addresses.map(String) : []
  return useQueries({
    queries: ids.map((id) => rowQuery('postiosoite', id)),
    combine: (all) => new Set(all.flatMap(({ data }) => (data?.status === 1 && data.asiakas ? [data.asiakas] : []))),
  })
}

/** The customers of a route: the own price of each, and what a run costs them. */
export function RoutePrices({ content, set }: { content: Content; set: SetFields | null }) {
  const customers = Array.isArray(content.asiakkaat) ? content.asiakkaat.map(String) : []
  const hinnat = pricesIn(content.hinnat)
  const hinta = typeof content.hinta === 'number' ? content.hinta : 0
  // A price that was typed for a customer who has been taken off again can be cleared; for a stored customer the save drops it.
  const listed = [...new Set([...customers, ...Object.keys(hinnat)])]
  const driven = useCustomersWithStops(content.osoitteet)
  if (listed.length === 0) return <Text mt="sm">Lisää reitille asiakkaat, niin näet heidän hintansa.</Text>
  // As the orders share it (rules/standing-routes.md#price).
  const prices = runPrices(
    { hinta, hinnat },
    customers.filter((customer) => driven.has(customer)),
  )
  const priceOf = (customer: string): string => {
    if (!customers.includes(customer)) return 'Ei reitillä'
    const price = prices.get(customer)
    return price === undefined ? 'Ei pysähdystä' : price === 0 ? 'Hinnasto' : formatEuros(price)
  }
  const change = (customer: string, typed: unknown) => {
    const { [customer]: _, ...others } = hinnat
    set?.({ hinnat: typeof typed === 'number' ? { ...others, [customer]: typed } : others })
  }
  return (
    <Table mt="sm" aria-label="Asiakkaiden hinnat">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Asiakas</Table.Th>
          <Table.Th w={150}>Oma hinta</Table.Th>
          <Table.Th w={110} ta="right">
            Ajokerta
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {listed.map((customer) => (
          <Table.Tr key={customer}>
            <Table.Td>
              <RowNames entity="asiakas" ids={[customer]} />
            </Table.Td>
            <Table.Td>
              <NumberField
                aria-label="Oma hinta"
                decimals={2}
                fixed
                readOnly={set === null}
                rightSection="€"
                value={hinnat[customer] ?? ''}
                error={hinnat[customer] === 0 ? zeroPrice : undefined}
                onChange={(typed) => change(customer, typed)}
              />
            </Table.Td>
            <Table.Td ta="right">{priceOf(customer)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
