import { monthOf } from '#domain/features/reports/months.ts'
import { type Report, type ReportTable, reportGroups } from '#domain/features/reports/report.ts'
import type { TableCell, TableColumn } from '#server/platform/documents/table.ts'

const money = (header: string): TableColumn => ({ header, width: 18, kind: 'money' })
const count = (header: string): TableColumn => ({ header, width: 18, kind: 'count' })

/** `11/2026` */
function monthName(start: number): string {
  const [year, month] = monthOf(start).split('-')
  return `${Number(month)}/${year}`
}

/** A table of the report as the columns and rows of a file. */
export function tableOfReport(report: Report, table: ReportTable): { columns: TableColumn[]; rows: TableCell[][] } {
  if (table === 'laskuttamatta')
    return {
      columns: [
        { header: 'Toimituksesta', width: 18, kind: 'text' },
        count('Tilauksia'),
        count('Hinta puuttuu'),
        money('Summa (€, alv 0 %)'),
      ],
      rows: report.laskuttamatta.map(({ nimi, tilauksia, hinnattomia, summa }) => [nimi, tilauksia, hinnattomia, summa]),
    }
  const counted = table === 'auto' || table === 'kuljettaja' ? 'kuljetuksia' : 'tilauksia'
  const months = report.kuukaudet.map(monthName)
  return {
    columns: [
      { header: reportGroups[table], width: 32, kind: 'text' },
      ...months.map((month) => money(`${month} (€, alv 0 %)`)),
      ...months.map((month) => count(`${month} ${counted}`)),
    ],
    rows: report.ryhmat[table].map(({ nimi, summat, maarat }) => [nimi, ...summat, ...maarat]),
  }
}
