/** The `key` of a dispatcher's notification about a delay that was reported for an order's shipments. */
export const delayKey = (order: string, report: string): string => `myohastyminen.${order}.${report}`

const form = /^myohastyminen\.([0-9a-f-]{36})\.[0-9a-f-]{36}$/

/** The order in a delay's key; null for the keys of other notifications. */
export const orderOfDelay = (key: string): string | null => form.exec(key)?.[1] ?? null
