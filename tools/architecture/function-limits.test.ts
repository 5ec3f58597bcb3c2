import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { pinnedNode, root, toolScript } from '../prepare.mjs'

/** Biome's rules for functions: 80 lines, cognitive complexity 20, three parameters. biome.json lists the files that exceed them. */
const ruleNames = ['noExcessiveCognitiveComplexity', 'noExcessiveLinesPerFunction', 'useMaxParams'] as const

const config = z
  .looseObject({
    linter: z.object({ rules: z.unknown() }),
    overrides: z.array(
      z.object({
        includes: z.array(z.string()),
        linter: z.object({ rules: z.object({ complexity: z.record(z.string(), z.literal('off')) }) }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')))
const reportForm = z.object({ diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })) })

const scratch = mkdtempSync(join(tmpdir(), 'kuorma-function-limits-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** The files that break each rule, when there are no exceptions. */
function filesWithFaults(paths: readonly string[]): Map<string, Set<string>> {
  writeFileSync(join(scratch, 'biome.json'), JSON.stringify({ linter: config.linter }))
  const only = ruleNames.map((name) => `--only=complexity/${name}`)
  const options = [`--config-path=${scratch}`, '--reporter=json', '--max-diagnostics=2000', ...only]
  const { stdout } = spawnSync(pinnedNode(), [toolScript('@biomejs/biome', 'biome'), 'lint', ...options, ...paths], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  const { diagnostics } = reportForm.parse(JSON.parse(stdout))
  return new Map(
    ruleNames.map((name) => [
      name,
      new Set(diagnostics.flatMap(({ category, location }) => (category.endsWith(`/${name}`) ? [location.path] : []))),
    ]),
  )
}

describe('the limits of functions', () => {
  const sample = (name: string, source: string): string => {
    const path = join(scratch, name)
    writeFileSync(path, source)
    return path
  }
  const nested = (depth: number): string => (depth === 0 ? 'a()' : `if (a()) { ${nested(depth - 1)} }`)
  const body = (lines: number): string => Array.from({ length: lines }, (_, index) => `  console.log(${index})`).join('\n')

  test('are 80 lines, cognitive complexity 20 and three parameters', () => {
    const faults = filesWithFaults([
      sample('long.ts', `export function long() {\n${body(81)}\n}\n`),
      sample('short.ts', `export function short() {\n${body(78)}\n}\n`),
      sample('complex.ts', `export function complex(a: () => boolean) { ${nested(6)} }\n`),
      sample('plain.ts', `export function plain(a: () => boolean) { ${nested(5)} }\n`),
      sample('four.ts', 'export const four = (a: number, b: number, c: number, d: number) => a + b + c + d\n'),
      sample('three.ts', 'export const three = (a: number, b: number, c: number) => a + b + c\n'),
    ])
    const names = (rule: (typeof ruleNames)[number]) => [...(faults.get(rule) ?? [])].map((path) => path.split('/').at(-1))
    expect(names('noExcessiveLinesPerFunction')).toEqual(['long.ts'])
    expect(names('noExcessiveCognitiveComplexity')).toEqual(['complex.ts'])
    expect(names('useMaxParams')).toEqual(['four.ts'])
  })

  test('have no exception that is not needed: the lists in biome.json only get shorter', () => {
    const [tests, ...exceptions] = config.overrides
    expect(tests?.includes).toEqual(['**/*.test.ts', '**/*.test.tsx', 'e2e/**'])
    const faults = filesWithFaults([...new Set(exceptions.flatMap(({ includes }) => includes))])
    const listed = new Map(exceptions.map(({ includes, linter }) => [Object.keys(linter.rules.complexity).join(), includes]))
    for (const name of ruleNames) expect(listed.get(name), name).toEqual([...(faults.get(name) ?? [])].sort())
  })
})
