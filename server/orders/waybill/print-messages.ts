import type { PrintFacts, PrintPart } from './pdf.ts'

/** What the server asks of the drawing process; each is answered before the next is asked. */
export type PrintQuestion = { readonly print: number } & (
  | { readonly kind: 'begin'; readonly path: string; readonly facts: PrintFacts }
  | { readonly kind: 'add'; readonly part: PrintPart }
  | { readonly kind: 'end' }
  /** Gives up the print and its file. */
  | { readonly kind: 'drop' }
)

export type PrintAnswer = { readonly pages: number; readonly size: number; readonly tarkiste: string } | { readonly fault: string }
