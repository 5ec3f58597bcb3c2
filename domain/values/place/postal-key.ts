/** A key for a postal code among those of all countries: `FI-33100`; '' when there is none. */
export const postalKey = (country: string, code: string): string =>
  code.trim() === '' ? '' : `${country || 'FI'}-${code.trim()}`.toUpperCase()
