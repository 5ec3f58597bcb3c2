// Requests generated from the OpenAPI document: most of them valid, some with wrong or malicious parts.
import fc from 'fast-check'
import type { OpenApi } from '#server/http/openapi/document.ts'
import type { Method, Operation, Parameter } from '#server/http/openapi/operation.ts'
import type { Schema } from '#server/http/openapi/schema.ts'

export type FuzzRequest = { method: Uppercase<Method>; url: string; headers: Record<string, string>; body: unknown }
/** Ids and words that exist, and valid files. */
export type Vocabulary = { ids: readonly string[]; words: readonly string[]; files: readonly Buffer[] }

const nasty = [
  "'; DROP TABLE tilaus; --",
  '<script>alert(1)</script>',
  '%_\\',
  'Åäö 😀',
  '\u0000',
  '\u202e',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'x'.repeat(300),
  '',
]
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 0.1, '', [], {}, [[]], { a: { b: {} } }, ...nasty),
  fc.jsonValue({ maxDepth: 2 }),
)
const moments = fc.constantFrom(0, 1_795_000_000, 1, 31_535_999, 253_402_300_800, -5)

type Making = { document: OpenApi; vocabulary: Vocabulary; wild: boolean }

/** A value of the schema; in a wild request one value in eight is arbitrary. */
function anyValue(making: Making, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const proper = properValue(making, schema, depth)
  return making.wild ? fc.oneof({ weight: 7, arbitrary: proper }, { weight: 1, arbitrary: anything }) : proper
}

function properValue(making: Making, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') {
    const found = making.document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    return found && depth < 8 ? properValue(making, found, depth + 1) : fc.constant(null)
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  for (const choice of [schema.anyOf, schema.oneOf])
    if (Array.isArray(choice)) return fc.oneof(...(choice as Schema[]).map((one) => properValue(making, one, depth + 1)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectOf(making, schema, depth)
    case 'array':
      return fc.array(anyValue(making, (schema.items ?? {}) as Schema, depth + 1), { maxLength: 3 })
    case 'string':
      return textOf(making, schema)
    case 'integer':
      return fc.oneof(moments, fc.integer({ min: Number(schema.minimum ?? -10), max: Math.min(Number(schema.maximum ?? 1000), 2 ** 40) }))
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 500 }), fc.double({ min: -1, max: 1e6, noNaN: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anything
  }
}

function objectOf(making: Making, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  if (properties.length === 0)
    return fc.dictionary(fc.constantFrom(...making.vocabulary.words), fc.constantFrom<unknown>('1', 'a', ''), { maxKeys: 2 })
  const must = properties.filter(([name]) => required.has(name))
  const may = properties.filter(([name]) => !required.has(name))
  // A few of the optional properties: a value with all of them would hardly ever be valid.
  return fc
    .subarray(may, { maxLength: Math.min(may.length, 5) })
    .chain((chosen) => fc.record(Object.fromEntries([...must, ...chosen].map(([name, one]) => [name, anyValue(making, one, depth + 1)]))))
}

function textOf({ vocabulary, wild }: Making, schema: Schema): fc.Arbitrary<unknown> {
  const files = fc.constantFrom(...vocabulary.files)
  if (schema.format === 'binary') return fc.oneof({ weight: 3, arbitrary: files }, { weight: 1, arbitrary: fc.string() })
  if (schema.contentEncoding === 'base64')
    return fc.oneof({ weight: 3, arbitrary: files.map((file) => file.toString('base64')) }, { weight: 1, arbitrary: fc.base64String() })
  const ids = fc.constantFrom(...vocabulary.ids)
  if (schema.format === 'uuid') return fc.oneof({ weight: 6, arbitrary: ids }, { weight: 1, arbitrary: fc.uuid() })
  return fc.oneof(
    fc.string({ maxLength: 20 }),
    ids,
    fc.constantFrom(...(wild ? nasty : ['Aino', '33100', '+358401234567', 'a@b.fi'])),
    fc.constantFrom(...vocabulary.words),
  )
}

/** Query parameters with square brackets in Drupal's dialect, with existing and invented fields and operators. */
function deepQuery({ vocabulary }: Making, name: string): fc.Arbitrary<[string, string][]> {
  const word = fc.constantFrom(...vocabulary.words)
  const path = fc.oneof(
    word,
    fc.tuple(word, word).map((parts) => parts.join('.')),
    fc.tuple(word, word, word).map((parts) => parts.join('.')),
  )
  const value = fc.oneof(fc.constantFrom(...vocabulary.ids), word, fc.constantFrom(...nasty), fc.integer().map(String))
  const operator = fc.constantFrom(
    '=',
    '<>',
    '>',
    '<=',
    'STARTS_WITH',
    'CONTAINS',
    'IN',
    'NOT IN',
    'BETWEEN',
    'IS NULL',
    'IS NOT NULL',
    'LIKE',
  )
  if (name === 'page')
    return fc
      .tuple(fc.constantFrom('page[offset]', 'page[limit]', 'page[size]'), fc.oneof(fc.nat(300).map(String), value))
      .map((pair) => [pair])
  if (name === 'fields') return fc.tuple(word, path).map(([type, fields]): [string, string][] => [[`fields[${type}]`, fields]])
  return fc.oneof(
    fc.tuple(path, value).map(([field, value]): [string, string][] => [[`filter[${field}]`, value]]),
    fc
      .tuple(path, operator, value)
      .map(([field, how, value]): [string, string][] => [
        ['filter[a][condition][path]', field],
        ['filter[a][condition][operator]', how],
        ...(how.endsWith('NULL')
          ? []
          : ([[how.includes('IN') || how.includes('BETWEEN') ? 'filter[a][condition][value][]' : 'filter[a][condition][value]', value]] as [
              string,
              string,
            ][])),
      ]),
    fc
      .tuple(word, fc.constantFrom('AND', 'OR', 'XOR'))
      .map(([group, conjunction]): [string, string][] => [[`filter[${group}][group][conjunction]`, conjunction]]),
  )
}

function queryOf(making: Making, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const word = fc.constantFrom(...making.vocabulary.words)
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter): fc.Arbitrary<[string, string][]> => {
      const parameters =
        parameter.style === 'deepObject'
          ? deepQuery(making, parameter.name)
          : parameter.name === 'include' || parameter.name === 'sort'
            ? fc
                .array(word, { minLength: 1, maxLength: 3 })
                .map((words): [string, string][] => [[parameter.name, words.join(parameter.name === 'sort' ? ',-' : '.')]])
            : anyValue(making, parameter.schema).map((value): [string, string][] =>
                [value].flat().map((one) => [parameter.name, typeof one === 'string' ? one : (JSON.stringify(one) ?? '')]),
              )
      return parameter.required
        ? parameters
        : fc.oneof({ weight: 2, arbitrary: fc.constant<[string, string][]>([]) }, { weight: 1, arbitrary: parameters })
    })
  return fc.tuple(...pairs).map((lists) => {
    const text = new URLSearchParams(lists.flat().filter(([, value]) => value.isWellFormed())).toString()
    return text === '' ? '' : `?${text}`
  })
}

