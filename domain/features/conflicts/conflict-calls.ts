import { z } from 'zod'
import { driverAction } from '../../entities/conflict/driver-action.ts'
import { defineCall } from '../../model/define-call.ts'
import { firstValidMoment, lastMoment } from '../../values/time/time.ts'

const id = z.uuid('Tunniste (id) on UUID.').toLowerCase()
const answer = z.strictObject({ success: z.literal(true) })

/** A driver's device hands an action that was rejected to the dispatcher (rules/deliveries.md#conflicts). */
export const reportConflictCall = defineCall({
  method: 'POST',
  path: '/api/ristiriita',
  roles: ['kuljettaja'],
  input: z.strictObject({
    /** The action's own id on the device: the same over retries. */
    id,
    kuvaus: z.string().trim().max(255),
    syy: z.string().trim().max(1000),
    laitteen_aika: z.int().min(firstValidMoment).max(lastMoment),
    /** How many seconds the server's clock was ahead of the device's; 0 when it was not known. */
    laitteen_ero: z.int().min(-2_000_000_000).max(2_000_000_000),
    toimi: driverAction,
  }),
  output: answer,
})

/** An administrator applies the driver's action, with the driver's time, or leaves things as they are. */
export const solveConflictCall = defineCall({
  method: 'POST',
  path: '/api/ristiriita/ratkaise',
  roles: ['yllapito'],
  input: z.strictObject({ id, ratkaisu: z.enum(['hyvaksytty', 'pidetty'], 'Valitse ratkaisu.') }),
  output: answer,
})
