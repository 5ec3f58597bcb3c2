/**
 * Whole cents in equal shares by the largest remainder (rules/reports.md#shares): the first shares get the cents that are left over, so that nothing
 * is lost. The same calculation as in server/features/reports/queries.ts.
 */
export function shareEvenly(cents: number, count: number): number[] {
  const share = Math.floor(cents / count)
  const leftOver = cents - share * count
  return Array.from({ length: count }, (_, index) => share + (index < leftOver ? 1 : 0))
}
