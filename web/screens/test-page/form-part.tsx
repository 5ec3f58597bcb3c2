import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConflictDialog } from '#web/kit/entity/conflict-dialog.tsx'
import { DateField } from '#web/kit/form/date-field.tsx'
import { useDraftedForm } from '#web/kit/form/drafted-form.ts'
import { DraftNote, FaultSummary, LeaveDialog } from '#web/kit/form/form-parts.tsx'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { TimeField } from '#web/kit/form/time-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { readFault } from '../../data/fault.ts'
import { formatDate } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'
import { SignatureField } from '../../ui/signature-field.tsx'
import { showDone } from '../../ui/undo-toast.tsx'

type Values = { viite: string; paino: TypedNumber; paiva: TypedNumber; aika: TypedNumber; tyyppi: string | null; nimi: string }
const initialValues: Values = { viite: '', paino: 20, paiva: 0, aika: '', tyyppi: 'paketti', nimi: '' }
const labels: Record<keyof Values, string> = {
  viite: 'Viite',
  paino: 'Paino (kg)',
  paiva: 'Toivottu toimitus',
  aika: 'Kellonaika',
  tyyppi: 'Tavaralaji',
  nimi: 'Nimenselvennys',
}
const isField = (path: string): path is keyof Values => path in labels
const labelOf = (path: string): string => (isField(path) ? labels[path] : path)
const show = (field: keyof Values, value: unknown): string =>
  field === 'paiva' && typeof value === 'number' ? formatDate(value) || '–' : String(value ?? '') || '–'

/** A server's answer to an invalid save: faults of two fields, and one without a field. */
const refused = {
  errors: [
    { status: '422', detail: 'Paketin enimmäispaino on 30 kg.', source: { pointer: '/data/attributes/paino' } },
    { status: '422', detail: 'Viite puuttuu.', source: { pointer: '/data/attributes/viite' } },
    { status: '422', detail: 'Tilausta ei voi enää muuttaa.' },
  ],
}

export function FormPart() {
  const { form, general, showFault, draftAt, discard, saved, leaving } = useDraftedForm<Values>({ name: 'testisivu', initialValues })
  const [stored, setStored] = useState<{ base: Values; yours: Values; theirs: Values } | null>(null)
  const conflict = () => {
    const yours = form.getValues()
    setStored({
      base: initialValues,
      yours: { ...yours, viite: yours.viite || 'Oma viite' },
      theirs: { ...initialValues, viite: 'PO-20931', paino: 25 },
    })
  }
  return (
    <Section title="Lomake" aside={<DraftNote draftAt={draftAt} discard={discard} />}>
      <Stack gap="md">
        <FaultSummary faults={form.errors} general={general} labelOf={labelOf} />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          <TextInput label={labels.viite} {...form.getInputProps('viite')} />
          <NumberField label={labels.paino} decimals={2} {...form.getInputProps('paino')} />
          <Select
            label={labels.tyyppi}
            data={[
              { value: 'paketti', label: 'Paketti' },
              { value: 'rullakko', label: 'Rullakko' },
            ]}
            {...form.getInputProps('tyyppi')}
          />
          <DateField label={labels.paiva} {...form.getInputProps('paiva')} />
          <TimeField label={labels.aika} description="Esim. 9.30, 9:30 tai 930" {...form.getInputProps('aika')} />
          <TextInput label="Lukittu" value="80" readOnly disabled />
        </SimpleGrid>
        <Group>
          <Checkbox label="Soita ennen toimitusta" defaultChecked />
          <Switch label="Ajetaan pyhäpäivinä" />
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <SignatureField label="Allekirjoitus" onChange={() => undefined} />
          <TextInput label={labels.nimi} autoComplete="name" {...form.getInputProps('nimi')} />
        </SimpleGrid>
        <Group>
          <Button onClick={() => showFault(readFault(422, refused))}>Palvelimen virheet</Button>
          <Button variant="default" onClick={conflict}>
            Ristiriita
          </Button>
          <Button
            variant="default"
            onClick={() => {
              saved()
              showDone('Lomake tallennettu.')
            }}
          >
            Tallenna
          </Button>
          <Button variant="default" onClick={discard}>
            Tyhjennä
          </Button>
        </Group>
      </Stack>
      <LeaveDialog {...leaving} />
      <ConflictDialog
        conflict={stored}
        labelOf={labelOf}
        show={show}
        onClose={() => setStored(null)}
        onResolve={(merged) => {
          form.setValues(merged)
          setStored(null)
        }}
      />
    </Section>
  )
}
