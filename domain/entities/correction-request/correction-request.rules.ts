import type { EntityRules, RowFault } from '../../model/define-entity.ts'
import type { CorrectionRequest } from './correction-request.entity.ts'

export const answeredFault = 'Korjauspyyntöön on jo vastattu.'

/** A driver asks for corrections of their own days; a request is answered once (rules/worktime.md#corrections). */
export const correctionRequestRules: EntityRules<CorrectionRequest> = {
  needs: ['tyovuoro_kirjaus'],
  check({ before, after }, _context, { tyovuoro_kirjaus = [] }) {
    const [record] = tyovuoro_kirjaus
    const faults: RowFault[] = []
    if (before === null && record && record.kuljettaja !== after.kuljettaja)
      faults.push({ field: 'tyovuoro_kirjaus', detail: 'Kirjaus ei ole kuljettajan oma.' })
    if (before && before.tila !== 'avoin' && before.tila !== after.tila) faults.push({ field: 'tila', detail: answeredFault })
    if (after.tila === 'hylatty' && after.vastaus === '') faults.push({ field: 'vastaus', detail: 'Kirjoita, miksi pyyntö hylätään.' })
    return faults
  },
}
