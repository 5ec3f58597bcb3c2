import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall } from '../../model/define-call.ts'

/** Devices of one person on which notifications are allowed. */
export const maxDevices = 10

const path = '/api/laiteilmoitukset'
/** As long as the longest known one (WNS) several times over. */
const endpoint = z
  .string('Anna selaimen ilmoitusosoite.')
  .min(1, 'Anna selaimen ilmoitusosoite.')
  .max(2000, 'Ilmoitusosoite on liian pitkä.')
const base64url = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}$`), 'Selaimen avain ei kelpaa.')

/** Notifications on the device of this session (rules/notifications.md#devices). */
export const deviceNotificationsCall = defineCall({
  method: 'GET',
  path,
  roles,
  input: z.strictObject({}),
  output: z.strictObject({
    /** The public key with which a browser subscribes (`applicationServerKey`). */
    julkinen_avain: z.string(),
    /** The endpoint that this session has; '' when notifications are off. */
    endpoint: z.string(),
    /** The number of the person's devices that receive notifications, including this one. */
    laitteita: z.number(),
  }),
})

/** The names are those of the browser's own PushSubscription. */
export const allowDeviceCall = defineCall({
  method: 'POST',
  path,
  roles,
  // Anybody who has these values can send notifications to the device.
  secret: ['endpoint', 'keys'],
  input: z.strictObject({ endpoint, keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }) }),
  output: z.strictObject({ success: z.literal(true) }),
})

export const stopDeviceCall = defineCall({
  method: 'DELETE',
  path,
  roles,
  input: z.strictObject({ endpoint }),
  output: z.strictObject({ success: z.literal(true) }),
})
