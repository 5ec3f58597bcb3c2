/** Regulation (EC) No 561/2006, articles 4 and 8: minutes of daily rest, reduced at most three times between two weekly rests. */
export const dailyRest = { regular: 11 * 60, reduced: 9 * 60 } as const
