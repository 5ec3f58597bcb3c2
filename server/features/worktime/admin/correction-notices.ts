import { correctionKey } from '#domain/entities/correction-request/correction-key.ts'
import type { Row } from '#domain/model/registry.ts'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { addDays } from '#domain/values/time/time.ts'
import { addRow, type Follow } from '#server/entities/engine.ts'
import { recordsNamed } from './queries.ts'

/** How long a notification is shown unless it is dismissed. */
const shownDays = 30

/** Notifies administrators of a new correction request, and its driver of the answer (rules/worktime.md#corrections). */
export const notifyOfCorrections: Follow<Row<'tyoaika_korjauspyynto'>> = async (runner, changes, { now }) => {
  const requests = changes.filter(({ before, after }) => before === null || before.tila !== after.tila)
  if (requests.length === 0) return []
  const records = await recordsNamed(
    runner,
    requests.flatMap(({ after }) => after.tyovuoro_kirjaus ?? []),
  )
  const recordOf = new Map(records.map((record) => [record.id, record]))
  const shown = { start: now, end: addDays(now, shownDays) }
  return requests.flatMap(({ before, after }) => {
    const record = recordOf.get(after.tyovuoro_kirjaus ?? '')
    if (!record || after.kuljettaja === null) return []
    const day = formatDate(record.paiva)
    if (before === null) {
      const message = `${record.nimi} pyytää korjausta työaikakirjaukseen ${day}: ${after.perustelu}`
      return [addRow('notification', { ...shown, tyyppi: 'GLOBAL', roles: ['yllapito'], key: correctionKey(record.id, after.id), message })]
    }
    const answer = after.vastaus === '' ? '' : ` ${after.vastaus}`
    const outcome = after.tila === 'hyvaksytty' ? 'hyväksyttiin' : 'hylättiin'
    const message = `Korjauspyyntösi työaikakirjaukseen ${day} ${outcome}.${answer}`
    const key = `korjauspyynto.${after.id}.vastaus`
    return [addRow('notification', { ...shown, tyyppi: 'PERSONAL', henkilot: [after.kuljettaja], key, message })]
  })
}
