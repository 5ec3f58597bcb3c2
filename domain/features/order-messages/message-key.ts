/** The `key` of a notification about a message about an order. */
export const messageKey = (order: string, message: string): string => `tilausviesti.${order}.${message}`

const form = /^tilausviesti\.([0-9a-f-]{36})\.[0-9a-f-]{36}$/

/** The order in a message's key; null for the keys of other notifications. */
export const orderOfMessage = (key: string): string | null => form.exec(key)?.[1] ?? null
