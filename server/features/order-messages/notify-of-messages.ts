import { messageKey } from '#domain/features/order-messages/message-key.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import { addDays } from '#domain/values/time/time.ts'
import { addRow, type Follow } from '#server/entities/engine.ts'
import { ordersOfMessages, readersOfAnswers } from './queries.ts'

/** How long a notification is shown unless it is dismissed. */
const shownDays = 14
/** The number of characters of a message in its notification. */
const maxShown = 160

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > maxShown ? `${line.slice(0, maxShown).trimEnd()}…` : line
}

/** Notifies the dispatchers of a customer's message, and the customer's people of the answer (rules/orders.md#messages); nobody of a note. */
export const notifyOfMessages: Follow<Row<'tilausviesti'>> = async (runner, changes, { now }) => {
  const added = changes.flatMap(({ before, after }) => (before === null && !after.sisainen ? [after] : []))
  const ids = added.flatMap(({ tilaus }) => tilaus ?? [])
  if (ids.length === 0) return []
  const [orders, readers] = [await ordersOfMessages(runner, ids), await readersOfAnswers(runner, ids)]
  const shown = { start: now, end: addDays(now, shownDays) }
  return added.flatMap((message) => {
    const order = orders.find(({ id }) => id === message.tilaus)
    if (!order) return []
    const number = `${registry.tilaus.tunniste.prefix}-${order.tilausnro}`
    const key = messageKey(order.id, message.id)
    if (message.asiakkaalta) {
      const text = `Viesti tilauksesta ${number}, ${order.asiakas}: ${shortened(message.teksti)}`
      return [addRow('notification', { ...shown, tyyppi: 'GLOBAL', roles: ['yllapito'], key, message: text })]
    }
    const henkilot = readers.filter(({ tilaus }) => tilaus === order.id).map(({ id }) => id)
    if (henkilot.length === 0) return []
    const text = `Vastaus tilaukseen ${number}: ${shortened(message.teksti)}`
    return [addRow('notification', { ...shown, tyyppi: 'PERSONAL', henkilot, key, message: text })]
  })
}
