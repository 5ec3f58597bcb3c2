import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import type { Call, FileCall } from '#domain/model/define-call.ts'
import type { Model } from '#server/entities/model.ts'
import { openApiDocument } from './document.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of domain/features that the route serves. */
    call?: Call | FileCall
  }
}

/** Records the calls as they are registered; call it before the first of them is registered. */
export function recordCalls(app: FastifyInstance): readonly (Call | FileCall)[] {
  const calls: (Call | FileCall)[] = []
  app.addHook('onRoute', ({ config }) => {
    if (config?.call && !calls.includes(config.call)) calls.push(config.call)
  })
  return calls
}

/** A file of Swagger UI's build from @fastify/swagger-ui: https://github.com/fastify/fastify-swagger-ui */
const uiPart = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`static/${name}`, import.meta.resolve('@fastify/swagger-ui'))), 'utf8')
const page = `<!doctype html>
<html lang="fi">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kuorma: rajapinta</title><link rel="stylesheet" href="/api/kuvaus/swagger-ui.css"></head>
<body><div id="kuvaus"></div><script src="/api/kuvaus/swagger-ui-bundle.js"></script><script src="/api/kuvaus/avaa.js"></script></body>
</html>
`
const opening = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#kuvaus', docExpansion: 'none', filter: true })\n`
const parts: Readonly<Record<string, { type: string; content: () => Promise<string> | string }>> = {
  'swagger-ui.css': { type: 'text/css', content: () => uiPart('swagger-ui.css') },
  'swagger-ui-bundle.js': { type: 'text/javascript', content: () => uiPart('swagger-ui-bundle.js') },
  'avaa.js': { type: 'text/javascript', content: () => opening },
}
// Only scripts of this server run on the page; Swagger UI uses data URLs for icons and sets styles on elements.
const pagePolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"

type OpenApiOptions = { model: Model; calls: readonly (Call | FileCall)[]; production: boolean }

/** `GET /api/openapi.json`, and a page that shows it. They contain no data; in production they need sign-in nevertheless. */
export function openApiRoutes(app: FastifyInstance, { model, calls, production }: OpenApiOptions): void {
  const options = production ? {} : { config: { public: true } as const }
  let document: string | null = null
  app.get('/api/openapi.json', options, async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(model, calls))
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document)
  })
  app.get('/api/kuvaus', options, async (_request, reply) =>
    reply.header('content-security-policy', pagePolicy).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  )
  app.get<{ Params: { part: string } }>('/api/kuvaus/:part', options, async (request, reply) => {
    const part = Object.hasOwn(parts, request.params.part) ? parts[request.params.part] : undefined
    if (!part) throw new RequestFault({ kind: 'not_found', detail: 'Osoitetta ei löydy.' })
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type(`${part.type}; charset=utf-8`)
      .send(await part.content())
  })
}