/** The field names of the operation's entity, with a few other words. */
function wordsFor({ document, vocabulary }: Making, { tags }: Operation): readonly string[] {
  const properties = document.components.schemas[tags[0] ?? '']?.properties as Record<string, Schema> | undefined
  const own = [properties?.attributes, properties?.relationships].flatMap((part) => Object.keys((part?.properties ?? {}) as object))
  return own.length === 0 ? vocabulary.words : [...own, ...own, ...own, ...vocabulary.words.slice(0, 10), 'eiole']
}

/** An address, a method and their description in the document. */
export type DescribedOperation = { path: string; method: Method; operation: Operation }

export const describedIn = ({ paths }: OpenApi): DescribedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method as Method, operation })),
  )

const urlEncoded = 'application/x-www-form-urlencoded'

/** An object as URL-encoded form text; other values unchanged. */
function asForm(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString()
}

function requestOf(source: Making, { path, method, operation }: DescribedOperation): fc.Arbitrary<FuzzRequest> {
  const making = { ...source, vocabulary: { ...source.vocabulary, words: wordsFor(source, operation) } }
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const word = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...making.vocabulary.ids) },
    { weight: 1, arbitrary: fc.constantFrom(...making.vocabulary.words, ...nasty.slice(0, 10)) },
  )
  const content = operation.requestBody?.content ?? {}
  const type = urlEncoded in content ? urlEncoded : (Object.keys(content)[0] ?? '')
  const body = operation.requestBody ? anyValue(making, content[type]?.schema ?? {}) : fc.constant(undefined)
  return fc
    .record({
      filled: fc.tuple(...parts.map(() => word)),
      query: queryOf(making, operation.parameters ?? []),
      body: type === urlEncoded ? body.map(asForm) : body,
      type: fc.oneof(
        { weight: 20, arbitrary: fc.constant(type) },
        { weight: 1, arbitrary: fc.constantFrom('text/html', 'application/json', 'x') },
      ),
      key: fc.option(fc.constantFrom('avain', 'å', 'x'.repeat(200)), { freq: 10 }),
    })
    .map(({ filled, query, body: sent, type: contentType, key }) => ({
      method: method.toUpperCase() as Uppercase<Method>,
      url: parts.reduce((url, part, index) => url.replace(`{${part}}`, encodeURIComponent(filled[index] ?? '')), path) + query,
      headers: {
        ...(sent === undefined ? {} : { 'content-type': contentType }),
        ...(key === null || !/^[\x21-\x7e]+$/.test(key) ? {} : { 'idempotency-key': key }),
      },
      body: sent,
    }))
}

/** Any request of the operation: valid by the schema, or wild. */
export const anyRequest = (document: OpenApi, vocabulary: Vocabulary, described: DescribedOperation): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(...[true, false].map((wild) => requestOf({ document, vocabulary, wild }, described)))
