import { Button, Group, Text } from '@mantine/core'
import type { z } from 'zod'
import { importOrdersCall } from '#domain/features/order-import/import-orders.ts'
import { type ImportColumn, importColumns } from '#domain/features/order-import/order-columns.ts'
import { exampleTemplate, fieldTemplate } from '#domain/features/order-import/order-templates.ts'
import { productTypes } from '#domain/values/limits.ts'
import { callApi } from '#web/data/api-call.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { saveSheet } from '#web/kit/import/import-files.ts'
import type { FillColumn, ImportShape, Template } from '#web/kit/import/import-shape.ts'
import { ImportWarning } from '#web/kit/import/review.tsx'
import type { ReviewColumn, ReviewTable } from '#web/kit/import/review-table.ts'
import { nowSeconds } from '#web/session/clock.ts'

type Answer = z.output<typeof importOrdersCall.output>
type OrdersDryRun = Extract<Answer, { rivit: unknown }>
export type ImportedOrders = Extract<Answer, { lahetyksia: unknown }>

// These statuses are reported on the page.
const quiet = [404, 409, 413, 422]
const widths: Readonly<Record<ImportColumn['kind'], number>> = {
  ...{ text: 150, 'postal code': 130, day: 130, moment: 150, minutes: 110, choice: 110, size: 80, order: 100, product: 130 },
}
const columns: readonly ReviewColumn[] = importColumns.map(({ name, label, help, needed, kind }) => ({
  ...{ name, label, help, needed, heading: name, width: widths[kind] },
  ...(name === 'viesti' ? { lines: true } : {}),
}))
const typeAt = columns.findIndex(({ name }) => name === 'tyyppi')

const templates: readonly Template[] = [
  { label: 'Esimerkki (.xlsx)', save: () => saveSheet('tilausten-tuonti-esimerkki.xlsx', exampleTemplate(nowSeconds())) },
  { label: 'Kenttien kuvaus (.xlsx)', save: () => saveSheet('tilausten-tuonti-kentat.xlsx', fieldTemplate(nowSeconds())) },
]

/** The import of a customer's orders. */
export const orderImport = (asiakas: string): ImportShape<OrdersDryRun, ImportedOrders> => ({
  key: asiakas,
  columns,
  templates,
  what: 'tilaukset',
  dryRun: async (file, signal) => {
    const answer = await callApi(importOrdersCall, { asiakas_id: asiakas, ...file, tarkista: true }, { signal, quiet })
    if ('kysyttavat' in answer) return { unmapped: answer }
    return 'rivit' in answer ? { checked: answer } : null
  },
  store: async ({ base64, uudelleen, idempotencyKey }) => {
    const answer = await callApi(importOrdersCall, { asiakas_id: asiakas, base64, uudelleen }, { idempotencyKey, quiet })
    return 'lahetyksia' in answer ? answer : null
  },
  reread: () => rereadAfterChange('tilaus', 'lahetys'),
  resultTitle: ({ tilauksia }) => `${plural(tilauksia, 'tilaus', 'tilausta')} tuotu`,
  resultText: ({ lahetyksia, ensimmainen, viimeinen }) =>
    `${plural(lahetyksia, 'lähetys', 'lähetystä')}, ${ensimmainen === viimeinen ? ensimmainen : `${ensimmainen}–${viimeinen}`}.`,
  counted: ({ tilauksia }) => plural(tilauksia, 'tilaus', 'tilausta'),
  storeLabel: ({ tilauksia }) => `Tuo ${plural(tilauksia, 'tilaus', 'tilausta')}`,
  headingsHint: (taken) =>
    taken.has('tyyppi') || taken.has('tuote')
      ? ''
      : 'Tavaralajia (tyyppi) ei ole vielä millään sarakkeella: jos jokin näistä kertoo sen, valitse se.',
  above: (table, fill) => <TypeForAll table={table} fill={fill} />,
})

/** Sets the kind of goods of all rows for which no column gives one. */
function TypeForAll({ table: { rows, faults }, fill }: { table: ReviewTable<OrdersDryRun>; fill: FillColumn }) {
  const count = rows.filter(({ rivi, solut }) => solut[typeAt] === '' && faults.get(rivi)?.has('tyyppi')).length
  if (count === 0) return null
  return (
    <ImportWarning title={`Tavaralaji puuttuu ${count === 1 ? 'yhdeltä riviltä' : `${formatCount(count)} riviltä`}`}>
      <Group gap="sm">
        <Text>Enimmäismitat ja -paino riippuvat siitä. Valitse se riveittäin taulukosta tai kaikille:</Text>
        {Object.entries(productTypes).map(([type, label]) => (
          <Button key={type} variant="default" size="compact-md" onClick={() => fill('tyyppi', type)}>
            {label}
          </Button>
        ))}
      </Group>
    </ImportWarning>
  )
}
