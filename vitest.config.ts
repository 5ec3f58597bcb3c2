import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { goToScratchFolder } from './tools/scratch-folder.mjs'
import { serverEnvironment } from './tools/server-flags.mjs'

const setupFiles = ['./tools/fail-on-console-error.ts', './tools/same-seed.ts']
goToScratchFolder()
// Tests start about two hundred processes of our own code, each of which would compile it again.
process.env.NODE_COMPILE_CACHE ??= serverEnvironment.NODE_COMPILE_CACHE

/** Modules that keep the state of a browser (its session, stores, caches): each file of tests has its own, which takes a second. */
const statefulWeb = [
  'web/{app,data,session}/**/*.test.{ts,tsx}',
  'web/kit/{entity,form}/**/*.test.{ts,tsx}',
  'web/features/orders/save-changes.test.ts',
]

/** What takes long whatever the machine, and is no long file: begun last, it would run on alone. */
const longest = ['server/testing/crash/crash.test.ts', 'server/platform/database/embedded.test.ts', 'server/testing/fuzz/fuzz.test.ts']
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    const isLong = ({ moduleId }: (typeof files)[number]) => longest.some((path) => moduleId.endsWith(path))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // Two cores; the embedded PostgreSQL needs its share of them too.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // How long anything is waited for: no test is to tell a slow machine from a fault. What has to be quick is measured by `npm run bench`.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      { extends: true, test: { name: 'domain', include: ['domain/**/*.test.ts'], setupFiles, isolate: false } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts'],
          setupFiles,
          isolate: false,
          globalSetup: './server/testing/global-setup.ts',
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: statefulWeb, setupFiles, isolate: false } },
      { extends: true, test: { name: 'web-state', include: statefulWeb, setupFiles } },
    ],
  },
})
