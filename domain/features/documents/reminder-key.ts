/** The `key` of a notification about an unacknowledged version of a document. `now` makes it unique for each reminder. */
export const reminderKey = (document: { id: string; versio: number }, now: number): string => `${reminderPrefix(document)}${now}`
export const reminderPrefix = ({ id, versio }: { id: string; versio: number }): string => `dokumentti.${id}.${versio}.`

const form = /^dokumentti\.([0-9a-f-]{36})\.(\d+)\.\d+$/

/** The document and version in a reminder's key; null for the keys of other notifications. */
export function documentOfKey(key: string): { id: string; versio: number } | null {
  const found = form.exec(key)
  return found?.[1] ? { id: found[1], versio: Number(found[2]) } : null
}
