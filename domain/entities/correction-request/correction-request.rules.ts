import type { EntityRules, RowFault } from '../../model/define-entity.ts'
import { endBeforeStartFault, futureEndFault, futureStartFault, isOutsideDay, isTooLong, longDayFault } from '../worktime/worktime.rules.ts'
import type { CorrectionProposal, CorrectionRequest } from './correction-request.entity.ts'

export const answeredFault = 'Korjauspyyntöön on jo vastattu.'

type RecordTimes = { alkuaika: number; loppuaika: number }

/** Why a record (its end 0 while it is open) cannot be as it is proposed, or null. What is not proposed stays as recorded, whatever it is. */
export function proposalFault(record: RecordTimes, proposal: CorrectionProposal, now: number): string | null {
  const { alkuaika = record.alkuaika, loppuaika = record.loppuaika, tyotehtavat = [] } = proposal
  const until = loppuaika || now
  if (proposal.alkuaika !== undefined || proposal.loppuaika !== undefined) {
    if (alkuaika > now) return futureStartFault
    if (until > now) return futureEndFault
    if (alkuaika > until) return endBeforeStartFault
    if (isTooLong({ alkuaika, loppuaika })) return longDayFault
  }
  const isOutside = tyotehtavat.some((task) => isOutsideDay(task.alkuaika, { alkuaika, loppuaika: until }))
  return isOutside ? 'Työtehtävien on oltava työpäivän sisällä.' : null
}

/** A driver asks for corrections of their own days; a request is answered once (rules/worktime.md#corrections). */
export const correctionRequestRules: EntityRules<CorrectionRequest> = {
  needs: ['tyovuoro_kirjaus'],
  check({ before, after }, { now }, { tyovuoro_kirjaus = [] }) {
    const [record] = tyovuoro_kirjaus
    const faults: RowFault[] = []
    if (before === null && record && record.kuljettaja !== after.kuljettaja)
      faults.push({ field: 'tyovuoro_kirjaus', detail: 'Kirjaus ei ole kuljettajan oma.' })
    else if (before === null && record) {
      const detail = proposalFault({ alkuaika: Number(record.alkuaika), loppuaika: Number(record.loppuaika) }, after.ehdotus, now)
      if (detail) faults.push({ field: 'ehdotus', detail })
    }
    if (before && before.tila !== 'avoin' && before.tila !== after.tila) faults.push({ field: 'tila', detail: answeredFault })
    if (after.tila === 'hylatty' && after.vastaus === '') faults.push({ field: 'vastaus', detail: 'Kirjoita, miksi pyyntö hylätään.' })
    return faults
  },
}
