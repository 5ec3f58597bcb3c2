import type { FaultKind } from '#domain/errors.ts'
import { jsonApiType } from '#domain/model/json-api-type.ts'
import type { Model, Resource } from '#server/entities/model.ts'
import { defaultLimit, maxFilterSteps, maxLimit, maxSteps } from '#server/entities/read/query.ts'
import { answer, idempotencyKey, ifMatch, type Operation, type Parameter, type Paths, refusals } from './operation.ts'
import { schemaNames } from './resource-schemas.ts'
import { listOf, reference, type Schema, shape, uuid } from './schema.ts'

const deep = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  style: 'deepObject',
  description,
  schema: { type: 'object', additionalProperties: true },
})
export const plain = (name: string, description: string): Parameter => ({ name, in: 'query', description, schema: { type: 'string' } })
export const id: Parameter = { name: 'id', in: 'path', required: true, schema: uuid }
const shownParts: readonly Parameter[] = [
  plain('include', 'Mukaan otettavat suhteet pilkulla erotettuina, esimerkiksi `a,b.c`.'),
  deep('fields', '`fields[tyyppi]=a,b`: vain nämä kentät ja suhteet.'),
]
export const listParameters: readonly Parameter[] = [
  deep(
    'filter',
    '`filter[kenttä]=arvo`, `filter[x][condition][path|operator|value|memberOf]`, `filter[g][group][conjunction]=OR`; `filter[q]=teksti` hakee sanoilla, numeroilla ja niiden osilla (tilaukset, asiakkaat, käyttäjät, autot, tuotteet). ' +
      'Poistetut rivit (`status` 0) näkyvät vain ylläpidolle ja vain, kun suodatin nimeää kentän `status`. ' +
      `Suodattimissa ja järjestyksessä voi kulkea enintään ${maxFilterSteps} suhteen kautta, mukaan otettavat mukaan lukien enintään ${maxSteps}.`,
  ),
  plain('sort', 'Kentät pilkulla erotettuina; `-` edessä kääntää järjestyksen.'),
  deep('page', `\`page[offset]\` ja \`page[limit]\` (oletus ${defaultLimit}, enintään ${maxLimit}).`),
  ...shownParts,
]

export const envelope = { jsonapi: { type: 'object' }, links: { type: 'object' }, meta: { type: 'object' } } as const
export const includedRows = listOf(reference('Rivi'))
const oneRow = (name: string): Schema => shape({ ...envelope, data: reference(name), included: includedRows }, ['data'])
const rows = (name: string): Schema =>
  shape({ ...envelope, data: listOf(reference(name)), included: includedRows }, ['data', 'links', 'meta'])
const body = (name: string): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: { [jsonApiType]: { schema: shape({ data: reference(name), jsonapi: { type: 'object' }, meta: { type: 'object' } }, ['data']) } },
})

export const commonFaults: readonly FaultKind[] = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_acceptable',
  'too_many',
  'unavailable',
  'storage_full',
]
/** Responses of a read besides the rows: 304 to `If-None-Match` with the answer's `ETag`. */
const unchanged = { 304: { description: 'Ei ole muuttunut' } } as const
/** A list too is not found, when the company does not have the feature that it belongs to. */
export const onReads = { ...unchanged, ...refusals([...commonFaults, 'not_found'], jsonApiType) }
const onWrites = refusals([...commonFaults, 'not_found', 'conflict', 'too_large', 'unsupported_media', 'invalid'], jsonApiType)

function pathsOf(resource: Resource): Paths {
  const { label } = resource.entity
  const tags = [resource.type]
  const names = schemaNames(resource)
  return {
    [resource.path]: {
      get: {
        summary: `${label}: luettelo`,
        tags,
        parameters: listParameters,
        responses: { 200: answer('Rivit', jsonApiType, rows(names.row)), ...onReads },
      },
      post: {
        summary: `${label}: uusi`,
        tags,
        parameters: [idempotencyKey],
        requestBody: body(names.added),
        // A repeated call whose row the person may no longer read has an empty answer.
        responses: { 201: answer('Tallennettu', jsonApiType, oneRow(names.row)), ...onWrites },
      },
    },
    [`${resource.path}/{id}`]: {
      get: {
        summary: `${label}: yksi`,
        tags,
        parameters: [id, ...shownParts],
        responses: { 200: answer('Rivi', jsonApiType, oneRow(names.row)), ...onReads },
      },
      patch: {
        summary: `${label}: muutos`,
        description: 'Muokattu versio on annettava: `vid` tai `If-Match`. Ilman sitä muutos torjutaan (422), vanhentunut torjutaan (409).',
        tags,
        parameters: [id, ifMatch, idempotencyKey],
        requestBody: body(names.changed),
        responses: { 200: answer('Tallennettu', jsonApiType, oneRow(names.row)), ...onWrites },
      },
      delete: {
        summary: `${label}: poisto`,
        tags,
        parameters: [id, ifMatch, idempotencyKey],
        responses: { 204: { description: 'Poistettu' }, ...onWrites },
      },
    },
  }
}

const entry: Operation = {
  summary: 'Alkupiste: linkki kirjautuneeseen käyttäjään ja kaikkiin luetteloihin',
  tags: ['Yleiset'],
  responses: { 200: answer('Linkit', jsonApiType, shape({ ...envelope, data: listOf({}) }, ['data', 'meta', 'links'])), ...onReads },
}

function operations(model: Model): Operation {
  const added = { oneOf: model.resources.map((resource) => reference(schemaNames(resource).added)) }
  const changed = { oneOf: model.resources.map((resource) => reference(schemaNames(resource).changed)) }
  const ref = shape({ type: { type: 'string' }, id: uuid, lid: { type: 'string' }, relationship: { type: 'string' } }, ['type'])
  const identifier = shape({ type: { type: 'string' }, id: uuid, lid: { type: 'string' }, meta: { type: 'object' } }, ['type'])
  /** The linkage of an operation on a relation. */
  const linkage: Schema = { anyOf: [identifier, { type: 'null' }, listOf(identifier)] }
  const target = { ref, href: { type: 'string' }, meta: { type: 'object' } } as const
  const operation: Schema = {
    oneOf: [
      shape({ op: { const: 'add' }, data: { anyOf: [added, linkage] }, ...target }, ['op', 'data']),
      shape({ op: { const: 'update' }, data: { anyOf: [changed, linkage] }, ...target }, ['op', 'data']),
      shape({ op: { const: 'remove' }, data: linkage, ...target }, ['op']),
    ],
  }
  const result = shape({ data: { anyOf: [reference('Rivi'), { type: 'null' }] } })
  return {
    summary: 'Monta muutosta yhtenä: kaikki tai ei mitään',
    description: 'JSON:API Atomic Operations. Muutos (update) kertoo version, jota muokattiin (`vid`).',
    tags: ['Yleiset'],
    parameters: [idempotencyKey],
    requestBody: {
      required: true,
      content: {
        [jsonApiType]: {
          schema: shape({ 'atomic:operations': { ...listOf(operation), minItems: 1, maxItems: 1000 } }, ['atomic:operations']),
        },
      },
    },
    responses: {
      200: answer('Tulokset', jsonApiType, shape({ jsonapi: { type: 'object' }, 'atomic:results': listOf(result) }, ['atomic:results'])),
      ...onWrites,
    },
  }
}

/** The paths that follow from the registry, except those of relations. */
export const resourcePaths = (model: Model): Paths => ({
  '/jsonapi': { get: entry },
  '/jsonapi/operations': { post: operations(model) },
  ...Object.assign({}, ...model.resources.map(pathsOf)),
})
