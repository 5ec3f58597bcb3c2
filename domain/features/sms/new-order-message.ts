/** What drivers are told when orders are assigned to them (rules/sms.md#new-orders). */
export const newOrderMessage = (count: number): string =>
  count === 1 ? 'Sinulle on 1 uusi tilaus.' : `Sinulle on ${count} uutta tilausta.`

/** At most one in this time to each driver, in seconds. */
export const newOrderPause = 5 * 60

/** Whether an hour (0…23) is within quiet hours, which may go over midnight; the same hour at both ends is no quiet time. */
export const isQuietHour = (hour: number, { from, to }: { from: number; to: number }): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to
