/** Explains in Finnish what went wrong with a connection, by the code of the error (`error.code`, or that of its cause). */
const byCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'palvelinta ei löydy',
  EAI_AGAIN: 'palvelinta ei löydy',
  EDNS: 'palvelinta ei löydy',
  ECONNREFUSED: 'palvelimeen ei saada yhteyttä',
  ECONNRESET: 'palvelin katkaisi yhteyden',
  ECONNECTION: 'palvelimeen ei saada yhteyttä',
  ESOCKET: 'palvelimeen ei saada yhteyttä',
  ETIMEDOUT: 'palvelu ei vastannut ajoissa',
  EAUTH: 'palvelu ei hyväksynyt tunnuksia',
  ETLS: 'palvelimen varmenne ei kelpaa',
  CERT_HAS_EXPIRED: 'palvelimen varmenne ei kelpaa',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'palvelimen varmenne ei kelpaa',
}

/** Explains the same by the reason of a PlaceSearchFailed, or by the message of an accounting service's call. */
const byReason: Readonly<Record<string, string>> = {
  timeout: 'palvelu ei vastannut ajoissa',
  unreachable: 'palvelimeen ei saada yhteyttä',
  paused: 'palvelu on pyytänyt odottamaan',
  'unexpected answer': 'palvelu vastasi odottamattomasti',
  'Palveluun ei saada yhteyttä.': 'palvelimeen ei saada yhteyttä',
  'Palvelu ei vastannut ajoissa.': 'palvelu ei vastannut ajoissa',
  'Yhteys palveluun katkesi.': 'palvelin katkaisi yhteyden',
}

function byStatus(status: number): string {
  if (status === 401 || status === 403) return 'palvelu ei hyväksynyt tunnuksia'
  if (status === 404) return 'palvelua ei ole tässä osoitteessa'
  if (status === 429) return 'palvelu on pyytänyt odottamaan'
  return status >= 500 ? 'palvelussa on häiriö' : 'palvelu hylkäsi pyynnön'
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')

/** Why a connection failed, as part of a Finnish sentence. */
export function connectionFault(error: unknown): string {
  if (!(error instanceof Error)) return 'tuntematon virhe'
  if (error.name === 'TimeoutError') return 'palvelu ei vastannut ajoissa'
  if (error.name === 'ZodError' || error instanceof SyntaxError) return 'palvelu vastasi odottamattomasti'
  const status = /^(?:status |The answer is )?([45]\d\d)\b/.exec(error.message)?.[1]
  const code = [codeOf(error), codeOf(error.cause)].find((one) => Object.hasOwn(byCode, one))
  return (code && byCode[code]) || byReason[error.message] || (status ? byStatus(Number(status)) : 'tuntematon virhe')
}
