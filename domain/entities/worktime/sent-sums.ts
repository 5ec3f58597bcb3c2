import { z } from 'zod'

/** The minutes of a record that payroll gets. */
export const sumNames = [
  ...(['aika_kesto', 'aika_tyoaika', 'aika_ylityo_50', 'aika_ylityo_100', 'aika_ilta', 'aika_yo', 'aika_pyha', 'aika_ajo'] as const),
  ...(['aika_lastaus', 'aika_purku', 'aika_muu', 'aika_tauko', 'aika_odotus'] as const),
]
export type SumName = (typeof sumNames)[number]

const sentSums = z.partialRecord(z.enum(sumNames), z.int())
export type SentSums = z.output<typeof sentSums>

export const sentSumsShape = {
  schema: sentSums,
  default: {} as SentSums,
  show: (sums: SentSums) => `${sums.aika_tyoaika ?? 0} min työaikaa`,
  fault: 'Lähetetyt summat ovat virheellisiä.',
}

type Sent = Readonly<Record<SumName, number>> & { lahetetty: boolean; lahetetyt_summat: SentSums }

/** What payroll has not got of a record: all of it, or, of a sent one, how much its sums have changed since (rules/worktime.md#sent-records). */
export function unsentSums(record: Sent): Record<SumName, number> {
  const { lahetetty, lahetetyt_summat } = record
  const sent = (name: SumName): number => (lahetetty ? (lahetetyt_summat[name] ?? record[name]) : 0)
  return Object.fromEntries(sumNames.map((name) => [name, record[name] - sent(name)])) as Record<SumName, number>
}

/** Whether the sums of a sent record have changed since. */
export const hasUnsentCorrection = (record: Sent): boolean =>
  record.lahetetty && Object.values(unsentSums(record)).some((minutes) => minutes !== 0)

export const sumsOfRecord = (record: Readonly<Record<SumName, number>>): SentSums =>
  Object.fromEntries(sumNames.map((name) => [name, record[name]]))
