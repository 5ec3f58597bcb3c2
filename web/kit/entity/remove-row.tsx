import { Button, Group, List, Modal, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { maxUses, type RowUse, whereUsedCall } from '#domain/features/registers/where-used.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { callApi } from '#web/data/api-call.ts'
import { explainedRefusals, showFailure, showRefusal } from '#web/data/fault-toast.tsx'
import { patch, read } from '#web/data/json-api.ts'
import { drop, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { dropDraft } from '../form/drafts.ts'
import { formatCount, plural } from '../format.ts'
import { usePageActions } from '../page/page-actions.ts'
import { useIsMounted } from '../page/use-is-mounted.ts'
import { rowField } from './fields/row-fields.ts'
import { entityOf } from './fields/row-names.ts'
import { draftOfRow } from './use-entity-row.ts'

/** Restores a removed row. */
export function useRestoreRow(entity: EntityName, id: string) {
  return useAction({
    mutationFn: async () => {
      const { row } = await read(entity, id)
      await patch(entity, { id, vid: row.vid }, { status: 1 }, { quiet: explainedRefusals })
    },
    onFault: showRefusal,
    onSettled: () => rereadAfterChange(entity),
  })
}

type Removal = {
  entity: EntityName
  id: string
  heading: string
  /** The heading of the message that the row could not be removed (Register). */
  failure?: string | undefined
  /** Called when the row has been removed while its page or form is still open. */
  onRemoved: () => void
}
type Props = Removal & {
  /** Asked instead of showing the uses, when the removal changes other rows. */
  confirm?: (() => Promise<boolean>) | undefined
}

/** Removes the row and shows a message; only administrators can undo it. `onSettled` is called after success and failure. */
export function useRemoval({ entity, id, heading, failure, onRemoved, onSettled }: Removal & { onSettled?: () => void }) {
  const session = useSession()
  const mayUndo = holdsAny(session, ['yllapito'])
  const isMounted = useIsMounted()
  const { run: restore } = useRestoreRow(entity, id)
  const removal = useAction({
    mutationFn: () => operations([drop(entity, id)], newId(), { quiet: failure === undefined ? explainedRefusals : 'all' }),
    onSuccess: async () => {
      onSettled?.()
      if (isMounted()) onRemoved()
      // The draft of the row's form is dropped with the row.
      dropDraft(session?.user.id ?? '', draftOfRow(entity, id))
      await rereadAfterChange(entity)
      if (mayUndo) showUndo(`${heading} poistettu`, restore)
      else showDone(`${heading} poistettu`)
    },
    onFault: (fault) => {
      onSettled?.()
      if (failure === undefined) showRefusal(fault)
      else showFailure(failure, fault)
    },
  })
  return { removal, mayUndo }
}

/**
 * Removes the row. Its uses are looked up first, and shown if there are any or if the removal cannot be undone: only administrators
 * can restore removed rows.
 */
export function RemoveRow({ entity, id, heading, failure, onRemoved, confirm }: Props) {
  const isMounted = useIsMounted()
  /** What the dialog shows; null while it is closed. */
  const [uses, setUses] = useState<readonly RowUse[] | 'unknown' | null>(null)
  const { removal, mayUndo } = useRemoval({ entity, id, heading, failure, onRemoved, onSettled: () => setUses(null) })
  const lookUp = useAction({
    mutationFn: (_: { isRetry: boolean }) => callApi(whereUsedCall, { tyyppi: registry[entity].type, id }),
    onSuccess: ({ data }, { isRetry }) => {
      if (!isMounted()) return
      if (data.length === 0 && mayUndo && !isRetry) removal.run()
      else setUses(data)
    },
    onFault: () => setUses('unknown'),
  })
  const confirmed = useAction({
    mutationFn: async () => (await confirm?.()) ?? true,
    onSuccess: (isConfirmed) => {
      if (isConfirmed && isMounted()) removal.run()
    },
    onFault: showRefusal,
  })
  const close = () => {
    if (!removal.isRunning) setUses(null)
  }
  const ask = () => (confirm ? confirmed.run() : lookUp.run({ isRetry: false }))
  const isBusy = lookUp.isRunning || confirmed.isRunning || removal.isRunning
  usePageActions(heading, isBusy ? [] : [{ id: 'remove', label: 'Poista…', icon: IconTrash, danger: true, run: ask }])
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} loading={isBusy} onClick={ask}>
        Poista
      </Button>
      <Modal opened={uses !== null} onClose={close} title={`Poista ${heading}`} size="md">
        {uses === 'unknown' ? (
          <ErrorState retry={() => lookUp.run({ isRetry: true })}>Rivin voi poistaa, kun tiedetään, missä se on käytössä.</ErrorState>
        ) : (
          uses && <RemovalNote uses={uses} mayUndo={mayUndo} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={removal.isRunning} data-autofocus>
            Takaisin
          </Button>
          {uses !== 'unknown' && (
            <Button color="red" loading={removal.isRunning} onClick={() => removal.run()}>
              Poista
            </Button>
          )}
        </Group>
      </Modal>
    </>
  )
}

/** The consequences of the removal. */
export function RemovalNote({ uses, mayUndo }: { uses: readonly RowUse[]; mayUndo: boolean }) {
  return (
    <>
      {uses.length > 0 ? <Uses uses={uses} /> : mayUndo && <Text mb="md">Ei käytössä missään.</Text>}
      {!mayUndo && <Text mb="md">Poistoa ei voi perua: vain ylläpito voi palauttaa poistetun.</Text>}
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
