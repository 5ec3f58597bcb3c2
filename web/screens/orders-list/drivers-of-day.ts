import { queryOptions } from '@tanstack/react-query'
import type { DriverToday } from '#domain/features/orders/drivers-today.ts'
import { type Board, boardCall } from '#domain/features/planning-board/board.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

type Drivers = { data: DriverToday[]; meta: { count: number } }

/** The drivers of the board with what their stops carry: each driver once, with the first of several shifts' cars. */
export function driversOfBoard({ reitit, ilman_vuoroa, tyot }: Board): DriverToday[] {
  const works = new Map(tyot.map((work) => [work.id, work]))
  const loadOf = (ids: readonly string[]) => {
    const own = [...new Set(ids)].flatMap((id) => works.get(id) ?? [])
    const open = own.filter(({ tila }) => tila !== 'toimitettu')
    const sum = (of: 'kolli' | 'kg') => open.reduce((total, work) => total + work[of], 0)
    return { tilauksia: new Set(open.map(({ tilaus }) => tilaus)).size, kolli: sum('kolli'), paino: sum('kg') }
  }
  const onShift = [...Map.groupBy(reitit, ({ kuljettaja }) => kuljettaja.id).values()].flatMap((routes): DriverToday[] => {
    const [first] = routes
    if (!first) return []
    const { id, name } = first.kuljettaja
    const auto = routes.find((route) => route.auto !== null)?.auto ?? null
    const without = ilman_vuoroa.find(({ kuljettaja }) => kuljettaja.id === id)?.tyot ?? []
    const ids = routes.flatMap(({ pysahdykset }) => pysahdykset.flatMap(({ lahetykset, tuntituote }) => [...lahetykset, tuntituote ?? '']))
    return [
      { id, name, vuorossa: true, auto: auto && { id: auto.id, rekisterinumero: auto.rekisterinumero }, ...loadOf([...ids, ...without]) },
    ]
  })
  const others = ilman_vuoroa.filter(({ kuljettaja }) => !onShift.some(({ id }) => id === kuljettaja.id))
  return [
    ...onShift,
    ...others.map(({ kuljettaja: { id, name }, tyot: ids }) => ({ id, name, vuorossa: false, auto: null, ...loadOf(ids) })),
  ]
}

/** The drivers of a day other than today, from its board. */
export const driversOfDay = (paiva: number) =>
  queryOptions({
    queryKey: queryKeys.call(boardCall.path, { paiva }),
    queryFn: async ({ signal }): Promise<Board> => (await callApi(boardCall, { paiva }, { signal })).data,
    select: (board): Drivers => {
      const data = driversOfBoard(board)
      return { data, meta: { count: data.length } }
    },
  })
