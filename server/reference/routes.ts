import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { countriesCall } from '#domain/calls/countries.ts'
import { privacyPolicyCall } from '#domain/calls/privacy-policy.ts'
import { publicHolidaysCall } from '#domain/calls/public-holidays.ts'
import { countries } from '#domain/values/countries.ts'
import { serveCall, serveOpenCall } from '../serve-call.ts'
import type { SettingsReader } from '../settings/settings.ts'
import { makePrivacyPolicy } from './privacy-policy.ts'
import { publicHolidayList } from './public-holiday-list.ts'

type Parts = { pool: Pool; clock: () => number; settings: SettingsReader }

/** What is the same for everybody: countries, public holidays, the privacy policy. */
export function referenceRoutes(app: FastifyInstance, parts: Parts): void {
  const privacyPolicy = makePrivacyPolicy(parts.settings)
  serveOpenCall(app, privacyPolicyCall, privacyPolicy)
  serveCall(app, countriesCall, parts, async () => countries)
  serveCall(app, publicHolidaysCall, parts, publicHolidayList)
}
