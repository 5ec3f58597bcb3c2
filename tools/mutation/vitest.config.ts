import { defineConfig } from 'vitest/config'

// The tests of pure rules alone: no database, no browser (decision 80).
export default defineConfig({
  test: {
    include: [process.env.MUTATION_TESTS ?? 'domain/**/*.test.ts'],
    setupFiles: ['./tools/fail-on-console-error.ts', './tools/same-seed.ts'],
    testTimeout: 120_000,
    isolate: false,
  },
})
