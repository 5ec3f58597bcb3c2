// Checks every answer that a test gets against the OpenAPI document.
import { gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { OpenApi } from '../http/openapi/document.ts'

export type ObservedAnswer = { method: string; url: string; status: number; contentType: string; body: unknown }
/** Throws when the OpenAPI document does not allow the answer. */
export type AnswerCheck = (answered: ObservedAnswer) => void

const key = 'kuvaus'
const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Finds the path of the OpenAPI document for an address: fixed parts take precedence over those in braces. */
function pathFinder(paths: readonly string[]): (url: string) => string | undefined {
  const split = paths
    .map((path) => ({ path, parts: path.split('/') }))
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  return (url) => {
    const parts = (url.split('?')[0] ?? '').split('/')
    return split.find(
      (one) => one.parts.length === parts.length && one.parts.every((part, index) => part.startsWith('{') || part === parts[index]),
    )?.path
  }
}

export function answerCheck(document: OpenApi): AnswerCheck {
  // Optimising the code of a validator takes longer than all that a test run validates with it.
  const ajv = new Ajv2020({ strict: false, discriminator: true, allErrors: false, code: { optimize: false } })
  // Its types are those of the CommonJS module, whose default export is the module itself.
  addFormats.default(ajv)
  ajv.addSchema(document, key)
  const validators = new Map<string, ValidateFunction>()
  const pathOf = pathFinder(Object.keys(document.paths))

  return ({ method, url, status, contentType, body }) => {
    const path = pathOf(url)
    if (path === undefined) return
    const verb = method.toLowerCase()
    const operation = Object.entries(document.paths[path] ?? {}).find(([name]) => name === verb)?.[1]
    if (!operation) return
    const call = `${method} ${url} → ${status}`
    const described = operation.responses[String(status)]
    if (!described) throw new Error(`${call}: the API's description knows no such answer`)
    const [type = ''] = contentType.split(';')
    if (!described.content) {
      if (type !== '') throw new Error(`${call}: described without content, answered ${type}`)
      return
    }
    if (described.content['*/*']) return
    if (!described.content[type]) throw new Error(`${call}: described as ${Object.keys(described.content).join(', ')}, answered ${type}`)
    if (!type.endsWith('json')) return
    const pointer = ['paths', path, verb, 'responses', String(status), 'content', type, 'schema'].map(escaped).join('/')
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${key}#/${pointer}` })
    validators.set(pointer, validate)
    if (!validate(body)) throw new Error(`${call}: not as described: ${ajv.errorsText(validate.errors, { dataVar: 'answer' })}`)
  }
}

/** By the routes of a server: making its document and compiling the schemas takes a second or two, and servers with the same routes have the same one. */
const checks = new Map<string, AnswerCheck>()

/** The check by the document that the server answers. */
export async function answerCheckOf(app: FastifyInstance): Promise<AnswerCheck> {
  const routes = app.printRoutes()
  const known = checks.get(routes)
  if (known) return known
  const described = await app.inject({ method: 'GET', url: '/api/openapi.json' })
  const check = answerCheck(described.json<OpenApi>())
  checks.set(routes, check)
  return check
}

/** Calls `observe` with every answer that the app gives to `inject`. Answers requested as a stream are left to the code that reads them. */
export function observeAnswers(
  app: FastifyInstance,
  observe: (answered: ObservedAnswer, headers: LightMyRequestResponse['headers']) => void,
): void {
  app.inject = new Proxy(app.inject, {
    async apply(inject, _app, [options]: [InjectOptions | string]) {
      const { method = 'GET', url, path, payloadAsStream }: InjectOptions = typeof options === 'string' ? { url: options } : options
      const answer: LightMyRequestResponse = await Reflect.apply(inject, app, [options])
      if (payloadAsStream) return answer
      const contentType = String(answer.headers['content-type'] ?? '')
      const { rawPayload } = answer
      const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload).toString() : rawPayload.toString()
      const body: unknown = contentType.includes('json') && text !== '' ? JSON.parse(text) : null
      observe({ method, url: String(url ?? path), status: answer.statusCode, contentType, body }, answer.headers)
      return answer
    },
  })
}
