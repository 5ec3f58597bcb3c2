// Regulation (EC) No 561/2006.

/** Article 7: minutes of break after 4 h 30 min of driving (`maxDriving`, seconds). */
export const maxDriving = 4.5 * 3600
export const breakMinutes = 45
/** Article 6: minutes of driving a day; ten hours at most twice a week, which planning leaves to the dispatcher. */
export const dailyDriving = 9 * 60
/** Articles 4 and 8: minutes of daily rest, reduced at most three times between two weekly rests. */
export const dailyRest = { regular: 11 * 60, reduced: 9 * 60 } as const
/** What a regular daily rest leaves of a day (minutes). */
export const dailyDuty = 24 * 60 - dailyRest.regular
