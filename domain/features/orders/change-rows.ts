import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { type FaultKind, faultKinds } from '../../errors.ts'
import { defineCall } from '../../model/define-call.ts'
import { entityTypeInput } from '../../model/entity-named.ts'
import { reasonText } from '../../model/operation-results.ts'

/** The limit of one call: of its changes, and of the rows in all of them together. */
export const maxChanges = 1000
export const maxChangedRows = 5000

const uuid = z.uuid('Tunniste (id) on UUID.').toLowerCase()

const changedRow = z.strictObject({
  /** JSON:API type or the entity's own name. */
  entityType: entityTypeInput,
  id: uuid,
  /** The version that was edited (decision 43). */
  vid: z.int('Anna versio (vid), jota muokkasit.'),
  /** By field, as JSON:API attributes; a relation to one row by its own name, as that row's id or null. */
  values: z.record(z.string(), z.unknown(), 'Anna muutettavat kentät (values) oliona.'),
})

const change = z.strictObject({
  /** Identifies the result: usually the row that the changed rows belong to. */
  id: uuid,
  rows: z.array(changedRow, 'Anna muutettavat rivit (rows).').min(1, 'Anna ainakin yksi muutettava rivi.'),
})

const version = z.strictObject({ id: z.uuid(), vid: z.number() })
const codes = Object.keys(faultKinds).filter((kind): kind is FaultKind => Object.hasOwn(faultKinds, kind))

/**
 * Changes of many rows, each like a PATCH of the row. The rows of a change are stored together or not at all, and a rejected change does
 * not stop the others. `rows` of a result has the current versions of the rows that the caller may read.
 */
export const changeRowsCall = defineCall({
  method: 'POST',
  path: '/api/muutokset',
  roles,
  input: z
    .strictObject({
      changes: z
        .array(change, 'Anna muutosten luettelo (changes).')
        .min(1, 'Anna ainakin yksi muutos.')
        .max(maxChanges, `Muutoksia on enintään ${maxChanges}.`),
      /** The reason, the same for all changes. */
      syy: reasonText.default(''),
    })
    .superRefine(({ changes }, context) => {
      const count = changes.reduce((sum, { rows }) => sum + rows.length, 0)
      if (count > maxChangedRows)
        context.addIssue({ code: 'custom', path: ['changes'], message: `Muutettavia rivejä on enintään ${maxChangedRows}.` })
      const [changeIds, rowIds] = [new Set<string>(), new Set<string>()]
      for (const [index, { id, rows }] of changes.entries()) {
        if (changeIds.has(id)) context.addIssue({ code: 'custom', path: ['changes', index, 'id'], message: 'Muutos on annettu kahdesti.' })
        changeIds.add(id)
        for (const [at, row] of rows.entries()) {
          if (rowIds.has(row.id))
            context.addIssue({ code: 'custom', path: ['changes', index, 'rows', at, 'id'], message: 'Rivi on annettu kahdesti.' })
          rowIds.add(row.id)
        }
      }
    }),
  output: z.strictObject({
    success: z.literal(true),
    results: z.array(
      z.discriminatedUnion('success', [
        z.strictObject({ id: z.uuid(), success: z.literal(true), rows: z.array(version) }),
        z.strictObject({ id: z.uuid(), success: z.literal(false), code: z.enum(codes), message: z.string(), rows: z.array(version) }),
      ]),
    ),
  }),
})
export type ChangeRowsResult = z.output<typeof changeRowsCall.output>['results'][number]
