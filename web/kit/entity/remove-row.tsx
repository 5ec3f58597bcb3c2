import { Button, Group, List, Modal, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxUses, type RowUse, whereUsedCall } from '#domain/features/registers/where-used.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { ask } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { patch, read } from '#web/data/json-api.ts'
import { drop, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { formatCount, plural } from '../format.ts'
import { rowField } from './fields/row-fields.ts'
import { entityOf } from './fields/row-names.ts'

/** Brings a removed row back. */
export async function restoreRow(entity: EntityName, id: string): Promise<void> {
  const { row } = await read(entity, id)
  await patch(entity, { id, vid: row.vid }, { status: 1 })
  await rereadAfterChange(entity)
}

type Props = { entity: EntityName; id: string; heading: string; onRemoved: () => void; compact?: boolean }

/**
 * Removes the row. Where it is used is asked first, and shown when it is, or when the removal cannot be undone: only administrators reach
 * what has been removed.
 */
export function RemoveRow({ entity, id, heading, onRemoved, compact = false }: Props) {
  const mayUndo = holdsAny(useSession(), ['yllapito'])
  const [uses, setUses] = useState<readonly RowUse[] | null>(null)
  const removal = useMutation({
    mutationFn: () => operations([drop(entity, id)], newId(), { quiet: [409, 422] }),
    onSuccess: async () => {
      setUses(null)
      onRemoved()
      await rereadAfterChange(entity)
      if (mayUndo) showUndo(`${heading} poistettu`, () => restoreRow(entity, id))
      else showDone(`${heading} poistettu`)
    },
    onError: (failure) => {
      setUses(null)
      if (failure instanceof CallFault && (failure.status === 409 || failure.status === 422)) showFault(failure.message)
    },
  })
  const look = useMutation({
    mutationFn: () => ask(whereUsedCall, { tyyppi: registry[entity].type, id }),
    onSuccess: ({ data }) => {
      if (data.length === 0 && mayUndo) removal.mutate()
      else setUses(data)
    },
  })
  return (
    <>
      <Button
        variant="default"
        size={compact ? 'sm' : 'md'}
        leftSection={<IconTrash size={18} aria-hidden />}
        loading={look.isPending || removal.isPending}
        onClick={() => look.mutate()}
      >
        Poista
      </Button>
      <Modal opened={uses !== null} onClose={() => setUses(null)} title={`Poista ${heading}`} size="md">
        {uses && uses.length > 0 ? <Uses uses={uses} /> : <Text mb="md">Poistoa ei voi perua: vain ylläpito voi palauttaa poistetun.</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setUses(null)} data-autofocus>
            Takaisin
          </Button>
          <Button color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
            Poista
          </Button>
        </Group>
      </Modal>
    </>
  )
}

function Uses({ uses }: { uses: readonly RowUse[] }) {
  return (
    <>
      <Text>Käytössä näissä. Ne säilyvät, mutta poistettua ei voi enää valita.</Text>
      <List my="md">
        {uses.map(({ entiteetti, suhde, maara }) => {
          const entity = entityOf(entiteetti)
          const { label } = registry[entity]
          const relation = uses.filter((other) => other.entiteetti === entiteetti).length > 1 ? ` (${rowField(entity, suhde).label})` : ''
          const count = maara >= maxUses ? `vähintään ${formatCount(maxUses)} riviä` : plural(maara, 'rivi', 'riviä')
          return (
            <List.Item key={`${entiteetti}.${suhde}`}>
              {label}
              {relation}: {count}
            </List.Item>
          )
        })}
      </List>
    </>
  )
}
