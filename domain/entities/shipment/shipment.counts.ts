import { integer } from '../../model/define-field.ts'

/** Pieces that the driver counted (rules/deliveries.md#counted-pieces). 0 = not counted. Prices follow `maara` alone. */
export const countFields = {
  noudettu_maara: integer('Noudettu määrä', { max: 100_000 }),
  toimitettu_maara: integer('Toimitettu määrä', { max: 100_000 }),
}
export type Counted = { maara: number; noudettu_maara: number; toimitettu_maara: number }

/** What the counts say, where they differ from the order: `Noudettu 8/10`, `Toimitettu 8/10`. */
export function countDifferences({ maara, noudettu_maara, toimitettu_maara }: Counted): string[] {
  const counted = [
    ['Noudettu', noudettu_maara],
    ['Toimitettu', toimitettu_maara],
  ] as const
  return counted.flatMap(([what, count]) => (count !== 0 && count !== maara ? [`${what} ${count}/${maara}`] : []))
}
