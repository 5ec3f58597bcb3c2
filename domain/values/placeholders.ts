const placeholder = /\{([^{}]*)\}/g

/** A text with the values in the places of their names in braces. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (whole, name: string) => values[name] ?? whole)

type Allowed = { names: readonly string[]; required: readonly string[] }

/** What is wrong with the placeholders of a text, as a sentence; null when nothing is. */
export function placeholderFault(text: string, { names, required }: Allowed): string | null {
  const listed = names.map((name) => `{${name}}`).join(', ')
  const used = [...text.matchAll(placeholder)].map(([, name = '']) => name)
  const unknown = used.find((name) => !names.includes(name))
  if (unknown !== undefined) return `Kohtaa {${unknown}} ei tunneta. Tässä tekstissä voi käyttää: ${listed}.`
  if (/[{}]/.test(text.replace(placeholder, ''))) return `Aaltosulkeet sopivat vain näihin: ${listed}.`
  const missing = required.find((name) => !used.includes(name))
  return missing === undefined ? null : `Tekstistä puuttuu {${missing}}.`
}
