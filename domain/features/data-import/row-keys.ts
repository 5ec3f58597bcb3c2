import type { ImportKindName } from './import-kinds.ts'
import type { DataRow } from './read-data-row.ts'

/** By which a row is recognised, and the column of the file that it comes from. */
export type RowKey = { key: string; column: string }
/** The values by which rows are recognised, of a row of the file or of a stored one. */
export type KeyValues = Readonly<Record<string, unknown>>

const keyOf = (values: KeyValues, field: string): string => {
  const value = values[field]
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}
/** Lists of one name are those of different years. */
const dayKeyOf = ({ voimassa_alkaen }: KeyValues): string => (typeof voimassa_alkaen === 'number' ? String(voimassa_alkaen) : '')
/** A key of several values; none when the first one is empty. */
function key(column: string, ...texts: readonly string[]): RowKey[] {
  return texts[0] === '' ? [] : [{ key: `${column} ${texts.join('\n')}`, column }]
}

const keysOfKind: Readonly<Record<ImportKindName, (values: KeyValues, customer: string) => RowKey[]>> = {
  asiakkaat: (values) => [...key('y_tunnus', keyOf(values, 'y_tunnus')), ...key('nimi', keyOf(values, 'name'))],
  osoitteet: (values, customer) =>
    key('nimi', keyOf(values, 'name'), customer, keyOf(values, 'field_osoite_1'), keyOf(values, 'field_postinumero')),
  yhteyshenkilot: (values, customer) => [
    ...key('email', keyOf(values, 'email'), customer),
    ...key('puhelin', keyOf(values, 'puhelin'), customer),
  ],
  tuotteet: (values, customer) => key('nimi', keyOf(values, 'name'), customer),
  hinnastot: (values, customer) => key('nimi', keyOf(values, 'name'), customer, dayKeyOf(values)),
  autot: (values) => key('rekisterinumero', keyOf(values, 'rekisterinumero')),
  tyoreitit: (values) => key('reittinro', keyOf(values, 'reittinro')),
  kayttajat: (values) => [...key('mail', keyOf(values, 'mail')), ...key('tunnus', keyOf(values, 'name'))],
}

/** The keys of a stored row (rules/data-import.md#rows-that-exist). */
export const storedKeys = (kind: ImportKindName, values: KeyValues, customer: string | null): string[] =>
  keysOfKind[kind](values, customer ?? '').map((one) => one.key)

/**
 * The keys by which a row of the file is looked for. A contact with a mail address is looked for by that alone: colleagues share a
 * switchboard's number.
 */
export function soughtKeys(kind: ImportKindName, { parts }: Pick<DataRow, 'parts'>, customer: string | null): RowKey[] {
  const keys = keysOfKind[kind](parts.rivi ?? {}, customer ?? '')
  return kind === 'yhteyshenkilot' ? keys.slice(0, 1) : keys
}
