import { Anchor, Button, Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { changePriceListsCall, type PriceListPreview, priceListPreviewCall } from '#domain/features/prices/price-list-change.ts'
import { dayOf, midnightOf } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { faultsByField } from '#web/features/prices/call-faults.ts'
import { ManyField } from '#web/kit/entity/fields/relation-field.tsx'
import { DateField, dayFault } from '#web/kit/form/date-field.tsx'
import { FaultSummary } from '#web/kit/form/form-parts.tsx'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { numberFault, numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import { plural } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { Section } from '#web/ui/section.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { Preview } from './preview.tsx'

type Input = z.input<typeof priceListPreviewCall.input>
type Typed = { all: boolean; ids: string[]; paiva: TypedNumber; prosentti: TypedNumber; polttoainelisa: TypedNumber; nimi: string }

const newYear = (): number => midnightOf(`${Number(dayOf(nowSeconds()).slice(0, 4)) + 1}-01-01`)
const quiet = [0, 409, 422]

const labels = {
  ids: 'Valitut hinnastot',
  paiva: 'Voimassa alkaen',
  prosentti: 'Hintojen muutos (%)',
  polttoainelisa: 'Uusi polttoainelisä (%)',
  nimi: 'Uuden hinnaston nimi',
}
const labelOf = (name: string): string => Object.entries(labels).find(([key]) => key === name)?.[1] ?? 'Hinnastot'

function faultsOf({ all, ids, paiva, prosentti, polttoainelisa }: Typed): Record<string, string> {
  const found = {
    ids: !all && ids.length === 0 ? 'Valitse ainakin yksi hinnasto.' : null,
    paiva: paiva === 0 ? 'Valitse päivä.' : dayFault(paiva),
    prosentti: numberFault(prosentti, 2),
    polttoainelisa: numberFault(polttoainelisa, 2),
  }
  return Object.fromEntries(Object.entries(found).flatMap(([name, fault]) => (fault ? [[name, fault]] : [])))
}

const inputOf = ({ all, ids, paiva, prosentti, polttoainelisa, nimi }: Typed): Input => ({
  ...(all ? {} : { ids }),
  paiva: numberOf(paiva),
  prosentti: numberOf(prosentti),
  polttoainelisa: polttoainelisa === '' ? null : numberOf(polttoainelisa),
  nimi: !all && ids.length === 1 ? nimi : '',
})

/** What changes and when; the preview belongs to what was typed, and is dropped by an edit. */
export function ChangeForm({ list }: { list: string | null }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Typed>(() => ({
    ...{ all: list === null, ids: list === null ? [] : [list], paiva: newYear() },
    ...{ prosentti: '', polttoainelisa: '', nimi: '' },
  }))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [previewed, setPreviewed] = useState<{ input: Input; preview: PriceListPreview } | null>(null)
  const edit = (values: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...values }))
    setPreviewed(null)
    setFaults({})
  }
  const previewChange = useAction({
    mutationFn: async (input: Input) => ({ input, preview: await callApi(priceListPreviewCall, input, { quiet }) }),
    onSuccess: setPreviewed,
    onFault: (fault) => setFaults(faultsByField(fault)),
  })
  const apply = useAction({
    mutationFn: ({ input, preview: { tiiviste } }: { input: Input; preview: PriceListPreview }) => {
      const change = { ...input, tiiviste }
      return callApi(changePriceListsCall, change, { quiet, idempotencyKey: saveKeyOf(tiiviste, change) })
    },
    onSuccess: async ({ hinnastot }) => {
      showDone(`Luotu ${plural(hinnastot.length, 'hinnasto', 'hinnastoa')}.`)
      const [only] = hinnastot
      setPreviewed(null)
      if (list && only) await navigate({ to: '/hinnasto/$id', params: { id: only } })
      await rereadAfterChange('hinnasto')
    },
    onFault: (fault) => {
      if (fault.status !== 0) setPreviewed(null)
      const { tiiviste, ...others } = faultsByField(fault)
      setFaults(tiiviste ? { general: tiiviste } : others)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(typed)
    setFaults(found)
    if (Object.keys(found).length === 0) previewChange.run(inputOf(typed))
  }
  const { general, ...fieldFaults } = faults
  return (
    <>
      <form onSubmit={submit} noValidate aria-label="Hintojen muutos">
        <Section title="Mitä muuttuu">
          <Stack gap="md">
            <FaultSummary faults={fieldFaults} general={[]} labelOf={labelOf} />
            {general && <FaultNote>{general}</FaultNote>}
            <ChosenLists typed={typed} faults={faults} edit={edit} />
            <Amounts typed={typed} faults={faults} edit={edit} />
            <Text size="sm" c="dimmed">
              Tuntitöiden hinnat eivät muutu hinnastojen mukana.{' '}
              <Anchor renderRoot={(props) => <Link to="/tuntityypit" {...props} />} size="sm">
                Tuntityön hinnat
              </Anchor>
            </Text>
            {!typed.all && typed.ids.length === 1 && (
              <TextInput
                label={labels.nimi}
                description="Tyhjänä vanhan nimi ja alkupäivä"
                maxLength={255}
                value={typed.nimi}
                error={faults.nimi}
                data-path="nimi"
                onChange={(event) => edit({ nimi: event.currentTarget.value })}
              />
            )}
            <Group>
              <Button type="submit" variant="default" loading={previewChange.isRunning} leftSection={<IconEye size={18} aria-hidden />}>
                Esikatsele
              </Button>
            </Group>
          </Stack>
        </Section>
      </form>
      {previewed && <Preview preview={previewed.preview} busy={apply.isRunning} onApply={() => apply.run(previewed)} />}
    </>
  )
}

type PartProps = { typed: Typed; faults: Readonly<Record<string, string>>; edit: (values: Partial<Typed>) => void }

/** Which price lists change. */
function ChosenLists({ typed, faults, edit }: PartProps) {
  return (
    <>
      <Radio.Group
        label="Hinnastot"
        value={typed.all ? 'kaikki' : 'valitut'}
        error={typed.all && faults.ids}
        data-path={typed.all ? 'ids' : undefined}
        onChange={(value) => edit({ all: value === 'kaikki' })}
      >
        <Group gap="lg" mt={6}>
          <Radio value="kaikki" label="Kaikki voimassa olevat" />
          <Radio value="valitut" label="Valitut" />
        </Group>
      </Radio.Group>
      {!typed.all && (
        <ManyField
          entity="hinnasto"
          label={labels.ids}
          value={typed.ids}
          error={faults.ids}
          data-path="ids"
          onChange={(ids) => edit({ ids })}
        />
      )}
    </>
  )
}

/** From which day on the new lists apply, and how their prices differ. */
function Amounts({ typed, faults, edit }: PartProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <DateField label={labels.paiva} value={typed.paiva} error={faults.paiva} data-path="paiva" onChange={(paiva) => edit({ paiva })} />
      <NumberField
        label={labels.prosentti}
        description="Esimerkiksi 3,5 tai −2"
        inputMode="text"
        decimals={2}
        value={typed.prosentti}
        error={faults.prosentti}
        data-path="prosentti"
        onChange={(prosentti) => edit({ prosentti })}
      />
      <NumberField
        label={labels.polttoainelisa}
        description="Tyhjänä ennallaan"
        decimals={2}
        value={typed.polttoainelisa}
        error={faults.polttoainelisa}
        data-path="polttoainelisa"
        onChange={(polttoainelisa) => edit({ polttoainelisa })}
      />
    </SimpleGrid>
  )
}
