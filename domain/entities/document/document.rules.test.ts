import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import type { Dokumentti, DokumenttiKuittaus } from './document.entity.ts'
import { documentAcknowledgementRules, documentRules } from './document.rules.ts'

test('other files are a new version of a document', () => {
  const before = blankRow('dokumentti', { versio: 3, tiedostot: ['a', 'b'] })
  const version = (tiedostot: string[], stored: Dokumentti | null = before) =>
    documentRules.derive?.({ before: stored, after: { ...before, tiedostot } }, ruleContext, {})
  expect(version(['a', 'b'])).toEqual({ versio: 3 })
  for (const files of [['a'], ['b', 'a'], ['a', 'c'], []]) expect(version(files)).toEqual({ versio: 4 })
  expect(version(['c'], null)).toEqual({ versio: 3 })
})

test('the current version is acknowledged, with a signature', () => {
  const document = blankRow('dokumentti', { versio: 3, kuitattava: true })
  const faults = (
    values: Partial<DokumenttiKuittaus>,
    { held = document, before = null }: { held?: Dokumentti; before?: DokumenttiKuittaus | null } = {},
  ) => {
    const after = blankRow('dokumentti_kuittaus', { versio: 3, kuittaus: 'f', ...values })
    return documentAcknowledgementRules.check?.({ before, after }, ruleContext, { dokumentti: [held] })
  }
  expect(faults({})).toEqual([])
  expect(faults({ versio: 0 })).toEqual([{ field: 'versio', detail: 'Kerro, minkä version (versio) dokumentista luit.' }])
  const outdated = { field: 'versio', detail: 'Dokumentista on uusi versio. Lue se ja kuittaa sitten.' }
  expect(faults({ versio: 2 })).toEqual([outdated])
  const unsigned = { field: 'kuittaus', detail: 'Allekirjoitus puuttuu.' }
  expect(faults({ kuittaus: null })).toEqual([unsigned])
  expect(faults({ versio: 2, kuittaus: null })).toEqual([outdated, unsigned])
  expect(faults({ versio: 2 }, { held: { ...document, kuitattava: false } })).toEqual([
    { field: 'dokumentti', detail: 'Tätä dokumenttia ei tarvitse kuitata.' },
  ])
  // A stored acknowledgement stays, also when a new version comes; a document that does not exist is refused elsewhere.
  expect(faults({ versio: 2 }, { before: blankRow('dokumentti_kuittaus') })).toEqual([])
  const after = blankRow('dokumentti_kuittaus')
  expect(documentAcknowledgementRules.check?.({ before: null, after }, ruleContext, { dokumentti: [] })).toEqual([])
  expect(documentAcknowledgementRules.check?.({ before: null, after }, ruleContext, {})).toEqual([])
})
