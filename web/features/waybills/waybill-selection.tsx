import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Selection } from '#web/kit/list/columns.ts'
import { WaybillsDialog } from './waybills-dialog.tsx'

const nobody: ReadonlySet<string> = new Set()

/** Orders selected for their waybills. Selected by id, so that scrolling keeps the selection. Another search (`key`) clears it. */
export function useWaybillSelection(key: string): { selection: Selection & { actions: ReactNode }; dialog: ReactNode } {
  const [ticked, setTicked] = useState({ key, ids: nobody })
  const [printed, setPrinted] = useState<readonly string[] | null>(null)
  const selected = ticked.key === key ? ticked.ids : nobody
  return {
    selection: {
      selected,
      onChange: (ids) => setTicked({ key, ids }),
      actions: (
        <Button size="xs" leftSection={<IconFileText size={16} aria-hidden />} onClick={() => setPrinted([...selected])}>
          Rahtikirjat
        </Button>
      ),
    },
    dialog: printed && <WaybillsDialog orderIds={printed} onClose={() => setPrinted(null)} />,
  }
}
