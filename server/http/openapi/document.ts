import { appVersion } from '#domain/features/settings/runtime-config.ts'
import type { Call, FileCall } from '#domain/model/define-call.ts'
import type { Model } from '#server/entities/model.ts'
import { callPaths } from './call-paths.ts'
import type { Paths } from './operation.ts'
import { otherPaths } from './other-paths.ts'
import { relationPaths } from './relation-paths.ts'
import { resourcePaths } from './resource-paths.ts'
import { resourceSchemas } from './resource-schemas.ts'
import type { Schema } from './schema.ts'

export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  security: readonly Readonly<Record<string, readonly string[]>>[]
  paths: Paths
  components: { schemas: Readonly<Record<string, Schema>>; securitySchemes: Readonly<Record<string, Schema>> }
}

/** The OpenAPI 3.1 document of the server, generated from the registry and the calls so that it is always up to date. */
export const openApiDocument = (model: Model, calls: readonly (Call | FileCall)[]): OpenApi => ({
  openapi: '3.1.0',
  info: {
    title: 'Kuorma',
    version: appVersion,
    description:
      'Luettelot ja rivit puhuvat JSON:API 1.1:tä Drupalin murteella; kutsut (/api) ovat tavallista JSONia. Ajat ovat unix-sekunteja, 0 on ei mitään. Rahasummat ovat euroja ilman arvonlisäveroa.',
  },
  security: [{ kirjautuminen: [] }],
  paths: {
    ...resourcePaths(model),
    ...Object.assign({}, ...model.resources.map((resource) => relationPaths(model, resource))),
    ...callPaths(calls),
    ...otherPaths,
  },
  components: {
    schemas: resourceSchemas(model),
    securitySchemes: {
      kirjautuminen: {
        type: 'oauth2',
        flows: { password: { tokenUrl: '/oauth/token', refreshUrl: '/oauth/token', scopes: {} } },
      },
    },
  },
})
