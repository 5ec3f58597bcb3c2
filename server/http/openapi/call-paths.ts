import { z } from 'zod'
import type { FaultKind } from '#domain/errors.ts'
import type { Call, FileCall } from '#domain/model/define-call.ts'
import { answer, idempotencyKey, jsonType, type Method, type Operation, type Parameter, type Paths, refusals } from './operation.ts'
import type { Schema } from './schema.ts'

const refused: readonly FaultKind[] = ['bad_request', 'unauthorized', 'forbidden', 'not_found', 'too_many', 'unavailable', 'storage_full']
const refusedWrites: readonly FaultKind[] = [...refused, 'conflict', 'too_large', 'unsupported_media', 'invalid']

export function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

/** The filter of a list; the schema of a call names it without describing its content. */
const listFilter: Parameter = { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } }

/** The input of a GET as query parameters, and `_format=json` (rules/http-api.md#format-parameter). */
function queryOf({ input }: Pick<Call, 'input'>): Parameter[] {
  const { properties = {}, required = [], additionalProperties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const named = Object.entries(properties).map(
    ([name, schema]): Parameter => ({
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      schema: typeof schema === 'boolean' ? {} : { ...schema },
    }),
  )
  return additionalProperties ? [...named, listFilter] : named
}

const bytes: Schema = { type: 'string', format: 'binary' }

function fileOperationOf(call: FileCall): Operation {
  return {
    summary: nameOf(call),
    description: rolesOf(call),
    tags: ['Kutsut'],
    parameters: queryOf(call),
    responses: {
      200: { description: 'Tiedosto', content: Object.fromEntries(call.types.map((type) => [type, { schema: bytes }])) },
      ...refusals([...refused, 'too_large'], jsonType),
    },
  }
}

const nameOf = ({ path }: Pick<Call, 'path'>): string => path.replace(/^\/(api\/)?/, '')
const rolesOf = ({ roles }: Pick<Call, 'roles'>): string => `Rooleille: ${roles.join(', ')}.`

function operationOf(call: Call): Operation {
  const reads = call.method === 'GET'
  return {
    summary: nameOf(call),
    ...(call.open ? { security: [] } : { description: rolesOf(call) }),
    tags: ['Kutsut'],
    parameters: reads ? queryOf(call) : [idempotencyKey],
    ...(reads ? {} : { requestBody: { required: true, content: { [jsonType]: { schema: schemaOf(call.input, 'input') } } } }),
    responses: {
      200: answer('Vastaus', jsonType, schemaOf(call.output, 'output')),
      ...refusals(reads ? refused : refusedWrites, jsonType),
    },
  }
}

const methods: Readonly<Record<Call['method'], Method>> = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' }

/** The paths of the /api calls defined in domain/features. */
export function callPaths(calls: readonly (Call | FileCall)[]): Paths {
  const paths: Paths = {}
  for (const call of calls)
    paths[call.path] = { ...paths[call.path], [methods[call.method]]: 'types' in call ? fileOperationOf(call) : operationOf(call) }
  return paths
}
