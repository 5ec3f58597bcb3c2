import { fieldRows } from '../../model/import/import-column.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'

/** The template of a kind: its headings and an example row. */
export function dataTemplate(name: ImportKindName): string[][] {
  const { columns, example }: { columns: (typeof importKinds)[ImportKindName]['columns']; example: Readonly<Record<string, string>> } =
    importKinds[name]
  return [columns.map(({ heading }) => heading), columns.map((column) => example[column.name] ?? '')]
}

/** The sheet that describes the columns of a kind. */
export function dataFields(name: ImportKindName): string[][] {
  const [, ...examples] = dataTemplate(name)
  return fieldRows(importKinds[name].columns, ({ heading }) => heading, examples)
}
