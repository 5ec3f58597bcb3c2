import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { type StoredSettings, saveSettingsCall, settingsCall, settingsHistoryCall } from '#domain/features/settings/company-settings.ts'
import { integrationsCall, testIntegrationCall } from '#domain/features/settings/integrations.ts'
import { logoParts } from '#domain/features/settings/logo.ts'
import { settings as definitions } from '#domain/features/settings/settings.ts'
import { parseField } from '#domain/model/validation.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { logoPicture } from '#server/platform/files/pictures.ts'
import { type ChangedSettings, saveSettings, storedSettings } from '#server/platform/settings/settings.ts'
import { type Connections, integrationList, testIntegration } from './integrations.ts'
import { settingsHistory } from './settings-history.ts'

type Parts = Context & Connections & { settings: ChangedSettings }

/** What administrators set, who changed it, and the outside services. */
export function settingsRoutes(app: FastifyInstance, parts: Parts): void {
  serveCall(app, settingsCall, parts, () => storedSettings(parts.pool))
  serveCall(app, saveSettingsCall, parts, (input, viewer) => changeSettings(parts, input, viewer))
  serveCall(app, settingsHistoryCall, parts, (input) => settingsHistory(parts.pool, input))
  serveCall(app, integrationsCall, parts, async () => integrationList(parts.config))
  serveCall(app, testIntegrationCall, parts, ({ nimi }) => testIntegration(parts, nimi))
  serveLogo(app, parts.settings)
}

async function changeSettings(
  { pool, clock, settings }: Parts,
  { values, versio }: z.output<typeof saveSettingsCall.input>,
  viewer: Viewer,
): Promise<StoredSettings> {
  const readable = { ...values, ...(await readableLogo(values.yritys_logo)) }
  const stored = await inTransaction(pool, async (client) => {
    await saveSettings(client, readable, { now: clock(), kayttaja: viewer.userId, versio })
    return storedSettings(client)
  })
  settings.forget()
  return stored
}

/** The logo drawn anew: a picture that pdfmake cannot read would spoil every waybill. What is no logo at all is refused with the other values. */
async function readableLogo(input: unknown): Promise<{ yritys_logo?: string }> {
  const parsed = input === undefined ? null : parseField(definitions.yritys_logo, input)
  const logo = parsed && 'value' in parsed && typeof parsed.value === 'string' ? logoParts(parsed.value) : null
  if (!logo) return {}
  const picture = await logoPicture(Buffer.from(logo.base64, 'base64')).catch((error: unknown) => {
    if (!(error instanceof RequestFault)) throw error
    throw new RequestFault(error.faults.map((fault) => ({ ...fault, pointer: '/values/yritys_logo' })))
  })
  return { yritys_logo: `data:image/png;base64,${picture.toString('base64')}` }
}

/** The company's logo for anybody: the sign-in page shows it. Its address changes with it (`logoPath`). */
function serveLogo(app: FastifyInstance, settings: Parts['settings']): void {
  app.get('/api/logo', { config: { public: true } }, async (_request, reply) => {
    const logo = logoParts((await settings()).yritys_logo)
    if (!logo) throw new RequestFault({ kind: 'not_found', detail: 'Logoa ei ole.' })
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type(logo.type).send(Buffer.from(logo.base64, 'base64'))
  })
}
