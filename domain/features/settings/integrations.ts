import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'

export const integrations = {
  posti: 'Sähköposti',
  tekstiviestit: 'Tekstiviestit',
  kartat: 'Karttapohja',
  paikat: 'Osoitehaku',
  reitit: 'Reitit ja matkat',
  jarjestys: 'Pysähdysten järjestys',
  yritysrekisteri: 'Yritysrekisteri',
  fivaldi: 'Fivaldi',
  talenom: 'Talenom',
} as const
export type IntegrationName = keyof typeof integrations
const name = z.enum(Object.keys(integrations) as IntegrationName[], 'Valitse yhteys.')

/** The outside services, as the operator has configured them. Names of services and hosts; never a secret. */
export const integrationsCall = defineCall({
  method: 'GET',
  path: '/api/integraatiot',
  roles: ['yllapito'],
  input: z.strictObject({}),
  output: listOf(
    z.strictObject({
      nimi: name,
      /** Such as "GatewayAPI" or "mail.example.fi"; '' when nothing is configured. */
      palvelu: z.string(),
      /** What happens without it. */
      ilman: z.string(),
      /** Environment variables that it needs and that are not set. */
      puuttuu: z.array(z.string()),
    }),
  ),
})
export type Integration = OutputOf<typeof integrationsCall>['data'][number]

/** Connects to the service with its credentials, and sends nothing to anybody. */
export const testIntegrationCall = defineCall({
  method: 'POST',
  path: '/api/integraatiot',
  roles: ['yllapito'],
  input: z.strictObject({ operation: z.literal('testaa', 'Toiminto on testaa.'), nimi: name }),
  /** In Finnish, with the service's own words in parentheses. */
  output: z.strictObject({ success: z.boolean(), message: z.string() }),
})
