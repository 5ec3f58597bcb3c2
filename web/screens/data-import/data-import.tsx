import { Checkbox, Radio, Stack } from '@mantine/core'
import type { z } from 'zod'
import type { DataColumn } from '#domain/features/data-import/data-columns.ts'
import { fieldOf } from '#domain/features/data-import/data-columns.ts'
import { dataFields, dataTemplate } from '#domain/features/data-import/data-templates.ts'
import { existingChoices, importDataCall } from '#domain/features/data-import/import-data.ts'
import { type ImportKind, type ImportKindName, importKinds } from '#domain/features/data-import/import-kinds.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { callApi } from '#web/data/api-call.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { saveSheets } from '#web/kit/import/import-files.ts'
import type { ImportShape } from '#web/kit/import/import-shape.ts'
import type { ReviewColumn } from '#web/kit/import/review-table.ts'

type Answer = z.output<typeof importDataCall.output>
type DataDryRun = Extract<Answer, { rivit: unknown }>
export type ImportedData = Extract<Answer, { uusia: number; kutsuja: unknown }>

/** What the person has chosen for the whole file. */
export type DataChoices = { olemassa: keyof typeof existingChoices; kutsut: boolean }

// These statuses are reported on the page.
const quiet = [404, 409, 413, 422, 429]

function widthOf(column: DataColumn): number {
  const wide = Math.max(100, column.heading.length * 7 + 20)
  if (column.kind === 'postal code' || column.field === 'field_maa') return wide
  const { kind } = column.kind === 'field' ? fieldOf(column.entity, column.field) : { kind: 'text' as const }
  return ['text', 'area'].includes(kind) ? Math.max(170, wide) : Math.max(120, wide)
}

const columnsOf = ({ columns }: ImportKind): ReviewColumn[] =>
  columns.map((column) => ({
    ...{ name: column.name, label: column.label, help: column.help, needed: column.needed, heading: column.heading },
    width: widthOf(column),
    ...(column.kind === 'field' && fieldOf(column.entity, column.field).kind === 'area' ? { lines: true } : {}),
  }))

/** The entities whose rows a kind makes, for the lists that show them. */
const changedEntities = ({ columns, entity }: ImportKind): EntityName[] => [
  ...new Set<EntityName>([entity, ...columns.map((column) => column.entity)]),
]

const counted = (count: number, { one, many }: ImportKind): string => plural(count, one, many)

function resultTitle({ uusia, paivitettyja }: ImportedData, kind: ImportKind): string {
  if (uusia === 0 && paivitettyja > 0) return `${counted(paivitettyja, kind)} päivitetty`
  return `${counted(uusia, kind)} tuotu`
}

function resultText({ uusia, paivitettyja, ohitettuja, kutsuja }: ImportedData): string {
  const sentences = [
    uusia > 0 && paivitettyja > 0 && `Päivitetty ${formatCount(paivitettyja)}.`,
    ohitettuja > 0 && `Ennalleen jäi ${formatCount(ohitettuja)}, koska ne olivat jo.`,
    kutsuja > 0 && `Lähetetty ${plural(kutsuja, 'kutsu', 'kutsua')}.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

function storeLabel({ uusia, jo }: DataDryRun, kind: ImportKind, { olemassa }: DataChoices): string {
  if (olemassa === 'ohita' || jo.length === 0) return `Tuo ${counted(uusia, kind)}`
  return uusia === 0 ? `Päivitä ${counted(jo.length, kind)}` : `Tuo ${formatCount(uusia)} ja päivitä ${formatCount(jo.length)}`
}

type Chosen = { choices: DataChoices; onChange: (choices: DataChoices) => void }

/** The import of one kind of data. */
export function dataImport(name: ImportKindName, { choices, onChange }: Chosen): ImportShape<DataDryRun, ImportedData> {
  const kind: ImportKind = importKinds[name]
  const { olemassa, kutsut } = choices
  const what = kind.title.toLowerCase()
  const templates = [
    {
      label: 'Malli (.xlsx)',
      save: () => saveSheets(`${what}-malli.xlsx`, { [kind.title]: dataTemplate(name), Kentät: dataFields(name) }),
    },
  ]
  return {
    key: `${name} ${olemassa} ${kutsut}`,
    draft: `tuonti.${name}`,
    columns: columnsOf(kind),
    templates,
    what,
    dryRun: async (file, signal) => {
      const answer = await callApi(importDataCall, { laji: name, olemassa, ...file, tarkista: true }, { signal, quiet })
      if ('kysyttavat' in answer) return { unmapped: answer }
      return 'rivit' in answer ? { checked: answer } : null
    },
    store: async ({ base64, uudelleen, idempotencyKey }) => {
      const answer = await callApi(importDataCall, { laji: name, olemassa, kutsut, base64, uudelleen }, { idempotencyKey, quiet })
      return 'kutsuja' in answer ? answer : null
    },
    reread: () => rereadAfterChange(...changedEntities(kind)),
    resultTitle: (result) => resultTitle(result, kind),
    resultText,
    counted: ({ uusia, jo }) => [`${formatCount(uusia)} uutta`, ...(jo.length > 0 ? [`${formatCount(jo.length)} on jo`] : [])].join(', '),
    storeLabel: (answer) => storeLabel(answer, kind, choices),
    isWorthStoring: ({ uusia, jo }) => uusia > 0 || (olemassa === 'paivita' && jo.length > 0),
    notesOf: ({ jo }) => jo.map(({ rivi, nimi }) => ({ rivi, text: `On jo: ${nimi}` })),
    above: ({ answer }) => (
      <Stack gap="sm">
        {answer.jo.length > 0 && <ExistingChoice count={answer.jo.length} kind={kind} choices={choices} onChange={onChange} />}
        {name === 'kayttajat' && (
          <Checkbox
            label="Lähetä kutsut"
            description="Uudet käyttäjät saavat sähköpostiinsa linkin, jolla he valitsevat salasanan. Linkki on voimassa tunnin."
            checked={kutsut}
            onChange={(event) => onChange({ ...choices, kutsut: event.currentTarget.checked })}
          />
        )}
      </Stack>
    ),
  }
}

function ExistingChoice({ count, kind, choices, onChange }: Chosen & { count: number; kind: ImportKind }) {
  return (
    <Radio.Group
      label={`${counted(count, kind)} on jo Kuormassa`}
      description="Tyhjä solu ei muuta mitään."
      value={choices.olemassa}
      onChange={(value) => onChange({ ...choices, olemassa: value === 'paivita' ? 'paivita' : 'ohita' })}
    >
      <Stack gap={6} mt="xs">
        {Object.entries(existingChoices).map(([value, label]) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
