/** A text as it stands in a LIKE pattern: its own % _ \ stand for themselves. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
