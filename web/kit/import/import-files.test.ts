import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { readTable } from '#domain/model/import/import-table.ts'
import { fileOf } from './import-files.ts'

test('rows keep their numbers when the table is sent again, also after empty lines of the file', async () => {
  const columns = [{ heading: 'nimi' }, { heading: 'y_tunnus' }]
  const rows = [
    { rivi: 2, solut: ['Yksi', ''] },
    { rivi: 5, solut: ['', '1234567-1'] },
    { rivi: 6, solut: ['Kolme; "neljä"', ''] },
  ]
  const lines = parse(await (await fileOf(columns, rows)).text(), { delimiter: ';', relax_column_count: true, skip_empty_lines: false })
  const known = { columns: columns.map(({ heading }) => ({ name: heading })) }
  expect(readTable(known, lines)).toMatchObject({ rows: rows.map(({ rivi, solut }) => ({ row: rivi, cells: solut })) })
})
