/** The kinds of hourly work are stored in small letters (SPEC section 3); on a screen they begin as names do. */
export const workName = (name: string): string => `${name.charAt(0).toLocaleUpperCase('fi')}${name.slice(1)}`
