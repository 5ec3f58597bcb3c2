// Which files are mutated is named by mutate.ts. TypeScript 7 has no JavaScript interface, so Stryker gets no tsconfig.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts' },
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 20_000,
  tempDirName: '.cache/mutation',
  ignorePatterns: ['/dist', '/data', '/e2e', '/docs', '/web', '/bench', '/.cache', '*.log'],
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
