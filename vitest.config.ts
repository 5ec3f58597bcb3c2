import { defineConfig } from 'vitest/config'

const setupFiles = ['./tools/fail-on-console-error.ts']

export default defineConfig({
  test: {
    // Two cores; the embedded PostgreSQL needs its share of them too.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'domain', include: ['domain/**/*.test.ts'], setupFiles } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts'],
          setupFiles,
          globalSetup: './server/testing/global-setup.ts',
          // Real processes, a real database and a cold disk.
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], setupFiles } },
    ],
  },
})
