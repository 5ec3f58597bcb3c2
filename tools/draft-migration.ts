/** Prints a draft of a new entity's migration: its table, its indexes and the triggers of its search. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '#domain/model/registry.ts'
import { DraftRefused, migrationDraft } from './registry/migration-draft.ts'

const folder = 'server/platform/database/migrations'

try {
  const names = process.argv.slice(2)
  process.stdout.write(migrationDraft(registry, names))
  const numbers = readdirSync(join(import.meta.dirname, '..', folder)).map((file) => Number.parseInt(file, 10) || 0)
  const next = String(Math.max(...numbers) + 1).padStart(4, '0')
  process.stderr.write(`\nSave it as ${folder}/${next}-<what it adds>.sql\n`)
} catch (error) {
  if (!(error instanceof DraftRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
