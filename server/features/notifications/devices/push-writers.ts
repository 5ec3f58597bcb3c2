import { bellPushText, newOrdersPushText } from '#domain/features/notifications/push-text.ts'
import { readViewer } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import type { PushContext } from '#server/platform/push/send-push.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { countOpenOrders } from '../../sms/queries.ts'
import { listBell } from '../list-bell.ts'

/** What messages to devices say, decided when they are sent: of the bell what it still shows to the person, of orders those still to be done. */
export const pushWriters = (context: Context): PushContext['writers'] => ({
  async bell({ person, subjects }) {
    const viewer = await readViewer(context.pool, person)
    if (viewer === null) return null
    const { data } = await listBell(context, viewer)
    const shown = data.filter(({ id }) => subjects.includes(id))
    const text = bellPushText(shown, viewer.roles)
    return text && { ...text, urgent: shown.some(({ laji }) => laji === 'poikkeama') }
  },
  async new_orders({ person, subjects }) {
    if ((await readViewer(context.pool, person)) === null) return null
    const { values } = await storedSettings(context.pool)
    const text = newOrdersPushText(await countOpenOrders(context.pool, { driver: person, orders: subjects }), values)
    return text && { ...text, urgent: true }
  },
})
