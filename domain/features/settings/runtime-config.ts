// zod's small variant: the web app parses this before anybody can sign in.
import * as z from 'zod/mini'
import { featureNames } from '../../model/features.ts'

/** rules/settings.md#constants. The server sends it in the header X-App-Version; a web app of another version offers to reload itself. */
export const appVersion = '2025.1.6'

/** The web app's configuration before sign-in, from `GET /config.json` (rules/sign-in.md#runtime-configuration). */
export const runtimeConfigShape = z.object({
  version: z.string(),
  companyName: z.string(),
  /** '' when the operator has not set one. */
  supportPhone: z.string(),
  supportMail: z.string(),
  /** Address of map tiles; '' is our own base map. */
  mapTiles: z.string(),
  /** The attribution of the tiles. Optional, since a browser may have cached an answer without it. */
  mapAttribution: z._default(z.string(), ''),
  features: z.record(z.enum(featureNames), z.boolean()),
  /** Address of the company's logo; '' when there is none. */
  logo: z._default(z.string(), ''),
  /** A map provider suggests places too (`POST /api/here_autocomplete`). */
  placeSearch: z._default(z.boolean(), false),
  /** The cut-off after which the order form asks about the wished day (rules/orders.md#cut-off); null without one. */
  orderCutOff: z._default(z.nullable(z.object({ minute: z.number(), workingDays: z.number() })), null),
  /** What drivers check of a car before driving it (rules/cars.md#departure-check). */
  departurePoints: z._default(z.array(z.string()), []),
  /** How many days before something expires it is reminded of (rules/settings.md), the earliest first; the start page looks as far ahead. */
  reminderDays: z._default(z.array(z.number()), []),
  /** client_id to client_secret of the four role groups: public identifiers of our own app, not protection. */
  clients: z.record(z.string(), z.string()),
})
export type RuntimeConfig = z.infer<typeof runtimeConfigShape>
