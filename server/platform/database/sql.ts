/** The source of a parameter's value. Pieces of SQL keep their parameters in place; they are numbered once, in the finished statement. */
export type Source =
  /** The viewer's user id or customer id. */
  | { viewer: 'me' | 'my_company' }
  /** The request's value number `value`. */
  | { value: number }
export type Sql = { text: readonly string[]; sources: readonly Source[] }

export const raw = (text: string): Sql => ({ text: [text], sources: [] })
export const param = (source: Source): Sql => ({ text: ['', ''], sources: [source] })

/** Joins SQL pieces and plain SQL text, as a template. Never give it text that came from a request. */
export function sql(strings: TemplateStringsArray, ...pieces: readonly (Sql | string)[]): Sql {
  return concat(strings.flatMap((text, index) => [raw(text), ...(index < pieces.length ? [asSql(pieces[index] ?? '')] : [])]))
}

const asSql = (piece: Sql | string): Sql => (typeof piece === 'string' ? raw(piece) : piece)

export function concat(pieces: readonly Sql[]): Sql {
  const text: string[] = ['']
  const sources: Source[] = []
  for (const piece of pieces) {
    text[text.length - 1] += piece.text[0] ?? ''
    text.push(...piece.text.slice(1))
    sources.push(...piece.sources)
  }
  return { text, sources }
}

export function join(pieces: readonly Sql[], separator: string): Sql {
  return concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [raw(separator), piece])))
}

/** The text with each source written in place: for statements that serve many viewers at once. */
export const inPlace = ({ text, sources }: Sql, place: (source: Source) => string): string =>
  text.reduce((made, next, index) => {
    const source = sources[index - 1]
    return `${made}${source ? place(source) : ''}${next}`
  })

const sameSource = (a: Source, b: Source): boolean =>
  'viewer' in a ? 'viewer' in b && a.viewer === b.viewer : 'value' in b && a.value === b.value

/** The statement's text with $1… and the source of each parameter; a source that is used several times is one parameter. */
export function finish(piece: Sql): { text: string; sources: Source[] } {
  const sources: Source[] = []
  const text = piece.text.reduce((made, next, index) => {
    const source = piece.sources[index - 1]
    if (!source) return made + next
    let at = sources.findIndex((known) => sameSource(known, source))
    if (at < 0) at = sources.push(source) - 1
    return `${made}$${at + 1}${next}`
  })
  return { text, sources }
}

/** The conditions that must all hold; null when there are none. */
export function and(conditions: readonly (Sql | null)[]): Sql | null {
  const present = conditions.filter((condition) => condition !== null)
  return present.length === 0 ? null : present.length === 1 ? (present[0] ?? null) : sql`(${join(present, ' AND ')})`
}

export function or(conditions: readonly Sql[]): Sql | null {
  return conditions.length === 0 ? null : conditions.length === 1 ? (conditions[0] ?? null) : sql`(${join(conditions, ' OR ')})`
}

export const where = (condition: Sql | null): Sql => (condition ? concat([raw(' WHERE '), condition]) : raw(''))
