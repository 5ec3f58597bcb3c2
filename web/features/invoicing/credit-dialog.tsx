import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { EntityRow } from '#web/data/row.ts'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { numberFault, numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatEuros } from '#web/kit/format.ts'
import { SectionSkeleton } from '#web/ui/states.tsx'
import { invoiceRowsQuery } from './invoice-rows.tsx'
import { useInvoiceOperation } from './use-invoice-operation.ts'

type Props = { invoice: EntityRow<'lasku'>; onClose: () => void }

/** Credits an invoice: all that is left of it, or chosen sums of its rows. */
export function CreditDialog({ invoice, onClose }: Props) {
  const { data } = useQuery(invoiceRowsQuery(invoice.id))
  return (
    <Modal opened onClose={onClose} title={`Hyvitä lasku ${invoice.tunniste}`} size="md">
      {data ? <CreditForm invoice={invoice} rows={data.rows} onClose={onClose} /> : <SectionSkeleton lines={3} />}
    </Modal>
  )
}

type Row = Pick<EntityRow<'laskurivi'>, 'id' | 'name' | 'veroton'>

function CreditForm({ invoice, rows, onClose }: Props & { rows: readonly Row[] }) {
  const [isWhole, setIsWhole] = useState(true)
  const [sums, setSums] = useState<Readonly<Record<string, TypedNumber>>>({})
  const [syy, setSyy] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { run, isRunning } = useInvoiceOperation(onClose)
  const chosen = rows.flatMap(({ id }) => (numberOf(sums[id] ?? '') > 0 ? [{ id, veroton: numberOf(sums[id] ?? '') }] : []))
  const faultOf = ({ id, veroton }: Row): string | null => {
    const typed = sums[id] ?? ''
    return numberFault(typed, 2) ?? (numberOf(typed) > veroton ? `Enintään ${formatEuros(veroton)}.` : null)
  }
  const mayNot = syy.trim() === '' || (!isWhole && (chosen.length === 0 || rows.some((row) => faultOf(row) !== null)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (mayNot) return
    const input = { operation: 'hyvita', id: invoice.id, syy: syy.trim(), ...(isWhole ? {} : { rivit: chosen }) } as const
    run({ input, done: `Laskun ${invoice.tunniste} hyvityslasku on jonossa lähetettäväksi.` })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Textarea
          label="Syy"
          description="Näkyy hyvityslaskulla ja muutoshistoriassa."
          data-autofocus
          autosize
          minRows={2}
          maxLength={1000}
          value={syy}
          error={isChecked && syy.trim() === '' ? 'Kerro syy.' : undefined}
          onChange={(event) => setSyy(event.currentTarget.value)}
        />
        <Checkbox
          label={`Hyvitä koko lasku, ${formatEuros(invoice.yhteensa)}`}
          checked={isWhole}
          onChange={(event) => setIsWhole(event.currentTarget.checked)}
        />
        {!isWhole &&
          rows.map((row) => (
            <NumberField
              key={row.id}
              label={row.name}
              description={`Rivi ${formatEuros(row.veroton)} ilman arvonlisäveroa`}
              decimals={2}
              fixed
              rightSection="€"
              value={sums[row.id] ?? ''}
              error={faultOf(row) ?? undefined}
              onChange={(value) => setSums((before) => ({ ...before, [row.id]: value }))}
            />
          ))}
        {!isWhole && isChecked && chosen.length === 0 && (
          <Text c="red" size="sm" role="alert">
            Anna ainakin yhden rivin hyvitys.
          </Text>
        )}
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
