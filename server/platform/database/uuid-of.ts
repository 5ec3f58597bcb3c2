/** Sixteen bytes as the text of a UUID. */
export const uuidOf = (bytes: Buffer): string => bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
