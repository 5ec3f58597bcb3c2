import { Button, Group, List, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { maxUsedRows, whereUsedCall } from '#domain/features/registers/where-used.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { callApi } from '#web/data/api-call.ts'
import { explainedRefusals, showFailure, showRefusal } from '#web/data/fault-toast.tsx'
import { list } from '#web/data/json-api.ts'
import { drop, operations, update } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { plural } from '../../format.ts'
import { RemovalNote } from '../remove-row.tsx'

/** Restores removed rows, all or none. */
export async function restoreRows(entity: EntityName, ids: readonly string[]): Promise<void> {
  const { rows } = await list(entity, { filter: { id: [...ids], status: 0 }, page: { limit: maxUsedRows } })
  await operations(
    rows.map(({ id, vid }) => update(entity, { id, vid }, { status: 1 })),
    newId(),
    { quiet: explainedRefusals },
  )
  await rereadAfterChange(entity)
}

/** `KLR-418`, or the number of rows. */
export const headingOfRows = (entity: EntityName, rows: readonly object[]): string => {
  const [first] = rows
  return first && rows.length === 1 ? rowHeading(entity, first) : plural(rows.length, 'rivi', 'riviä')
}

type Props = {
  entity: EntityName
  rows: readonly { id: string }[]
  /** The heading of the message that a row could not be removed (Register). */
  failure: string | undefined
  onRemoved: () => void
  onClose: () => void
}

const shownNames = 8

/** Removes the rows of a list, all or none, after their uses have been shown. */
export function RemoveRows({ entity, rows, failure, onRemoved, onClose }: Props) {
  const mayUndo = holdsAny(useSession(), ['yllapito'])
  const ids = rows.map(({ id }) => id)
  const heading = headingOfRows(entity, rows)
  const input = { tyyppi: registry[entity].type, id: ids.join(',') }
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.call(whereUsedCall.path, input),
    queryFn: ({ signal }) => callApi(whereUsedCall, input, { signal }),
    // Others may have referred to a row since the last time.
    staleTime: 0,
    gcTime: 0,
  })
  const { run: remove, isRunning } = useAction({
    mutationFn: () =>
      operations(
        ids.map((id) => drop(entity, id)),
        newId(),
        { quiet: failure === undefined ? explainedRefusals : 'all' },
      ),
    onSuccess: async () => {
      onRemoved()
      onClose()
      await rereadAfterChange(entity)
      if (mayUndo) showUndo(`${heading} poistettu`, () => restoreRows(entity, ids).catch(showRefusal))
      else showDone(`${heading} poistettu`)
    },
    onFault: (fault) => {
      onClose()
      if (failure === undefined) showRefusal(fault)
      else showFailure(failure, fault)
    },
  })
  return (
    <Modal opened onClose={() => !isRunning && onClose()} title={`Poista ${heading}`} size="md">
      {rows.length > 1 && (
        <List mb="md">
          {rows.slice(0, shownNames).map((row) => (
            <List.Item key={row.id}>{rowHeading(entity, row)}</List.Item>
          ))}
          {rows.length > shownNames && <List.Item>ja {plural(rows.length - shownNames, 'muu', 'muuta')}</List.Item>}
        </List>
      )}
      {isError ? (
        <ErrorState retry={() => void refetch()}>Rivit voi poistaa, kun tiedetään, missä ne ovat käytössä.</ErrorState>
      ) : data ? (
        <RemovalNote uses={data.data} mayUndo={mayUndo} />
      ) : (
        <SectionSkeleton lines={2} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={isRunning} data-autofocus>
          Takaisin
        </Button>
        <Button color="red" disabled={!data} loading={isRunning} onClick={() => remove()}>
          Poista
        </Button>
      </Group>
    </Modal>
  )
}
