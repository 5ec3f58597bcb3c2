import { Button, Group, Modal, NativeSelect, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconCalculator } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { hourlyKinds } from '#domain/entities/hourly/hourly.entity.ts'
import { reservations } from '#domain/entities/shipment/shipment.entity.ts'
import { type PriceDraft, priceDraftCall } from '#domain/features/prices/price-draft.ts'
import { keyIn } from '#domain/values/key-of.ts'
import { productTypes } from '#domain/values/limits.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { useAction } from '#web/data/use-action.ts'
import { OneField } from '#web/kit/entity/fields/relation-field.tsx'
import { DateField, dayFault } from '#web/kit/form/date-field.tsx'
import { FaultSummary } from '#web/kit/form/form-parts.tsx'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { Section } from '#web/ui/section.tsx'
import { faultsByField } from './call-faults.ts'
import { PriceSteps } from './price-steps.tsx'
import { UnpricedText } from './unpriced-note.tsx'

type Start = { asiakas: string | null; paiva: number }
type Line = 'lahetys' | 'tuntityo'
const lines = { lahetys: 'Lähetys', tuntityo: 'Tuntityö' } as const satisfies Record<Line, string>
const options = (values: Readonly<Record<string, string>>) => Object.entries(values).map(([value, label]) => ({ value, label }))

const emptyShipment = { nouto: '', toimitus: '', tyyppi: 'rullakko', maara: 1 as TypedNumber, paino: '' as TypedNumber, varauma: '' }
const emptyJob = { tyyppi: 'aika', maara: '' as TypedNumber, minimilaskutus: 450 as TypedNumber, laji: null as string | null }

const amountLabels = { aika: 'Aika (min)', matka: 'Matka (km)', maara: 'Määrä (kpl)' } as const

/** The price of an imagined order, with its calculation. Nothing is stored. */
export function TryPrice({ start }: { start?: Start }) {
  return (
    <Section title="Kokeile hintaa">
      <TryPriceForm start={start ?? { asiakas: null, paiva: startOfDay(nowSeconds()) }} />
    </Section>
  )
}

/** Opens the form in a dialog. */
export function TryPriceButton() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconCalculator size={18} aria-hidden />} onClick={() => setOpened(true)}>
        Kokeile hintaa
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Kokeile hintaa" size="md">
        <TryPriceForm start={{ asiakas: null, paiva: startOfDay(nowSeconds()) }} />
      </Modal>
    </>
  )
}

type TypedOrder = { asiakas: string | null; paiva: TypedNumber; line: Line; shipment: typeof emptyShipment; job: typeof emptyJob }
type Faults = Readonly<Record<string, string>>

const labels: Readonly<Record<string, string>> = {
  asiakas_id: 'Asiakas',
  paiva: 'Päivä',
  nouto_postinro: 'Noudon postinumero',
  toimitus_postinro: 'Toimituksen postinumero',
  ...amountLabels,
  paino: 'Paino yhteensä (kg)',
  minimilaskutus: 'Minimilaskutus (min)',
  tuntituote_tyyppi: 'Tuntityön tyyppi',
}

function inputOf({ asiakas, paiva, line, shipment, job }: TypedOrder): z.input<typeof priceDraftCall.input> {
  const kind = keyIn(hourlyKinds, job.tyyppi, 'aika')
  return {
    ...(asiakas === null ? {} : { asiakas_id: asiakas }),
    paiva: numberOf(paiva),
    lahetykset:
      line === 'lahetys'
        ? [
            {
              nouto_postinro: shipment.nouto,
              toimitus_postinro: shipment.toimitus,
              tyyppi: keyIn(productTypes, shipment.tyyppi, 'muu'),
              maara: numberOf(shipment.maara),
              paino: numberOf(shipment.paino),
              varauma: keyIn(reservations, shipment.varauma, ''),
            },
          ]
        : [],
    tuntituotteet:
      line === 'tuntityo'
        ? [{ tyyppi: kind, [kind]: numberOf(job.maara), minimilaskutus: numberOf(job.minimilaskutus), tuntituote_tyyppi: job.laji }]
        : [],
  }
}

