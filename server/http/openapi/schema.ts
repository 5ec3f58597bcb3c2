import { z } from 'zod'
import type { Field, NumberField } from '#domain/model/define-field.ts'

/** A JSON Schema (2020-12), as used in OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown }

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const uuid: Schema = { type: 'string', format: 'uuid' }
/** An object with these properties and no others. */
export const shape = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
})
export const listOf = (items: Schema): Schema => ({ type: 'array', items })

const secondsSince1970 = 'Unix-sekunteja; 0 on ei mitään.'

function storedUnit({ shown, minutes }: NumberField): Schema {
  if (minutes) return { description: minutes === 'timeOfDay' ? 'Minuutteja keskiyöstä.' : 'Minuutteja.' }
  return shown ? { description: shown.stored } : {}
}

/** The schema of a field in an answer. */
export function schemaOf(field: Field): Schema {
  const { label: title } = field
  switch (field.kind) {
    case 'text':
    case 'area':
      return { title, type: 'string', maxLength: field.max }
    case 'integer':
      return { title, type: 'integer', minimum: field.min, maximum: field.max, ...storedUnit(field) }
    case 'decimal':
      return { title, type: 'number', minimum: field.min, maximum: field.max }
    case 'money':
      return { title, type: 'number', minimum: field.min, maximum: field.max, description: 'Euroa ilman arvonlisäveroa.' }
    case 'coordinate':
      return { title, type: ['number', 'null'], minimum: field.min, maximum: field.max }
    case 'flag':
      return { title, type: 'boolean' }
    case 'moment':
      return { title, type: 'integer', description: secondsSince1970 }
    case 'day':
      return { title, type: 'integer', description: `Päivän alku Helsingissä. ${secondsSince1970}` }
    case 'choice':
      return { title, type: 'string', enum: Object.keys(field.values) }
    case 'choices':
      return { title, type: 'array', items: { type: 'string', enum: [...Object.keys(field.values), ...(field.ignored ?? [])] } }
    case 'numbers':
      return { title, type: 'array', items: { type: 'integer', minimum: field.min, maximum: field.max }, uniqueItems: true }
    case 'days':
      return {
        title,
        type: 'array',
        items: { type: 'integer' },
        uniqueItems: true,
        description: 'Päivien alut Helsingissä, Unix-sekunteja.',
      }
    case 'json': {
      const { $schema: _draft, ...inner } = z.toJSONSchema(field.schema, { io: 'input' })
      return { title, ...inner }
    }
    case 'mark':
      return { title, type: 'boolean', description: 'Kysyjän oma merkintä.' }
    case 'sequence':
      return { title, type: 'integer', readOnly: true }
  }
}
