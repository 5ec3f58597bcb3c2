import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8')

export type CitedTest = { file: string; name: string }

/** The tests that a page names as `file: "test name"`. A name with `%s` or `$name` is that of a table of cases. */
export const citedTests = (page: string): CitedTest[] =>
  [...page.matchAll(/`([^`\s]+\.(?:test\.tsx?|spec\.ts)): "([^`]+)"`/g)].map(([, file = '', name = '']) => ({ file, name }))

function isTest({ file, name }: CitedTest): boolean {
  if (!existsSync(join(root, file))) return false
  const source = readPage(file)
  return ["'", '"', '`'].some((mark) => {
    const written = mark + name.replaceAll(mark, `\\${mark}`) + mark
    return new RegExp(`\\(\\s*${RegExp.escape(written)}`).test(source)
  })
}
export const missingTests = (page: string): CitedTest[] => citedTests(page).filter((cited) => !isTest(cited))

/** The files, folders and decisions named by a page in docs/ that do not exist. */
export function missingFiles(page: string): string[] {
  const files = [...page.matchAll(/`((?:docs|domain|server|web|e2e|tools)\/[^`\s:]*)`/g)].map(([, path = '']) => path)
  const links = [...page.matchAll(/\]\((decisions\/[^)]+)\)/g)].map(([, path = '']) => `docs/${path}`)
  return [...files, ...links].filter((path) => !existsSync(join(root, path)))
}
