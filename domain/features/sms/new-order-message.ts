import { filledText, type StoredTexts } from '../settings/message-texts.ts'

/** The message to a driver to whom orders have been assigned (rules/sms.md#new-orders), in the company's words. */
export const newOrderMessage = (count: number, texts: StoredTexts): string =>
  filledText(texts, count === 1 ? 'teksti_uusi_tilaus' : 'teksti_uudet_tilaukset', { n: String(count) })

/** The minimum interval between two such messages to a driver, in seconds. */
export const newOrderPause = 5 * 60

/** Whether an hour (0–23) is within the quiet hours, which may span midnight. There are none when `from` and `to` are equal. */
export const isQuietHour = (hour: number, { from, to }: { from: number; to: number }): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to
