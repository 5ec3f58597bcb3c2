/** What the server sends (server/platform/push/send-push.ts). */
export type ShownPush = { title: string; body: string; link: string; tag: string }

const textOf = (value: unknown, other: string): string => (typeof value === 'string' && value !== '' ? value : other)

/** A push message; one that cannot be read is shown as something new. */
export function readPush(text: string): ShownPush {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    read = null
  }
  const { title, body, link, tag }: Partial<Record<keyof ShownPush, unknown>> = typeof read === 'object' && read !== null ? read : {}
  return { title: textOf(title, 'Kuorma'), body: textOf(body, 'Uusi ilmoitus'), link: textOf(link, '/'), tag: textOf(tag, 'kuorma') }
}
