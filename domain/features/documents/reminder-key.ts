/** The `key` of a notification that reminds of a document's version: one for each time when somebody is reminded. */
export const reminderKey = (document: { id: string; versio: number }, now: number): string => `${reminderPrefix(document)}${now}`
export const reminderPrefix = ({ id, versio }: { id: string; versio: number }): string => `dokumentti.${id}.${versio}.`

const form = /^dokumentti\.([0-9a-f-]{36})\.(\d+)\.\d+$/

/** The document and the version that a notification with the key reminds of; null for other notifications. */
export function documentOfKey(key: string): { id: string; versio: number } | null {
  const [, id, versio] = form.exec(key) ?? []
  return id && versio ? { id, versio: Number(versio) } : null
}
