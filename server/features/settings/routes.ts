import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { countriesCall } from '#domain/features/settings/countries.ts'
import { privacyPolicyCall } from '#domain/features/settings/privacy-policy.ts'
import { privacyPreviewCall } from '#domain/features/settings/privacy-preview.ts'
import { publicHolidaysCall } from '#domain/features/settings/public-holidays.ts'
import { countries } from '#domain/values/place/countries.ts'
import { serveCall, serveOpenCall } from '#server/http/serve-call.ts'
import type { SettingsReader } from '#server/platform/settings/settings.ts'
import { cleanPolicy, makePrivacyPolicy } from './privacy-policy.ts'
import { publicHolidayList } from './public-holiday-list.ts'

type Parts = { pool: Pool; clock: () => number; settings: SettingsReader }

/** Data that is the same for everybody: countries, public holidays, the privacy policy. */
export function referenceRoutes(app: FastifyInstance, parts: Parts): void {
  const privacyPolicy = makePrivacyPolicy(parts.settings)
  serveOpenCall(app, privacyPolicyCall, privacyPolicy)
  serveCall(app, privacyPreviewCall, parts, async ({ html }) => ({ html: await cleanPolicy(html) }))
  serveCall(app, countriesCall, parts, async () => countries)
  serveCall(app, publicHolidaysCall, parts, publicHolidayList)
}
