import { z } from 'zod'
import { pseudoRoles, roles } from '../../access/roles.ts'
import { dokumentti } from '../../entities/document/document.entity.ts'
import { defineCall } from '../../model/define-call.ts'
import type { Field } from '../../model/define-field.ts'
import { operationResults } from '../../model/operation-results.ts'
import { parseField } from '../../model/validation.ts'

const uuid = z.uuid('Tunniste (id) on UUID.').toLowerCase()
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const ids = (name: string, max: number) =>
  z.array(uuid, `Anna tunnisteiden luettelo (${name}).`).max(max, `Anna enintään ${max} tunnistetta.`).transform(unique).default([])

/** Text checked and trimmed like the field. */
const textOf = (field: Field) =>
  z.string('Anna tekstiä.').transform((typed, context) => {
    const parsed = parseField(field, typed)
    if ('value' in parsed) return String(parsed.value)
    context.addIssue({ code: 'custom', message: parsed.fault })
    return z.NEVER
  })
const nameField: Field = { kind: 'text', label: 'Nimi', default: '', max: 255, required: true }

const recipientRoles = z
  .array(z.enum([...roles, ...pseudoRoles], 'Tuntematon rooli.'), 'Anna roolien luettelo (roolit).')
  .transform((names) => roles.filter((role) => names.includes(role)))
  .default([])

/** Creates documents and sends reminders (rules/documents.md#calls). */
export const documentOperationsCall = defineCall({
  method: 'POST',
  path: '/api/dokumentit',
  roles: ['yllapito'],
  input: z.discriminatedUnion(
    'operation',
    [
      /** The result has the id of the new document. */
      z.strictObject({
        operation: z.literal('create'),
        name: textOf(nameField),
        kuvaus: textOf(dokumentti.fields.kuvaus).default(''),
        roolit: recipientRoles,
        henkilot: ids('henkilot', 1000),
        tiedostot: ids('tiedostot', 50),
        kuitattava: z.boolean('kuitattava on true tai false.').default(true),
      }),
      /** Ours: reminds recipients who have not acknowledged (rules/documents.md#reminders); one result for each person reminded by this call. */
      z.strictObject({ operation: z.literal('muistuta'), id: uuid }),
    ],
    'Tuntematon operaatio. Anna create tai muistuta.',
  ),
  output: operationResults,
})
