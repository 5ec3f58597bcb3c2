/** Escapes % _ \ in a text, so that a LIKE pattern matches them literally. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
