import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../..')

test('no style asks by :has() what the whole page contains: every change inside it would match its styles again', () => {
  const styles = globSync('**/*.css', { cwd: web })
  expect(styles.length).toBeGreaterThan(50)
  const asking = styles.filter((name) =>
    /(^|[\s,(])(:global\()?(html|body|:root|#root)\)?[^\s,{]*:has\(/m.test(readFileSync(join(web, name), 'utf8')),
  )
  expect(asking).toEqual([])
})
