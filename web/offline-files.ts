import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * What the service worker stores when it is installed, by the modules that lead to it: the start of the app, and everything that a driver does
 * without a network (rules/screens.md#offline). Files of other screens are stored when they are first used (web/service-worker/sw.ts).
 */
const offlineModules: readonly (string | RegExp)[] = [
  'app/signed-in.tsx',
  'app/orders-by-role.tsx',
  'app/unknown-address.tsx',
  'app/shell/version-dialog.tsx',
  'app/toasts.tsx',
  'screens/start/start.tsx',
  /^screens\/(sign-in|access-denied|guide|not-found|privacy-policy|user|notifications)\//,
  /^screens\/(driver|driver-shifts|acknowledge|acknowledge-document|cars|documents|waybill)\//,
  /^features\/users\/recovery-codes\.tsx$/,
  // Registers the service worker, also when the app is opened without a network.
  /\/workbox-window\//,
]
/** Large, and fetched when used: by its own request, or ahead for drivers (web/features/scanning/fetch-ahead.ts). */
const seldomUsed = /(^|\/)(map-canvas|base-map|months-chart|password-strength\.worker)\b/
/** They choose among screens: of what they load later, only the above is followed. */
const choosers: readonly string[] = ['app/routes.ts', 'app/orders-by-role.tsx', 'screens/start/start.tsx']

type Chunk = {
  fileName: string
  imports: readonly string[]
  dynamicImports: readonly string[]
  moduleIds: readonly string[]
  css: readonly string[]
}

/** The names of the built files that are needed without a network; known once the app has been built. */
export function offlineFiles(webRoot: string): { plugin: Plugin; isNeeded: (file: string) => boolean } {
  let needed: ReadonlySet<string> = new Set()
  const nameOf = (id: string): string => relative(webRoot, resolve(id)).replaceAll('\\', '/')
  const plugin: Plugin = {
    name: 'kuorma-offline-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file): [string, Chunk][] => {
          if (file.type !== 'chunk') return []
          const { fileName, imports, dynamicImports, facadeModuleId } = file
          // A screen whose code stands in a shared chunk has a chunk of its own that only exports it.
          const moduleIds = facadeModuleId === null ? file.moduleIds : [...file.moduleIds, facadeModuleId]
          const css = [...(file.viteMetadata?.importedCss ?? [])]
          return [[fileName, { fileName, imports, dynamicImports, moduleIds: moduleIds.map(nameOf), css }]]
        }),
      )
      // The chunks of a second environment or page have been added to those of the first.
      needed = new Set([...needed, ...filesFrom(chunks)])
    },
  }
  return { plugin, isNeeded: (file) => !file.startsWith('assets/') || !/\.(js|css)$/.test(file) || needed.has(file) }
}

const isOffline = (module: string): boolean => offlineModules.some((one) => (typeof one === 'string' ? one === module : one.test(module)))

function filesFrom(chunks: ReadonlyMap<string, Chunk>): Set<string> {
  const found = new Set<string>()
  const follow = (name: string): void => {
    const chunk = chunks.get(name)
    if (!chunk || found.has(name) || seldomUsed.test(name)) return
    found.add(name)
    for (const css of chunk.css) found.add(css)
    for (const other of chunk.imports) follow(other)
    const leadsEverywhere = chunk.moduleIds.some((module) => choosers.includes(module))
    for (const other of chunk.dynamicImports) if (!leadsEverywhere || chunks.get(other)?.moduleIds.some(isOffline)) follow(other)
  }
  for (const { fileName, moduleIds } of chunks.values())
    if (moduleIds.includes('app/main.tsx') || moduleIds.some(isOffline)) follow(fileName)
  return found
}
