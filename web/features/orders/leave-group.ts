import { drop, type Operation, operations, update } from '#web/data/operations.ts'
import { newId } from '#web/data/row.ts'

type Version = { id: string; vid: number }
export type LeaveResult = {
  /** Fewer than two orders were left, so the group was dissolved. */
  dissolved: boolean
  /** Undoes the change. */
  back: readonly Operation[]
}

/** Takes orders out of their group in one transaction; a group that has fewer than two left is dissolved. The caller reports the faults. */
export async function leaveGroup(group: Version, leaving: readonly Version[], staying: readonly Version[]): Promise<LeaveResult> {
  const dissolved = staying.length < 2
  const out = dissolved ? [...leaving, ...staying] : leaving
  const results = await operations(
    [...out.map((order) => update('tilaus', order, { tilaus_ryhma: null })), ...(dissolved ? [drop('tilaus_ryhma', group.id)] : [])],
    newId(),
    { quiet: 'all' },
  )
  const saved = out.flatMap((_, index) => results.row('tilaus', index) ?? [])
  const restored = dissolved ? [update('tilaus_ryhma', { id: group.id, vid: group.vid + 1 }, { status: 1 })] : []
  return { dissolved, back: [...restored, ...saved.map((order) => update('tilaus', order, { tilaus_ryhma: group.id }))] }
}
