import { Anchor, Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconSteeringWheel } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Board, boardCall } from '#domain/features/planning-board/board.ts'
import { changeBoardCall } from '#domain/features/planning-board/board-operations.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { refusalText } from '#web/data/fault.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { useAction } from '#web/data/use-action.ts'
import { shiftTimesOf } from '#web/features/planning-board/board-words.ts'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { formatDay, plural } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showUndo } from '#web/ui/undo-toast.tsx'
import type { DriveStop } from './route-plan.ts'

/** Gives today's stops to a driver's shift in their order (rules/route-optimisation.md#screen). */
export function SendToDriver({ stops }: { stops: readonly DriveStop[] }) {
  const [opened, setOpened] = useState(false)
  const isDispatcher = holdsAny(useSession(), ['yllapito'])
  if (!isDispatcher || stops.every(({ works }) => works.length === 0)) return null
  return (
    <>
      <Button variant="default" leftSection={<IconSteeringWheel size={18} aria-hidden />} onClick={() => setOpened(true)}>
        Lähetä kuljettajan päivään
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Lähetä kuljettajan päivään">
        {opened && <SendForm stops={stops} onClose={() => setOpened(false)} />}
      </Modal>
    </>
  )
}

const boardOfDay = (paiva: number) => ({
  queryKey: queryKeys.call(boardCall.path, { paiva }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Board> => (await callApi(boardCall, { paiva }, { signal })).data,
})

type Route = Board['reitit'][number]
const labelOf = (route: Route): string =>
  [
    route.kuljettaja.name,
    route.auto?.rekisterinumero ?? 'ei autoa',
    shiftTimesOf(route),
    route.pysahdykset.length > 0 ? plural(route.pysahdykset.length, 'pysähdys', 'pysähdystä') : '',
  ]
    .filter(Boolean)
    .join(' · ')

function SendForm({ stops, onClose }: { stops: readonly DriveStop[]; onClose: () => void }) {
  const client = useQueryClient()
  const [today] = useState(() => startOfDay(nowSeconds()))
  const [day, setDay] = useState(today)
  const { data: board, isError, refetch } = useQuery(boardOfDay(day))
  const [chosen, setChosen] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const order = stops.flatMap(({ works }) => works.map(({ type, id }) => ({ tyyppi: type, tyo: id })))
  const others = stops.filter(({ works }) => works.length === 0).length
  const reread = () => client.invalidateQueries({ queryKey: queryKeys.calls(boardCall.path) })
  const send = useAction({
    mutationFn: ({ id, vid }: Route) =>
      callApi(
        changeBoardCall,
        { operation: 'accept', reitit: [{ tyovuoro: id, jarjestys: order }], versiot: { [id]: vid } },
        { quiet: 'all' },
      ),
    onSuccess: ({ kumoa }, { kuljettaja }) => {
      onClose()
      showUndo(`Pysähdykset ovat nyt kuljettajan ${kuljettaja.name} päivässä.`, async () => {
        await callApi(changeBoardCall, kumoa)
        await reread()
      })
    },
    onFault: (failure) => setFault(refusalText(failure)),
    onSettled: reread,
  })
  const route = board?.reitit.find(({ id }) => id === chosen)
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label="Päivä"
        data={[
          { value: String(today), label: `Tänään ${formatDay(today)}` },
          { value: String(addDays(today, 1)), label: `Huomenna ${formatDay(addDays(today, 1))}` },
        ]}
        value={String(day)}
        onChange={(value) => {
          setDay(Number(value))
          setChosen(null)
          setFault('')
        }}
      />
      {isError ? (
        <ErrorState retry={() => void refetch()} />
      ) : !board ? (
        <SectionSkeleton />
      ) : board.reitit.length === 0 ? (
        <Text>
          Päivälle ei ole työvuoroja. <Anchor renderRoot={(props) => <Link to="/tyovuorot" {...props} />}>Lisää vuoro</Anchor>, niin voit
          lähettää pysähdykset.
        </Text>
      ) : (
        <SearchSelect
          label="Kuljettaja"
          description="Pysähdykset tulevat päivään tässä järjestyksessä. Muut pysähdykset jäävät kuljettajalle."
          placeholder="Kirjoita nimi tai rekisterinumero"
          data={board.reitit.map((one) => ({ value: one.id, label: labelOf(one) }))}
          nothingFoundMessage="Ei kuljettajia tällä haulla."
          data-autofocus
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setFault('')
          }}
        />
      )}
      {others > 0 && (
        <Text size="sm" c="dimmed">
          {plural(others, 'kirjoitettu osoite', 'kirjoitettua osoitetta')} jää pois: vain tilausten pysähdykset lähetetään.
        </Text>
      )}
      {fault && <FaultNote>{fault}</FaultNote>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Takaisin
        </Button>
        <Button disabled={!route} loading={send.isRunning} onClick={() => route && send.run(route)}>
          Lähetä
        </Button>
      </Group>
    </Stack>
  )
}
