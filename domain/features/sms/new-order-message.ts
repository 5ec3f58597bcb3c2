/** The text message to a driver to whom orders have been assigned (rules/sms.md#new-orders). */
export const newOrderMessage = (count: number): string =>
  count === 1 ? 'Sinulle on 1 uusi tilaus.' : `Sinulle on ${count} uutta tilausta.`

/** The minimum interval between two such messages to a driver, in seconds. */
export const newOrderPause = 5 * 60

/** Whether an hour (0–23) is within the quiet hours, which may span midnight. There are none when `from` and `to` are equal. */
export const isQuietHour = (hour: number, { from, to }: { from: number; to: number }): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to