function TryPriceForm({ start }: { start: Start }) {
  const [typed, setTyped] = useState<TypedOrder>({ ...start, line: 'lahetys', shipment: emptyShipment, job: emptyJob })
  const [faults, setFaults] = useState<Faults>({})
  const [priced, setPriced] = useState<{ typed: TypedOrder; price: PriceDraft } | null>(null)
  const { asiakas, paiva, line, shipment, job } = typed
  const edit = (values: Partial<TypedOrder>) => {
    setTyped((before) => ({ ...before, ...values }))
    setFaults({})
  }
  const { run: calculate, isRunning } = useAction({
    mutationFn: async (order: TypedOrder) => ({
      typed: order,
      price: await callApi(priceDraftCall, inputOf(order), { quiet: 'all' }),
    }),
    onSuccess: setPriced,
    onFault: (fault) => {
      setPriced(null)
      setFaults(faultsByField(fault))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const ofDay = dayFault(paiva)
    setFaults(ofDay ? { paiva: ofDay } : {})
    if (!ofDay) calculate(typed)
  }
  const { general, ...fieldFaults } = faults
  return (
    <form onSubmit={submit} noValidate aria-label="Kokeile hintaa">
      <Stack gap="sm">
        <FaultSummary faults={fieldFaults} general={[]} labelOf={(name) => labels[name] ?? 'Tilaus'} />
        {general && <FaultNote>{general}</FaultNote>}
        <OneField
          entity="asiakas"
          label="Asiakas"
          description="Tyhjä: yleinen hinnasto"
          value={asiakas}
          error={faults.asiakas_id}
          data-path="asiakas_id"
          onChange={(value) => edit({ asiakas: value })}
        />
        <DateField label="Päivä" value={paiva} error={faults.paiva} data-path="paiva" onChange={(value) => edit({ paiva: value })} />
        <SegmentedControl
          aria-label="Hinnoiteltava"
          data={options(lines)}
          value={line}
          onChange={(value) => edit({ line: keyIn(lines, value, 'lahetys') })}
        />
        {line === 'lahetys' ? (
          <ShipmentFields value={shipment} faults={faults} onChange={(value) => edit({ shipment: value })} />
        ) : (
          <JobFields value={job} faults={faults} onChange={(value) => edit({ job: value })} />
        )}
        <Group>
          <Button type="submit" loading={isRunning} leftSection={<IconCalculator size={18} aria-hidden />}>
            Laske hinta
          </Button>
        </Group>
        <div role="status" aria-label="Laskettu hinta">
          {/* A price belongs to what it was calculated from: any edit removes it. */}
          {priced?.typed === typed && <Result price={priced.price} asiakas={asiakas ?? ''} />}
        </div>
      </Stack>
    </form>
  )
}

function Result({ price: { hinta, puute, hinnasto, vaiheet }, asiakas }: { price: PriceDraft; asiakas: string }) {
  if (puute !== '') return <UnpricedText why={{ puute, kohde: null, rivi: 0, paikka: '' }} asiakas={asiakas} />
  return <PriceSteps title="Hinta, alv 0 %" hinta={hinta} list={hinnasto} steps={vaiheet} open />
}

type FieldsOf<T> = { value: T; faults: Faults; onChange: (value: T) => void }

function ShipmentFields({ value, faults, onChange }: FieldsOf<typeof emptyShipment>) {
  const code = (name: 'nouto' | 'toimitus') => (
    <TextInput
      label={labels[`${name}_postinro`]}
      data-path={`${name}_postinro`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={value[name]}
      error={faults[`${name}_postinro`]}
      onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
    />
  )
  return (
    <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm" style={{ alignItems: 'end' }}>
      {code('nouto')}
      {code('toimitus')}
      <NativeSelect
        label="Tavara"
        data={options(productTypes)}
        value={value.tyyppi}
        onChange={(event) => onChange({ ...value, tyyppi: event.currentTarget.value })}
      />
      <NumberField
        label={labels.maara}
        value={value.maara}
        error={faults.maara}
        data-path="maara"
        onChange={(maara) => onChange({ ...value, maara })}
      />
      <NumberField
        label={labels.paino}
        decimals={2}
        value={value.paino}
        error={faults.paino}
        data-path="paino"
        onChange={(paino) => onChange({ ...value, paino })}
      />
      <NativeSelect
        label="Varaus"
        data={options(reservations)}
        value={value.varauma}
        onChange={(event) => onChange({ ...value, varauma: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}

function JobFields({ value, faults, onChange }: FieldsOf<typeof emptyJob>) {
  const kind = keyIn(hourlyKinds, value.tyyppi, 'aika')
  return (
    <Stack gap="sm">
      <OneField
        entity="tuntituote_tyyppi"
        label="Tuntityön tyyppi"
        value={value.laji}
        error={faults.tuntituote_tyyppi}
        data-path="tuntituote_tyyppi"
        onChange={(laji) => onChange({ ...value, laji })}
      />
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <NativeSelect
          label="Laskutusperuste"
          data={options(hourlyKinds)}
          value={kind}
          onChange={(event) => onChange({ ...value, tyyppi: event.currentTarget.value })}
        />
        <NumberField
          label={amountLabels[kind]}
          decimals={kind === 'aika' ? 0 : 2}
          value={value.maara}
          error={faults[kind]}
          data-path={kind}
          onChange={(maara) => onChange({ ...value, maara })}
        />
        {kind === 'aika' && (
          <NumberField
            label={labels.minimilaskutus}
            value={value.minimilaskutus}
            error={faults.minimilaskutus}
            data-path="minimilaskutus"
            onChange={(minimilaskutus) => onChange({ ...value, minimilaskutus })}
          />
        )}
      </SimpleGrid>
    </Stack>
  )
}
