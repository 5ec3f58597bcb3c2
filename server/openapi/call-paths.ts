import { z } from 'zod'
import type { Call } from '#domain/calls/define-call.ts'
import type { FaultKind } from '#domain/errors.ts'
import { answer, jsonType, type Method, type Operation, type Parameter, type Paths, refusals, repeatKey } from './operation.ts'
import type { Schema } from './schema.ts'

const refused: readonly FaultKind[] = ['bad_request', 'unauthorized', 'forbidden', 'not_found', 'too_many', 'unavailable']
const refusedWrites: readonly FaultKind[] = [...refused, 'conflict', 'too_large', 'unsupported_media', 'invalid']

export function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

/** A GET's fields as query parameters; `_format=json` may stand beside them (SPEC section 7). */
function queryOf(call: Call): Parameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    schema: typeof schema === 'boolean' ? {} : { ...schema },
  }))
}

function operationOf(call: Call): Operation {
  const reads = call.method === 'GET'
  return {
    summary: call.path.replace(/^\/(api\/)?/, ''),
    ...(call.open ? { security: [] } : { description: `Rooleille: ${call.roles.join(', ')}.` }),
    tags: ['Kutsut'],
    parameters: reads ? queryOf(call) : [repeatKey],
    ...(reads ? {} : { requestBody: { required: true, content: { [jsonType]: { schema: schemaOf(call.input, 'input') } } } }),
    responses: {
      200: answer('Vastaus', jsonType, schemaOf(call.output, 'output')),
      ...refusals(reads ? refused : refusedWrites, jsonType),
    },
  }
}

const methods: Readonly<Record<Call['method'], Method>> = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' }

/** The /api calls that domain/calls describes. */
export function callPaths(calls: readonly Call[]): Paths {
  const paths: Paths = {}
  for (const call of calls) paths[call.path] = { ...paths[call.path], [methods[call.method]]: operationOf(call) }
  return paths
}
