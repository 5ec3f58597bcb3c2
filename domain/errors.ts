/** The kinds of faults in answers, each with its status and its Finnish sentence (rules/errors.md). */
export const faultKinds = {
  bad_request: { status: 400, title: 'Virheellinen pyyntö' },
  unauthorized: { status: 401, title: 'Kirjautuminen vaaditaan' },
  forbidden: { status: 403, title: 'Sinulla ei ole oikeuksia operaatioon' },
  not_found: { status: 404, title: 'Pyydettyä entiteettiä ei löydy' },
  method_not_allowed: { status: 405, title: 'Toiminto ei ole käytössä' },
  not_acceptable: { status: 406, title: 'Pyydettyä esitysmuotoa ei ole' },
  conflict: { status: 409, title: 'Muokattava sisältö ei ole ajan tasalla. Päivitä sivu ja yritä uudestaan.' },
  too_large: { status: 413, title: 'Lähetetty sisältö on liian suuri' },
  unsupported_media: { status: 415, title: 'Sisältötyyppiä ei tueta' },
  no_range: { status: 416, title: 'Pyydettyä tiedoston osaa ei ole' },
  invalid: { status: 422, title: 'Virheellinen entiteetti' },
  too_many: { status: 429, title: 'Liian monta pyyntöä. Yritä hetken kuluttua uudestaan.' },
  internal: { status: 500, title: 'Tapahtui virhe' },
  unavailable: { status: 503, title: 'Palvelu ei ole juuri nyt käytettävissä' },
  storage_full: { status: 507, title: 'Palvelimen levytila on lopussa. Yritä myöhemmin uudelleen tai ilmoita ylläpitoon.' },
} as const

export type FaultKind = keyof typeof faultKinds

/** Codes for clients that act on the reason of a fault (rules/http-api.md#faults). */
export const faultCodes = ['outdated'] as const
export type FaultCode = (typeof faultCodes)[number]

/** One fault and its position. `pointer` is a JSON pointer into the body, `parameter` a query parameter's name. */
export type Fault = {
  kind: FaultKind
  code?: FaultCode
  detail: string
  pointer?: string
  parameter?: string
  /** For a request that may be retried (429, 503): after this many seconds. */
  retryAfter?: number
  /** For a conflict: the row as it is stored now. */
  current?: unknown
}

/** The fault of a change of something that has been changed since it was read. */
export const outdated = (pointer?: string): Fault => ({
  kind: 'conflict',
  code: 'outdated',
  detail: faultKinds.conflict.title,
  ...(pointer === undefined ? {} : { pointer }),
})

/** Thrown when a request cannot be carried out; the server converts it into the answer. Never contains secrets. */
export class RequestFault extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: Fault | readonly Fault[]) {
    const list = Array.isArray(faults) ? faults : [faults]
    super(list.map((fault) => fault.detail).join('; '))
    this.name = 'RequestFault'
    this.faults = list
  }

  get status(): number {
    return faultKinds[this.faults[0]?.kind ?? 'internal'].status
  }
}

/** The messages of sign-in and password recovery (rules/errors.md#sign-in-messages). */
export const signInMessages = {
  invalid_credentials: 'Virheellinen käyttäjätunnus tai salasana.',
  unknown_user: 'Virheellinen sähköpostiosoite tai käyttäjänimi',
  expired_link: 'Käyttämäsi linkki on vanhentunut. Tilaa uusi painamalla "Lähetä linkki uudelleen"',
  unknown: 'Tuntematon virhe',
  /** Ours: too many wrong attempts (rules/sign-in.md#lockout). */
  locked: 'Liian monta väärää yritystä. Yritä uudestaan kymmenen minuutin kuluttua.',
  /** Ours: the session was ended, by the person elsewhere or by an administrator. */
  closed: 'Istuntosi on päätetty: sinut kirjattiin ulos muualta, tai salasanasi tai oikeutesi muuttuivat. Kirjaudu uudelleen.',
} as const

/** The details of password recovery's 400 answers, as in Drupal; the client shows them in Finnish (rules/errors.md#sign-in-messages). */
export const recoveryFaults = {
  unknown: 'This User was not found or invalid',
  blocked: 'This account is blocked or has not been activated yet.',
  wrong: 'The recovery password is not valid.',
  none: 'No valid temp password request.',
} as const

export const nameTaken = (name: string): string => `The username ${name} is already taken.`
export const mailTaken = (mail: string): string => `The email address ${mail} is already taken.`

/** The Finnish message for a rejected save of a user, from the server's text about a value in use (rules/errors.md#user-messages). */
export function userSaveMessage(said: string): string {
  if (/^The username .* is already taken\.$/s.test(said)) return 'Käyttäjätunnus on jo käytössä'
  return /^The email address .* is already taken\.$/s.test(said) ? 'Sähköpostiosoite on jo käytössä' : said
}

/** The toasts of rules/errors.md#toasts, by status; `other` for any other status, `none` for no answer. */
export const toastMessages = {
  400: faultKinds.bad_request.title,
  403: faultKinds.forbidden.title,
  404: faultKinds.not_found.title,
  409: faultKinds.conflict.title,
  422: faultKinds.invalid.title,
  507: faultKinds.storage_full.title,
  other: 'Tapahtui virhe',
  none: 'Puuttuva response',
  sessionEnded: 'Istuntosi on vanhentunut. Sinut on kirjattu ulos.',
} as const
