/** The `key` of the administrators' notification of a correction request. */
export const correctionKey = (record: string, request: string): string => `korjauspyynto.${record}.${request}`

const form = /^korjauspyynto\.([0-9a-f-]{36})\.[0-9a-f-]{36}$/

/** The record in a correction request's key; null for the keys of other notifications. */
export const recordOfCorrection = (key: string): string | null => form.exec(key)?.[1] ?? null
