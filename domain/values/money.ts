/** Euros to whole cents; sums are made in cents so that no cent is lost (RULES section 1). */
export const toCents = (euros: number): number => Math.round(euros * 100)
export const fromCents = (cents: number): number => cents / 100
export const sumEuros = (amounts: readonly number[]): number => fromCents(amounts.reduce((sum, euros) => sum + toCents(euros), 0))
