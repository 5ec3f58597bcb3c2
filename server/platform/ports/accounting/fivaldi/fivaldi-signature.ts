import { createHash, createHmac } from 'node:crypto'

type Signed = {
  method: string
  /** From `/customer/api/` on, without the query. */
  path: string
  /** URL-encoded as it is sent, without its question mark; '' without one. */
  query: string
  /** '' without one. */
  body: string
  contentType: string
  partner: string
  /** Unix seconds. */
  timestamp: number
}

/** The Authorization header of a request (rules/integrations.md#fivaldi). */
export function fivaldiSignature({ method, path, query, body, contentType, partner, timestamp }: Signed, secret: string): string {
  const lines = [
    method,
    body === '' ? '' : createHash('md5').update(body).digest('hex'),
    contentType,
    `x-fivaldi-partner:${partner}`,
    `x-fivaldi-timestamp:${timestamp}`,
    path,
    ...(query === '' ? [] : [query]),
  ]
  return `Fivaldi ${createHmac('sha256', secret).update(lines.join('\n')).digest('base64')}`
}
