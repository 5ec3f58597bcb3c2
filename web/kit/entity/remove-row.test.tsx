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

test('somebody who cannot undo a removal is warned of it, whether the row is used or not', () => {
  expect(noteOf([], false)).toContain(noUndo)
  expect(noteOf(used, false)).toContain(noUndo)
  expect(noteOf(used, false)).toContain('Huolto: 2 riviä')
})

test('an administrator, who can undo it, reads only where the row is used', () => {
  expect(noteOf(used, true)).toContain('Huolto: 2 riviä')
  expect(noteOf(used, true)).not.toContain(noUndo)
  expect(noteOf([], true)).toContain('Ei käytössä missään.')
})
