/** SPEC section 9. Told by the server in the header X-App-Version; a web app of another version offers to reload itself. */
export const appVersion = '2025.1.6'

/** What `GET /config.json` tells the web app before sign-in (RULES section 13). */
export type RuntimeConfig = {
  version: string
  companyName: string
  /** '' when the operator has not given one. */
  supportPhone: string
  supportMail: string
  /** client_id to client_secret of the four role groups: public identifiers of our own app, not protection. */
  clients: Readonly<Record<string, string>>
}
