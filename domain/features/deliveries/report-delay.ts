import { z } from 'zod'
import { maxDelayMinutes } from '../../entities/shipment/shipment.delay.ts'
import { defineCall } from '../../model/define-call.ts'
import { idsOf, operationResults } from '../../model/operation-results.ts'
import { firstValidMoment, lastMoment } from '../../values/time/time.ts'

const moment = (name: string) =>
  z
    .int(`${name} on aika sekunteina.`)
    .max(lastMoment, `${name} on aika sekunteina.`)
    .refine((at) => at === 0 || at >= firstValidMoment, `${name} on aika vuodesta 1971 alkaen.`)

/**
 * "Ilmoita myöhästymisestä": shipments arrive late (rules/deliveries.md#delays). A report that is not newer than the stored one changes nothing, so
 * that it can be sent again, also late from a device that had no network.
 */
export const reportDelayCall = defineCall({
  method: 'POST',
  path: '/api/myohastyminen',
  roles: ['yllapito', 'kuljettaja'],
  input: z.strictObject({
    /** The report's own id, made by the client. */
    id: z.uuid('Ilmoituksen tunniste (id) on UUID.').toLowerCase(),
    lahetykset: idsOf({ max: 100, what: { one: 'lähetys', many: 'lähetystä' } }),
    minuutit: z
      .int('Anna minuutit kokonaislukuna.')
      .min(1, 'Myöhästyminen on vähintään minuutti.')
      .max(maxDelayMinutes, `Myöhästyminen on enintään ${maxDelayMinutes} minuuttia.`),
    /** The estimate until now, as the person saw it; 0 for none. */
    arvio: moment('Aiempi arvio (arvio)'),
    /** When it was reported, by the device's clock. */
    laitteen_aika: moment('Laitteen aika (laitteen_aika)').min(firstValidMoment, 'Laitteen aika (laitteen_aika) puuttuu.'),
    /** How many seconds the server's clock was ahead of the device's; 0 when it was not known. */
    laitteen_ero: z.int('Anna laitteen kellon ero sekunteina.').min(-lastMoment).max(lastMoment).default(0),
  }),
  /** A result for each shipment. */
  output: operationResults,
})
