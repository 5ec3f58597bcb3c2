import { z } from 'zod'
import { toNfc } from '../values/nfc.ts'

/** The ids of an operation's rows, without duplicates. `what` names the rows in fault messages, in the partitive. */
export const idsOf = ({ max, what }: { max: number; what: { one: string; many: string } }) =>
  z
    .array(z.uuid('Tunniste (id) on UUID.'), 'Anna tunnisteiden luettelo (ids).')
    .min(1, `Valitse ainakin yksi ${what.one}.`)
    .max(max, `Valitse enintään ${max} ${what.many} kerrallaan.`)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])

/** The reason of the operation; stored in the history. */
export const reasonText = z.string('Syy on tekstiä.').trim().overwrite(toNfc).max(1000, 'Syy on enintään 1000 merkkiä.')

/** The answer of an operation: a result for each id (rules/http-api.md#operation-results). `message` says why a row failed. */
export const operationResult = z.strictObject({ id: z.uuid(), success: z.boolean(), message: z.string().optional() })
export const operationResultsOf = <R extends z.ZodType>(result: R) => z.strictObject({ success: z.literal(true), results: z.array(result) })
export const operationResults = operationResultsOf(operationResult)
export type OperationResults = z.output<typeof operationResults>
