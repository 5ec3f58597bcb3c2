import { Button, Checkbox, Group, Modal, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sumEuros } from '#domain/values/money.ts'
import type { EntityRow } from '#web/data/row.ts'
import { FaultSummary } from '#web/kit/form/form-parts.tsx'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { numberFault, numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatEuros } from '#web/kit/format.ts'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { remainingOf, useCreditedByRow, useCreditNotes } from './use-credit-notes.ts'
import { useInvoiceOperation } from './use-invoice-operation.ts'
import { useInvoiceRows } from './use-invoice-rows.ts'

type Props = { invoice: EntityRow<'lasku'>; onClose: () => void }

/** Credits an invoice: all that is left of it, or chosen sums of its rows. */
export function CreditDialog({ invoice, onClose }: Props) {
  const rows = useInvoiceRows(invoice.id, { withOrders: true })
  const notes = useCreditNotes(invoice.id)
  const credited = useCreditedByRow(invoice.id)
  const failed = [rows, notes, credited].filter(({ isError, data }) => isError && !data)
  return (
    <Modal opened onClose={onClose} title={`Hyvityslasku laskulle ${invoice.tunniste}`} size="md">
      {rows.data && notes.data && credited.data ? (
        <CreditForm
          invoice={invoice}
          remaining={remainingOf(invoice, notes.data.notes).yhteensa}
          rows={creditableRows(rows.data, credited.data)}
          onClose={onClose}
        />
      ) : failed.length > 0 ? (
        <ErrorState retry={() => void Promise.all(failed.map(({ refetch }) => refetch()))} />
      ) : (
        <SectionSkeleton lines={3} />
      )}
    </Modal>
  )
}

type Row = { id: string; name: string; left: number }

const creditableRows = (
  rows: readonly Pick<EntityRow<'laskurivi'>, 'id' | 'name' | 'veroton'>[],
  credited: ReadonlyMap<string, number>,
): Row[] =>
  rows.map(({ id, name, veroton }) => ({ id, name, left: sumEuros([veroton, credited.get(id) ?? 0]) })).filter(({ left }) => left > 0)

function rowFault(typed: TypedNumber, left: number): string | undefined {
  const unreadable = numberFault(typed, 2)
  if (unreadable !== null) return unreadable
  if (numberOf(typed) < 0) return 'Hyvityksen on oltava suurempi kuin nolla.'
  return numberOf(typed) > left ? `Enintään ${formatEuros(left)}.` : undefined
}

/** `remaining`: euros with VAT. */
function CreditForm({ invoice, remaining, rows, onClose }: Props & { remaining: number; rows: readonly Row[] }) {
  const [isWhole, setIsWhole] = useState(true)
  const [sums, setSums] = useState<Readonly<Record<string, TypedNumber>>>({})
  const [syy, setSyy] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { run, isRunning } = useInvoiceOperation(onClose)
  const chosen = rows.flatMap(({ id }) => (numberOf(sums[id] ?? '') > 0 ? [{ id, veroton: numberOf(sums[id] ?? '') }] : []))
  const faultOf = ({ id, left }: Row): string | undefined => (isWhole ? undefined : rowFault(sums[id] ?? '', left))
  const reasonFault = syy.trim() === '' ? 'Kerro syy.' : undefined
  const faults = Object.fromEntries([['syy', reasonFault], ...rows.map((row) => [row.id, faultOf(row)])])
  const hasRowFault = rows.some((row) => faultOf(row) !== undefined)
  const general = !isWhole && chosen.length === 0 && !hasRowFault ? ['Anna hyvitys ainakin yhdelle riville.'] : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (reasonFault !== undefined || hasRowFault || general.length > 0) return
    const input = { operation: 'hyvita', id: invoice.id, syy: syy.trim(), ...(isWhole ? {} : { rivit: chosen }) } as const
    run({ input, done: `Laskun ${invoice.tunniste} hyvityslasku on jonossa lähetettäväksi.` })
  }
  const nameOf = (path: string): string => rows.find(({ id }) => id === path)?.name ?? 'Syy'
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {isChecked && <FaultSummary faults={faults} general={general} labelOf={nameOf} />}
        <Textarea
          label="Syy"
          description="Näkyy hyvityslaskulla ja muutoshistoriassa."
          data-autofocus
          data-path="syy"
          autosize
          minRows={2}
          maxLength={1000}
          value={syy}
          error={isChecked ? reasonFault : undefined}
          onChange={(event) => setSyy(event.currentTarget.value)}
        />
        <Checkbox
          label={`${remaining === invoice.yhteensa ? 'Hyvitä koko lasku' : 'Hyvitä jäljellä oleva summa'}, ${formatEuros(remaining)}`}
          checked={isWhole}
          onChange={(event) => setIsWhole(event.currentTarget.checked)}
        />
        {!isWhole &&
          rows.map((row) => (
            <NumberField
              key={row.id}
              data-path={row.id}
              label={row.name}
              description={`Hyvitettävissä ${formatEuros(row.left)}, alv 0 %`}
              decimals={2}
              fixed
              rightSection="€"
              value={sums[row.id] ?? ''}
              error={faultOf(row)}
              onChange={(value) => setSums((before) => ({ ...before, [row.id]: value }))}
            />
          ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit" color="red" loading={isRunning}>
            Hyvitä
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
