import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { RowUse } from '#domain/features/registers/where-used.ts'

vi.stubGlobal('localStorage', { getItem: () => null })
const { RemovalNote } = await import('./remove-row.tsx')

const noUndo = 'Poistoa ei voi perua'
const used: RowUse[] = [{ entiteetti: 'huolto', suhde: 'auto', maara: 2 }]
const noteOf = (uses: readonly RowUse[], mayUndo: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <RemovalNote uses={uses} mayUndo={mayUndo} />
    </MantineProvider>,
  )

test('a person who cannot undo a removal is warned, whether or not the row is used', () => {
  expect(noteOf([], false)).toContain(noUndo)
  expect(noteOf(used, false)).toContain(noUndo)
  expect(noteOf(used, false)).toContain('Huolto: 2 riviä')
})

test('an administrator, who can undo it, is shown only where the row is used', () => {
  expect(noteOf(used, true)).toContain('Huolto: 2 riviä')
  expect(noteOf(used, true)).not.toContain(noUndo)
  expect(noteOf([], true)).toContain('Ei käytössä missään.')
})
