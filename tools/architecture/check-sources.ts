/** Path from the root, with slashes → content. */
type Files = ReadonlyMap<string, string>

/** Names that several files export a type by → in how many files. The list only gets shorter. */
type KnownDuplicates = Readonly<Record<string, number>>

const EXPORTED_TYPE = /^export (?:declare |abstract )*(?:type|interface|class|enum) (\w+)/gm

/** An exported type name has one definition. Test files export nothing and are skipped. */
export function checkTypeNames(files: Files, known: KnownDuplicates): string[] {
  const definitions = new Map<string, Set<string>>()
  for (const [path, source] of files) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue
    for (const [, name = ''] of source.matchAll(EXPORTED_TYPE)) definitions.set(name, (definitions.get(name) ?? new Set()).add(path))
  }
  const tooMany = [...definitions].flatMap(([name, paths]) => {
    const [first, ...others] = [...paths].sort()
    return paths.size > (known[name] ?? 1) ? [`${first}: the exported type ${name} is also defined in ${others.join(', ')}`] : []
  })
  const outdated = Object.entries(known).filter(([name, count]) => (definitions.get(name)?.size ?? 0) < count)
  return [...tooMany, ...outdated.map(([name]) => `tools/architecture.ts: duplicateTypes: ${name} has fewer definitions by now`)]
}

const SQL_FOLDERS = /^server\/(?:auth|demo|entities|platform|testing|users)\//
/** A browser's permissions are queried too. */
const RUNS_SQL = /(?<!\bpermissions\??)\.query\s*[(<]|\bsql`/

/** SQL statements are allowed in the engine, auth, users, platform, demo and the queries.ts of a feature or of a folder of it. */
export function checkSql(files: Files, known: readonly string[]): string[] {
  const found = [...files].flatMap(([path, source]) => {
    const isChecked = /^(?:domain|server|web)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)
    if (!isChecked || SQL_FOLDERS.test(path) || /^server\/features\/[^/]+\/(?:[^/]+\/)?queries\.ts$/.test(path)) return []
    return RUNS_SQL.test(source) ? [path] : []
  })
  const wrong = found.filter((path) => !known.includes(path))
  const outdated = known.filter((path) => !found.includes(path))
  return [
    ...wrong.map((path) => `${path}: SQL of a feature stands in its queries.ts`),
    ...outdated.map((path) => `tools/architecture.ts: sqlOutsideQueries: ${path} has no SQL by now`),
  ]
}
