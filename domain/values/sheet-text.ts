/**
 * A text as a cell of a spreadsheet that write-excel-file creates. The library uses texts as keys of a plain object, so a cell with only
 * `constructor` or `valueOf` would break the file. The added space is not visible, and the import trims it.
 */
export const sheetText = (text: string): string => (text in {} ? `${text} ` : text)
