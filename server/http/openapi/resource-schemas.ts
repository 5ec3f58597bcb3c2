import { faultCodes } from '#domain/errors.ts'
import type { Relation } from '#domain/model/define-entity.ts'
import { type Model, type Resource, resourceNamed, shownRelations } from '#server/entities/model.ts'
import { listOf, reference, type Schema, schemaOf, shape, uuid } from './schema.ts'

/** The names of an entity's schemas: the row in an answer, in a POST and in a PATCH. */
export const schemaNames = ({ type }: Resource) => ({ row: type, added: `${type}.uusi`, changed: `${type}.muutos` })

const seconds: Schema = { type: 'integer', minimum: 0 }
/** Attributes of every row (rules/http-api.md#base-fields). */
const baseAttributes: Readonly<Record<string, Schema>> = {
  drupal_internal__id: { type: 'integer', description: 'Juokseva numero lajinsa sisällä.' },
  vid: { type: 'integer', minimum: 1, description: 'Versio. Muutoksen vid kertoo, mitä versiota muokattiin; vanhentunut torjutaan (409).' },
  langcode: { type: 'string', const: 'fi' },
  revision_created: seconds,
  revision_log_message: { type: 'string' },
  revision_translation_affected: { type: 'boolean' },
  default_langcode: { type: 'boolean' },
  created: seconds,
  changed: seconds,
  extra_fields: { type: 'object' },
  tunniste: { type: 'string', description: 'Lyhyt nimi, jota ihmiset käyttävät.' },
}
const name: Schema = { title: 'Nimi', type: 'string', maxLength: 255 }

export const targets = (model: Model, relation: Relation): string[] =>
  (relation.kind === 'inverse' ? relation.to : [relation.to]).map((to) => resourceNamed(model, to).type)

/** A resource identifier; in a write also of a row that the same call makes (`lid`). */
const identifier = (types: readonly string[], written: boolean): Schema => ({
  type: 'object',
  properties: {
    type: { type: 'string', enum: types },
    id: uuid,
    ...(written ? { lid: { type: 'string' } } : {}),
    meta: { type: 'object' },
  },
  required: written ? ['type'] : ['type', 'id'],
  additionalProperties: false,
})

export function linkageOf(model: Model, relation: Relation, written: boolean): Schema {
  const one = identifier(targets(model, relation), written)
  return relation.kind === 'one' ? { anyOf: [one, { type: 'null' }] } : listOf(one)
}

function attributesOf({ entity, referenceAttributes }: Resource): Record<string, Schema> {
  const fields = Object.entries(entity.fields).map(([key, field]) => [key, schemaOf(field)] as const)
  const references = [...referenceAttributes.keys()].map((key) => [key, { type: ['string', 'null'], format: 'uuid' }] as const)
  const aliases = Object.keys(entity.aliases ?? {}).map((key) => [key, { type: 'integer' }] as const)
  return { name, status: { type: 'integer', enum: [0, 1] }, ...Object.fromEntries([...fields, ...references, ...aliases]) }
}

/** A row in an answer. Which fields it has depends on the viewer and on `fields`. */
function rowOf(model: Model, resource: Resource): Schema {
  const relations = shownRelations(resource)
  const relationship = (relation: Relation): Schema =>
    shape({ data: linkageOf(model, relation, false), links: { type: 'object' }, meta: { type: 'object' } })
  return {
    title: resource.entity.label,
    ...shape(
      {
        type: { type: 'string', const: resource.type },
        id: uuid,
        links: { type: 'object' },
        attributes: shape({ ...baseAttributes, ...attributesOf(resource) }),
        relationships: shape(Object.fromEntries(relations.map(([key, relation]) => [key, relationship(relation)]))),
      },
      ['type', 'id', 'attributes'],
    ),
  }
}

/** A row in a request. Read-only values may be sent back unchanged, so the schema has them too. */
function inputRowSchema(model: Model, resource: Resource, op: 'add' | 'update'): Schema {
  const relations = shownRelations(resource)
  const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
  const attributes = Object.entries(attributesOf(resource)).map(([key, schema]) => [key, nullable(schema)] as const)
  return {
    title: `${resource.entity.label}: ${op === 'add' ? 'uusi' : 'muutos'}`,
    ...shape(
      {
        type: { type: 'string', const: resource.type },
        id: uuid,
        ...(op === 'add' ? { lid: { type: 'string' } } : {}),
        attributes: shape({ ...baseAttributes, ...Object.fromEntries(attributes) }),
        relationships: shape(
          Object.fromEntries(relations.map(([key, relation]) => [key, shape({ data: linkageOf(model, relation, true) }, ['data'])])),
        ),
        links: { type: 'object' },
        meta: shape({ syy: { type: 'string', maxLength: 1000, description: 'Muutoksen syy, joka jää muutoshistoriaan.' } }),
      },
      op === 'add' ? ['type'] : ['type', 'id'],
    ),
  }
}

/** The schemas of every entity, and those that combine them. */
export function resourceSchemas(model: Model): Record<string, Schema> {
  const own = model.resources.flatMap((resource) => {
    const names = schemaNames(resource)
    return [
      [names.row, rowOf(model, resource)],
      [names.added, inputRowSchema(model, resource, 'add')],
      [names.changed, inputRowSchema(model, resource, 'update')],
    ] as const
  })
  const code: Schema = { type: 'string', enum: [...faultCodes] }
  return {
    ...Object.fromEntries(own),
    // Distinguished by `type`, whose values are the names of the schemas.
    Rivi: { oneOf: model.resources.map(({ type }) => reference(type)), discriminator: { propertyName: 'type' } },
    Virhe: shape(
      {
        errors: listOf(
          shape(
            {
              title: { type: 'string' },
              status: { type: 'string', pattern: '^[45]\\d\\d$' },
              code,
              detail: { type: 'string' },
              source: shape({ pointer: { type: 'string' }, parameter: { type: 'string' } }),
              meta: { type: 'object' },
            },
            ['title', 'status', 'detail'],
          ),
        ),
      },
      ['errors'],
    ),
    Kutsuvirhe: shape(
      {
        message: { type: 'string' },
        errors: listOf(shape({ field: { type: 'string' }, message: { type: 'string' }, code }, ['field', 'message'])),
      },
      ['message', 'errors'],
    ),
  }
}
