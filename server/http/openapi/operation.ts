import { type FaultKind, faultKinds } from '#domain/errors.ts'
import { jsonApiType } from '#domain/model/json-api-type.ts'
import { reference, type Schema } from './schema.ts'

/** An operation object of OpenAPI 3.1. */
export type Operation = {
  summary: string
  description?: string
  tags: readonly string[]
  /** An empty list: needs no sign-in. */
  security?: readonly []
  parameters?: readonly Parameter[]
  requestBody?: { required: boolean; content: Readonly<Record<string, { schema: Schema }>> }
  responses: Readonly<Record<string, { description: string; content?: Readonly<Record<string, { schema: Schema }>> }>>
}
export type Parameter = {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  description?: string
  style?: 'deepObject'
  schema: Schema
}
export type Method = 'get' | 'post' | 'patch' | 'delete'
/** Operations by path (with its parameters in braces) and method. */
export type Paths = Record<string, Partial<Record<Method, Operation>>>

export const jsonType = 'application/json'

/** The responses of these faults, all with the same schema. */
export function refusals(kinds: readonly FaultKind[], type: typeof jsonApiType | typeof jsonType): Operation['responses'] {
  const schema = reference(type === jsonApiType ? 'Virhe' : 'Kutsuvirhe')
  return Object.fromEntries(
    kinds.map((kind) => [String(faultKinds[kind].status), { description: faultKinds[kind].title, content: { [type]: { schema } } }]),
  )
}

export const answer = (description: string, type: string, schema: Schema): Operation['responses'][string] => ({
  description,
  content: { [type]: { schema } },
})

export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'Versio, jota muokattiin: rivin luvun ETag tai `vid` lainausmerkeissä.',
  schema: { type: 'string' },
}

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Sama avain viikon sisällä saa ensimmäisen vastauksen uudestaan.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
}
