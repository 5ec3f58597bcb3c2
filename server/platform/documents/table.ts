export type TableFormat = 'csv' | 'xlsx'
/** A CSV file has headings and a byte order mark, unless another program reads it that wants neither. */
export type CsvOptions = { headings: boolean; bom: boolean }
export type TableColumn = {
  header: string
  /** Width in a sheet, in characters. */
  width: number
  /** `day` is a day in unix seconds, `money` euros; an empty cell is '', or 0 for those two. */
  kind: 'text' | 'count' | 'kilos' | 'money' | 'day'
}
export type TableCell = string | number
