import { linkOptions } from '@tanstack/react-router'
import { writeDuration, writeTimeOfDay } from '#domain/values/time/write-minutes.ts'
import type { EntityRow } from '#web/data/row.ts'
import { ImportTool } from '#web/features/data-import/import-tool.tsx'
import { RouteBadge } from '#web/features/work-routes/route-badge.tsx'
import { RouteOrder } from '#web/features/work-routes/route-order.tsx'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'

/** Without a length the hours are not known. */
const start = ({ alkuaika, kesto }: EntityRow<'tyoreitti'>): string => (kesto > 0 || alkuaika > 0 ? writeTimeOfDay(alkuaika) : '–')

export const register: Register<'tyoreitti'> = {
  entity: 'tyoreitti',
  title: 'Työreitit',
  newTitle: 'Uusi työreitti',
  missingTitle: 'Työreittiä ei löydy',
  list: linkOptions({ to: '/tyoreitit' }),
  page: (id) => linkOptions({ to: '/tyoreitti/$id', params: { id } }),
  columns: [
    {
      field: 'reittinro',
      header: 'Reitti',
      width: 90,
      show: ({ reittinro, tunniste, color }) => <RouteBadge number={reittinro || tunniste} color={color} />,
    },
    { field: 'name', width: 160, grow: true, edit: true },
    { field: 'kuljettaja', width: 150, grow: true },
    { field: 'auto', width: 100 },
    { field: 'alkuaika', width: 90, numeric: false, show: start, edit: true },
    { field: 'kesto', width: 120, numeric: false, show: ({ kesto }) => writeDuration(kesto) || '–', edit: true },
    { field: 'vakioreitti', width: 160, yields: 1 },
  ],
  filters: [{ field: 'kuljettaja' }, { field: 'auto' }],
  sort: ['jarjestys', 'reittinro', 'drupal_internal__id'],
  empty: { title: 'Työreittejä ei ole', text: 'Lisää työreitti, niin sen voi vetää työvuorokalenterissa kuljettajalle.' },
}

const Tools = () => (
  <>
    <RouteOrder />
    <ImportTool kind="tyoreitit" />
  </>
)

/** `tyoreitit` (ours) */
export const ListScreen = () => <EntityList register={register} tools={<Tools />} />
