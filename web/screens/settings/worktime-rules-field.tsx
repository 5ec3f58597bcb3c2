import { ActionIcon, Button, Fieldset, Group, Input, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type DatedRow, rowAt } from '#domain/features/settings/dated-rows.ts'
import { defaultWorktimeRules, overtimeModes, type WorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { DateField } from '#web/kit/form/date-field.tsx'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { MinutesField, type MinutesForm } from '#web/kit/form/time-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { nowSeconds } from '#web/session/clock.ts'

type Figure = { key: Exclude<keyof WorktimeRules, 'alkaen' | 'ylityo'>; label: string; form: MinutesForm | 'times' }

/** The figures of a row of the rule table (rules/worktime.md#rule-table), by subject. */
const figureGroups: readonly { title: string; figures: readonly Figure[] }[] = [
  {
    title: 'Ylityö',
    figures: [
      { key: 'jakso_raja', label: 'Jaksossa yli', form: 'duration' },
      { key: 'jakso_50', label: 'Jaksossa 50 %', form: 'duration' },
      { key: 'vuorokausi_raja', label: 'Päivässä yli', form: 'duration' },
      { key: 'vuorokausi_50', label: 'Päivässä 50 %', form: 'duration' },
    ],
  },
  {
    title: 'Ilta ja yö',
    figures: [
      { key: 'ilta_alkaa', label: 'Ilta alkaa', form: 'timeOfDay' },
      { key: 'yo_alkaa', label: 'Yö alkaa', form: 'timeOfDay' },
      { key: 'yo_paattyy', label: 'Yö päättyy', form: 'timeOfDay' },
    ],
  },
  {
    title: 'Ajo',
    figures: [
      { key: 'ajojakso', label: 'Ajoa ilman taukoa', form: 'duration' },
      { key: 'ajotauko', label: 'Tauko yhdessä osassa', form: 'duration' },
      { key: 'ajotauko_alku', label: 'Tauon 1. osa', form: 'duration' },
      { key: 'ajotauko_loppu', label: 'Tauon 2. osa', form: 'duration' },
      { key: 'ajo_paiva', label: 'Ajoa päivässä', form: 'duration' },
      { key: 'ajo_paiva_pidennetty', label: 'Pidennettynä', form: 'duration' },
      { key: 'pidennyksia', label: 'Pidennyksiä viikossa', form: 'times' },
      { key: 'ajo_viikko', label: 'Ajoa viikossa', form: 'duration' },
      { key: 'ajo_kaksi_viikkoa', label: 'Ajoa kahdessa viikossa', form: 'duration' },
    ],
  },
  {
    title: 'Lepo ja työaika',
    figures: [
      { key: 'lepo', label: 'Vuorokausilepo', form: 'duration' },
      { key: 'lepo_lyhennetty', label: 'Lyhennettynä', form: 'duration' },
      { key: 'lyhennyksia', label: 'Lyhennyksiä', form: 'times' },
      { key: 'paiva', label: 'Työpäivä enintään', form: 'duration' },
      { key: 'viikko', label: 'Työtä viikossa', form: 'duration' },
      { key: 'avoin', label: 'Päivä auki enintään', form: 'duration' },
    ],
  },
]

/** A row as it is typed: a number, or a text that is not one yet. */
type TypedRow = { readonly [key: string]: unknown }

const isRow = (value: unknown): value is TypedRow => typeof value === 'object' && value !== null && 'alkaen' in value
const typedOf = (value: unknown): TypedNumber => (typeof value === 'number' || typeof value === 'string' ? value : '')
const isDated = (row: TypedRow): row is TypedRow & DatedRow => typeof row.alkaen === 'number'

/** The rules of working time, each set with the day from which it holds (rules/settings.md#rules-by-day). */
export function WorktimeRulesField({ input: { label, description, value, onChange, error, 'data-path': path } }: { input: InputProps }) {
  const rows = Array.isArray(value) ? value.filter(isRow) : []
  const dated = rows.filter(isDated).toSorted((a, b) => a.alkaen - b.alkaen)
  const current = rowAt(dated, nowSeconds())
  const change = (at: number, changed: TypedRow) => onChange(rows.map((row, index) => (index === at ? { ...row, ...changed } : row)))
  // A new agreement usually changes a few figures of the last one.
  const next = { ...(dated.at(-1) ?? defaultWorktimeRules), alkaen: startOfDay(nowSeconds()) }
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error} data-path={path}>
      <Stack gap="md" mt="xs">
        {rows.map((row, index) => (
          <RuleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and a row keeps its place while it is typed
            key={index}
            row={row}
            isCurrent={row === current}
            onChange={(changed) => change(index, changed)}
            onRemove={rows.length === 1 ? null : () => onChange(rows.filter((_, other) => other !== index))}
          />
        ))}
        <Group>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onChange([...rows, next])}>
            Lisää uudet säännöt
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}

type RowProps = { row: TypedRow; isCurrent: boolean; onChange: (changed: TypedRow) => void; onRemove: (() => void) | null }

function RuleRow({ row, isCurrent, onChange, onRemove }: RowProps) {
  const begins = isDated(row) ? formatDate(row.alkaen) : ''
  return (
    <Fieldset legend={begins === '' ? 'Uudet säännöt' : `Säännöt ${begins} alkaen`}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <DateField label="Ensimmäinen päivä" w={150} value={typedOf(row.alkaen)} onChange={(day) => onChange({ alkaen: day })} />
          <Select
            label="Ylityön laskutapa"
            w={220}
            allowDeselect={false}
            data={Object.entries(overtimeModes).map(([mode, text]) => ({ value: mode, label: text }))}
            value={typeof row.ylityo === 'string' ? row.ylityo : null}
            onChange={(mode) => onChange({ ylityo: mode })}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`Poista säännöt ${begins} alkaen`}
            disabled={onRemove === null}
            onClick={() => onRemove?.()}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
          {isCurrent && (
            <Text size="sm" c="dimmed" lh="36px">
              Voimassa nyt
            </Text>
          )}
        </Group>
        {figureGroups.map(({ title, figures }) => (
          <div key={title}>
            <Text size="sm" fw={600} mb={4}>
              {title}
            </Text>
            <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }} spacing="sm" verticalSpacing="xs">
              {figures.map(({ key, label, form }) => {
                const shared = { label, value: typedOf(row[key]), onChange: (number: TypedNumber) => onChange({ [key]: number }) }
                return form === 'times' ? <NumberField key={key} {...shared} /> : <MinutesField key={key} {...shared} form={form} />
              })}
            </SimpleGrid>
          </div>
        ))}
      </Stack>
    </Fieldset>
  )
}
