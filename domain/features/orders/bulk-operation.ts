import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall } from '../../model/define-call.ts'
import { day } from '../../model/define-field.ts'
import { entityTypeInput } from '../../model/entity-named.ts'
import { idsOf, operationResults, reasonText } from '../../model/operation-results.ts'
import { parseField } from '../../model/validation.ts'

export const maxBulkRows = 250
const syy = reasonText.default('')
const reference = (what: string) => z.uuid(`Tunniste (${what}) on UUID tai null.`).toLowerCase().nullable().optional()

const wishedDay = z.unknown().transform((input, context) => {
  const parsed = parseField(day('Toivottu toimitus'), input)
  if ('value' in parsed && typeof parsed.value === 'number') return parsed.value
  context.addIssue({ code: 'custom', message: 'fault' in parsed ? parsed.fault : 'Anna päivä sekunteina (unix).' })
  return z.NEVER
})

const done = {
  /** JSON:API type or the entity's own name. */
  entityType: entityTypeInput,
  ids: idsOf({ max: maxBulkRows, what: { one: 'rivi', many: 'riviä' } }),
}
const onlyReason = z.strictObject({ syy }, 'Anna parametrit (params) oliona.').prefault({})
const params = <S extends z.core.$ZodLooseShape>(shape: S) => z.strictObject({ ...shape, syy }, 'Anna parametrit (params) oliona.')

/**
 * One change of many rows, as far as the person's rights and the rows' rules allow: each row has its result. For an
 * order, driver, car, state and day are set on its lines.
 */
export const bulkOperationCall = defineCall({
  method: 'POST',
  path: '/api/bulk-operation',
  roles,
  input: z.discriminatedUnion(
    'operation',
    [
      /** Restores a removed row, and for an order the lines that were removed with it. */
      z.strictObject({ ...done, operation: z.literal('publish'), params: onlyReason }),
      /** Removes (status 0), like DELETE. */
      z.strictObject({ ...done, operation: z.literal('unpublish'), params: onlyReason }),
      /** Null removes the driver or the car; a missing field is not changed. */
      z.strictObject({
        ...done,
        operation: z.literal('assign'),
        params: params({ kuljettaja: reference('kuljettaja'), auto: reference('auto') }).refine(
          ({ kuljettaja, auto }) => kuljettaja !== undefined || auto !== undefined,
          { error: 'Anna kuljettaja, auto tai molemmat.', path: ['kuljettaja'] },
        ),
      }),
      z.strictObject({
        ...done,
        operation: z.literal('setTila'),
        params: params({ tila: z.string('Anna tila.').min(1, 'Anna tila.').max(50) }),
      }),
      /** Unix seconds; 0 for no day. */
      z.strictObject({
        ...done,
        operation: z.literal('setToivottuToimitus'),
        params: params({ toivottu_toimitus: wishedDay }),
      }),
    ],
    'Tuntematon operaatio. Anna publish, unpublish, assign, setTila tai setToivottuToimitus.',
  ),
  output: operationResults,
})
