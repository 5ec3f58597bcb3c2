/** Writes docs/entities.md from the registry. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entitiesPage } from './entities-page.ts'

writeFileSync(join(import.meta.dirname, '..', 'docs', 'entities.md'), entitiesPage())
