import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shiftOperationsCall } from '#domain/features/shifts/shift-operations.ts'
import { callApi } from '#web/data/api-call.ts'
import { explainedRefusals, showRefusal } from '#web/data/fault-toast.tsx'
import { rereadAfterChange, wholeQuery } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { RouteBadge } from '#web/features/work-routes/route-badge.tsx'
import { OrderedList } from '#web/kit/form/ordered-list/ordered-list.tsx'
import { ListTool } from '#web/kit/list/list-page.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showUndo } from '#web/ui/undo-toast.tsx'

/** As many as the call takes. */
const maxRoutes = 500
const routesQuery = wholeQuery(
  'tyoreitti',
  {
    filter: { status: 1 },
    sort: ['jarjestys', 'reittinro', 'drupal_internal__id'],
    fields: { tyoreitti: ['name', 'reittinro', 'tunniste', 'color'] },
  },
  maxRoutes,
)

/** Sets the order in which the shift calendar has the work routes (rules/shifts.md#order-of-routes). */
export function RouteOrder() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ListTool icon={IconArrowsSort} onClick={() => setIsOpen(true)}>
        Järjestä
      </ListTool>
      {isOpen && <OrderDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

type ListedRoute = { id: string; name: string; reittinro: string; tunniste: string; color: string }

const itemOf = ({ id, name, reittinro, tunniste, color }: ListedRoute) => ({
  id,
  name: [reittinro || tunniste, name].filter(Boolean).join(' '),
  content: (
    <Group gap="sm">
      <RouteBadge number={reittinro || tunniste} color={color} /> {name}
    </Group>
  ),
})

function OrderDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery({ ...routesQuery, staleTime: 0 })
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const routes = data?.flatMap(({ rows }) => rows) ?? []
  const byId = new Map(routes.map((route) => [route.id, route]))
  const stored = routes.map(({ id }) => id)
  // Routes that were added meanwhile come last, as the server puts them.
  const ids = order ? [...order.filter((id) => byId.has(id)), ...stored.filter((id) => !order.includes(id))] : stored
  const save = useAction({
    mutationFn: () => callApi(shiftOperationsCall, { operation: 'OPERATION_SET_WEIGHTS', ids: [...ids] }, { quiet: explainedRefusals }),
    onSuccess: async ({ kumoa }) => {
      onClose()
      await rereadAfterChange('tyoreitti')
      if (kumoa)
        showUndo('Työreittien järjestys tallennettu', async () => {
          await callApi(shiftOperationsCall, kumoa)
          await rereadAfterChange('tyoreitti')
        })
    },
    onFault: showRefusal,
  })
  return (
    <Modal opened onClose={onClose} title="Työreittien järjestys" size="md" returnFocus>
      <Stack gap="md">
        <Text>Työreitit ovat työvuorokalenterissa ja valinnoissa tässä järjestyksessä.</Text>
        {data ? (
          <OrderedList label="Työreitit järjestyksessä" items={ids.flatMap((id) => byId.get(id) ?? []).map(itemOf)} onChange={setOrder} />
        ) : isError ? (
          <ErrorState retry={() => void refetch()} />
        ) : (
          <SectionSkeleton lines={6} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button disabled={!data || order === null} loading={save.isRunning} onClick={() => save.run()}>
            Tallenna
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
