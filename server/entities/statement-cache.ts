const maxStatements = 500
// A statement is prepared in PostgreSQL only when it is used repeatedly: statements used once must not fill the server's memory.
const preparedAfter = 3
const maxPrepared = 200
// Caches share the pool's connections, and a connection must not see one name with two texts.
let named = 0

/** A compiled statement, and the name under which PostgreSQL keeps it prepared on each connection; null while it is not worth that. */
export type Cached<T> = { readonly statement: T; uses: number; name: string | null }

/** Statements by a key that says all that their text depends on; each is compiled when it is first asked for. */
export function statementCache<T>(): (key: string, compile: () => T) => Cached<T> {
  const cached = new Map<string, Cached<T>>()
  let prepared = 0
  return (key, compile) => {
    const known = cached.get(key)
    if (known) {
      known.uses++
      if (known.uses === preparedAfter && prepared < maxPrepared) {
        prepared++
        known.name = `k${++named}`
      }
      return known
    }
    if (cached.size >= maxStatements) {
      // A prepared statement is never dropped: its name must keep its meaning on every connection.
      const oldest = [...cached].find(([, entry]) => entry.name === null)
      if (oldest) cached.delete(oldest[0])
    }
    const made = { statement: compile(), uses: 1, name: null }
    cached.set(key, made)
    return made
  }
}
