// The small build: the web app reads this before anybody can sign in.
import * as z from 'zod/mini'

/** rules/settings.md#constants. Told by the server in the header X-App-Version; a web app of another version offers to reload itself. */
export const appVersion = '2025.1.6'

/** The parts of the product that a company can have or not (rules/settings.md#feature-switches); all switched on until settings can say otherwise. */
export const features = {
  varauma: true,
  useat_tuotteet: true,
  tekstiviestit: true,
  osoitteiden_hallinta: true,
  siirto_terminaaliin: true,
  lisatyot: true,
  reitit: true,
  reitin_optimointi: true,
  vuokraukset: true,
  tuntituote_toisto: true,
  tyovuorot: true,
}

/** The web app's configuration before sign-in, from `GET /config.json` (rules/sign-in.md#runtime-configuration). */
export const runtimeConfigShape = z.object({
  version: z.string(),
  companyName: z.string(),
  /** '' when the operator has not given one. */
  supportPhone: z.string(),
  supportMail: z.string(),
  /** Address of map tiles; '' is a plain background. */
  mapTiles: z.string(),
  /** Whose the tiles are; a browser may still hold an answer that did not say. */
  mapAttribution: z._default(z.string(), ''),
  features: z.record(z.string(), z.boolean()),
  /** client_id to client_secret of the four role groups: public identifiers of our own app, not protection. */
  clients: z.record(z.string(), z.string()),
})
export type RuntimeConfig = z.infer<typeof runtimeConfigShape>
