/** A Markdown table with its columns aligned, the first one to the left. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0, fill) : cell.padStart(widths[at] ?? 0, fill))).join(' | ')} |`
  const rule = line(heads.map((_head, at) => (at === 0 ? '-' : ':').padStart(widths[at] ?? 0, '-')))
  return [line(heads), rule, ...rows.map((row) => line(row))].join('\n')
}
