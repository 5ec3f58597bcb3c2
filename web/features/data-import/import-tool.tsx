import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ImportKindName } from '#domain/features/data-import/import-kinds.ts'
import { ListTool } from '#web/kit/list/list-page.tsx'
import { holdsAny, useSession } from '#web/session/session.ts'

/** Takes administrators from a list to the import of its rows. */
export function ImportTool({ kind }: { kind: ImportKindName }) {
  const session = useSession()
  const navigate = useNavigate()
  if (!holdsAny(session, ['yllapito'])) return null
  return (
    <ListTool icon={IconFileImport} onClick={() => void navigate({ to: '/tietojen-tuonti', search: { laji: kind } })}>
      Tuo tiedostosta
    </ListTool>
  )
}
