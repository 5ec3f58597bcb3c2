/**
 * A text as a cell of a spreadsheet that write-excel-file makes. It keeps texts in a plain object, so that a cell that says just
 * `constructor` or `valueOf` would spoil the file; a space behind changes nothing that anybody reads, and the import trims it away.
 */
export const sheetText = (text: string): string => (text in {} ? `${text} ` : text)
