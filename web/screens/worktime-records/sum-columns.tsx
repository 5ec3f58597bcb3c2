import type { WorktimeSumFields } from '#domain/features/worktime/administration.ts'
import { formatMinutes } from '#web/kit/format.ts'
import type { Column } from '#web/kit/list/columns.ts'

type SumName = keyof WorktimeSumFields
type Options = { width?: number; yields?: number; optional?: boolean }

/** A duration; nothing for none, so that a column of zeros stays quiet. */
export const minutesOrNone = (minutes: number): string => (minutes === 0 ? '–' : formatMinutes(minutes))

function sumColumn<T extends WorktimeSumFields>(name: SumName, header: string, options: Options = {}): Column<T> {
  return {
    ...{ id: name, header, width: 104, numeric: true },
    cell: (row) => minutesOrNone(row[name]),
    sort: name,
    value: (row) => row[name],
    ...options,
  }
}

/** The sums that both lists show; those that yield leave first where there is no room. */
export const sumColumns = <T extends WorktimeSumFields>(): Column<T>[] => [
  sumColumn('aika_kesto', 'Kesto', { yields: 8 }),
  sumColumn('aika_tyoaika', 'Työaika'),
  sumColumn('aika_ylityo_50', 'Ylityö 50 %', { yields: 10 }),
  sumColumn('aika_ylityo_100', 'Ylityö 100 %', { yields: 9 }),
  sumColumn('aika_ilta', 'Ilta', { yields: 6 }),
  sumColumn('aika_yo', 'Yö', { yields: 5 }),
  sumColumn('aika_pyha', 'Pyhä', { yields: 4 }),
  sumColumn('aika_ajo', 'Ajo', { yields: 7 }),
  sumColumn('aika_lastaus', 'Lastaus', { optional: true }),
  sumColumn('aika_purku', 'Purku', { optional: true }),
  sumColumn('aika_muu', 'Muu työ', { optional: true }),
  sumColumn('aika_odotus', 'Odotus', { yields: 1 }),
  sumColumn('aika_tauko', 'Tauko', { yields: 2 }),
]
