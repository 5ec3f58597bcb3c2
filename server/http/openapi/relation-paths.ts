import type { FaultKind } from '#domain/errors.ts'
import { jsonApiType } from '#domain/model/json-api-type.ts'
import { type Model, type Resource, shownRelations } from '#server/entities/model.ts'
import { answer, idempotencyKey, ifMatch, type Operation, type Parameter, type Paths, refusals } from './operation.ts'
import { commonFaults, envelope, id, includedRows, listParameters, onReads, plain } from './resource-paths.ts'
import { linkageOf, targets } from './resource-schemas.ts'
import { listOf, reference, type Schema, shape } from './schema.ts'

const nothing: Schema = { type: 'null' }
/** One, null or a list, depending on the relation. */
const oneOrMany = (one: Schema): Schema => ({ anyOf: [one, nothing, listOf(one)] })

const kinds: readonly FaultKind[] = [
  ...commonFaults,
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'unsupported_media',
  'invalid',
]
const onWrites = refusals(kinds, jsonApiType)

/** The paths of a row's relations. */
export function relationPaths(model: Model, resource: Resource): Paths {
  const relations = shownRelations(resource)
  if (relations.length === 0) return {}
  const { label } = resource.entity
  const tags = [resource.type]
  const relation: Parameter = { name: 'relation', in: 'path', required: true, schema: { enum: relations.map(([name]) => name) } }
  const parameters = [id, relation]
  const types = [...new Set(relations.flatMap(([, one]) => targets(model, one)))]
  const linkages: Schema = { anyOf: relations.map(([, one]) => linkageOf(model, one, false)) }
  const linkage = answer(
    'Viittaukset',
    jsonApiType,
    shape({ ...envelope, data: linkages, included: includedRows }, ['data', 'links', 'meta']),
  )
  const written = shape({ data: { anyOf: relations.map(([, one]) => linkageOf(model, one, true)) }, meta: { type: 'object' } }, ['data'])
  const change = (summary: string): Operation => ({
    summary: `${label}: ${summary}`,
    tags,
    parameters: [...parameters, ifMatch, idempotencyKey],
    requestBody: { required: true, content: { [jsonApiType]: { schema: written } } },
    responses: { 200: linkage, 204: { description: 'Tallennettu; rivi ei ole enää omassa ulottuvilla' }, ...onWrites },
  })
  const rows = shape({ ...envelope, data: oneOrMany({ anyOf: types.map(reference) }), included: includedRows }, ['data', 'links'])
  return {
    [`${resource.path}/{id}/{relation}`]: {
      get: {
        summary: `${label}: suhteen rivit`,
        tags,
        parameters: [...parameters, ...listParameters],
        responses: { 200: answer('Rivit', jsonApiType, rows), ...onReads },
      },
    },
    [`${resource.path}/{id}/relationships/{relation}`]: {
      get: {
        summary: `${label}: suhteen viittaukset`,
        tags,
        parameters: [...parameters, plain('include', 'Mukaan otettavat polut, jotka alkavat suhteen nimellä.')],
        responses: { 200: linkage, ...onReads },
      },
      post: change('lisäys suhteeseen'),
      patch: { ...change('suhteen vaihto'), description: 'Muokattu versio on annettava: `meta.vid` tai `If-Match`.' },
      delete: change('poisto suhteesta'),
    },
  }
}
