import { Button, Group } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { reachOf } from '#domain/access/reach.ts'
import { mayTouchRow } from '#domain/access/row-rights.ts'
import { whereUsedCall } from '#domain/features/registers/where-used.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import type { EntityRow } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { Page } from '../page/page.tsx'
import type { Register } from './register.ts'
import { RemovalNote, useRemoval } from './remove-row.tsx'
import { rowQuery } from './row-query.ts'
import { MissingRow, RowStates } from './row-states.tsx'
import { useRowViewer } from './use-entity-row.ts'

/** Not cached, because uses may have been added since the last request. */
const usesQuery = (entity: EntityName, id: string) =>
  queryOptions({
    queryKey: queryKeys.call(whereUsedCall.path, { entity, id }),
    queryFn: async ({ signal }) => (await callApi(whereUsedCall, { tyyppi: registry[entity].type, id }, { signal })).data,
    gcTime: 0,
    staleTime: 0,
  })

/** The page for removing a row, which first shows where the row is used (`postiosoite/:id/delete`). */
export function RemovePage<N extends EntityName>({ register, id }: { register: Register<N>; id: string }) {
  const { entity, missingTitle } = register
  const viewer = useRowViewer()
  const isReadable = reachOf(entity, viewer.roles).read !== 'none'
  const query = useQuery({ ...rowQuery(entity, id), enabled: isReadable })
  const row = query.data
  if (!isReadable) return <MissingRow title={missingTitle} />
  if (!row) return <RowStates label={registry[entity].label} missing={{ title: missingTitle }} query={query} />
  if (row.status === 0) return <Refused title="Se on jo poistettu" back={register.page(id)} />
  if (mayTouchRow(entity, 'delete', { row, viewer, now: nowSeconds() }) === false)
    return <Refused title="Sinulla ei ole oikeutta poistaa tätä" back={register.page(id)} />
  return <Removal register={register} row={row} />
}

function Refused({ title, back }: { title: string; back: NavigateOptions }) {
  return (
    <Page title="Poista" width="narrow" focus="heading">
      <EmptyState title={title} action={<BackButton to={back} />} />
    </Page>
  )
}

const BackButton = ({ to }: { to: NavigateOptions }) => (
  <Button variant="default" renderRoot={(props) => <Link {...to} {...props} />}>
    Takaisin
  </Button>
)

function Removal<N extends EntityName>({ register, row }: { register: Register<N>; row: EntityRow<N> }) {
  const { entity, list, page, removalFailure: failure } = register
  const navigate = useNavigate()
  const heading = rowHeading(entity, row)
  const { data: uses, isError, refetch } = useQuery(usesQuery(entity, row.id))
  const { removal, mayUndo } = useRemoval({ entity, id: row.id, heading, failure, onRemoved: () => void navigate(list) })
  return (
    <Page title={`Poista ${heading}`} width="narrow" focus="heading">
      {isError ? (
        <ErrorState retry={() => void refetch()}>Rivin voi poistaa, kun tiedetään, missä se on käytössä.</ErrorState>
      ) : uses ? (
        <RemovalNote uses={uses} mayUndo={mayUndo} />
      ) : (
        <SectionSkeleton lines={2} />
      )}
      <Group>
        <BackButton to={page(row.id)} />
        {uses && !isError && (
          <Button color="red" loading={removal.isRunning} onClick={() => removal.run()}>
            Poista
          </Button>
        )}
      </Group>
    </Page>
  )
}
