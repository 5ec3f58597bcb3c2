import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { midnightOf } from '../../values/time/time.ts'
import { correctionKey, recordOfCorrection } from './correction-key.ts'
import { type CorrectionProposal, type CorrectionRequest, shownProposal } from './correction-request.entity.ts'
import { correctionRequestRules, proposalFault } from './correction-request.rules.ts'

const { now } = ruleContext
const hour = 3600
const start = midnightOf('2026-11-10') + 6 * hour
const end = start + 8 * hour
const done = { alkuaika: start, loppuaika: end }
const task = (alkuaika: number) => ({ alkuaika, tyyppi: 'AJO' as const })

describe('a proposal', () => {
  const outside = 'Työtehtävien on oltava työpäivän sisällä.'
  test.each<[string, CorrectionProposal, string | null]>([
    ['in words alone', {}, null],
    ['of another start', { alkuaika: start - hour }, null],
    ['of a start at the end', { alkuaika: end }, null],
    ['of a start after the end', { alkuaika: end + 1 }, 'Loppuaika ei voi olla ennen alkuaikaa.'],
    ['of an end before the start', { loppuaika: start - 1 }, 'Loppuaika ei voi olla ennen alkuaikaa.'],
    ['of an end now', { alkuaika: now - hour, loppuaika: now }, null],
    ['of a start in the future', { alkuaika: now + 1, loppuaika: now + 2 }, 'Työpäivä ei voi alkaa tulevaisuudessa.'],
    ['of an end in the future', { loppuaika: now + 1 }, 'Työpäivä ei voi päättyä tulevaisuudessa.'],
    ['of a day of 24 hours', { loppuaika: start + 24 * hour }, null],
    ['of a longer day', { loppuaika: start + 24 * hour + 1 }, 'Työpäivä voi kestää enintään 24 tuntia.'],
    ['of tasks from the start to the end', { tyotehtavat: [task(start), task(end)] }, null],
    ['of a task before the start', { tyotehtavat: [task(start), task(start - 1)] }, outside],
    ['of a task after the end', { tyotehtavat: [task(end + 1)] }, outside],
    ['of a task in a day that it makes longer', { loppuaika: end + hour, tyotehtavat: [task(end + 1)] }, null],
    ['of a task in a day that it makes shorter', { alkuaika: start + hour, tyotehtavat: [task(start)] }, outside],
  ])('%s', (_what, proposal, fault) => {
    expect(proposalFault(done, proposal, now)).toBe(fault)
  })

  test('of a day that is open has now for its end', () => {
    const open = { alkuaika: now - hour, loppuaika: 0 }
    expect(proposalFault(open, { alkuaika: now - 2 * hour }, now)).toBeNull()
    expect(proposalFault(open, { alkuaika: now }, now)).toBeNull()
    expect(proposalFault(open, { tyotehtavat: [task(now)] }, now)).toBeNull()
    expect(proposalFault(open, { tyotehtavat: [task(now + 1)] }, now)).toBe(outside)
  })

  test('leaves times as they were recorded, whatever they are', () => {
    expect(proposalFault({ alkuaika: start, loppuaika: start + 30 * hour }, { tyotehtavat: [task(start + 29 * hour)] }, now)).toBeNull()
    expect(proposalFault({ alkuaika: end, loppuaika: start }, {}, now)).toBeNull()
  })

  test('is shown in words', () => {
    expect(shownProposal({})).toBe('')
    expect(shownProposal({ alkuaika: start, loppuaika: end, tyotehtavat: [task(start)] })).toBe(
      'alkaa klo 6.00, päättyy klo 14.00, 6.00 Ajo',
    )
  })
})

describe('a correction request', () => {
  const record = blankRow('tyovuoro_kirjaus', { ...done, kuljettaja: 'mika' })
  const request = (values: Partial<CorrectionRequest> = {}) => blankRow('tyoaika_korjauspyynto', { kuljettaja: 'mika', ...values })
  const faults = (before: CorrectionRequest | null, after: CorrectionRequest, tyovuoro_kirjaus = [record]) =>
    correctionRequestRules.check?.({ before, after }, ruleContext, { tyovuoro_kirjaus })

  test('is of a record of the driver’s own', () => {
    expect(faults(null, request())).toEqual([])
    const notOwn = [{ field: 'tyovuoro_kirjaus', detail: 'Kirjaus ei ole kuljettajan oma.' }]
    expect(faults(null, request({ kuljettaja: 'outi', ehdotus: { alkuaika: now + 1 } }))).toEqual(notOwn)
    // A record that does not exist is refused elsewhere.
    expect(faults(null, request({ kuljettaja: 'outi' }), [])).toEqual([])
    expect(faults(request({ kuljettaja: 'outi' }), request({ kuljettaja: 'outi' }))).toEqual([])
  })

  test('proposes times that can be; those of a stored one are not checked again', () => {
    const wrong = request({ ehdotus: { loppuaika: start - 1 } })
    expect(faults(null, wrong)).toEqual([{ field: 'ehdotus', detail: 'Loppuaika ei voi olla ennen alkuaikaa.' }])
    expect(faults(wrong, { ...wrong, tila: 'hyvaksytty' })).toEqual([])
    expect(faults(null, request({ ehdotus: { alkuaika: end } }))).toEqual([])
  })

  test('is answered once, and refused with a reason', () => {
    const answered = [{ field: 'tila', detail: 'Korjauspyyntöön on jo vastattu.' }]
    expect(faults(request(), request({ tila: 'hyvaksytty' }))).toEqual([])
    expect(faults(request({ tila: 'hyvaksytty' }), request({ tila: 'hylatty', vastaus: 'Ei' }))).toEqual(answered)
    expect(faults(request({ tila: 'hyvaksytty' }), request({ tila: 'avoin' }))).toEqual(answered)
    expect(faults(request({ tila: 'hyvaksytty' }), request({ tila: 'hyvaksytty', vastaus: 'Kyllä' }))).toEqual([])
    expect(faults(request(), request({ tila: 'hylatty' }))).toEqual([{ field: 'vastaus', detail: 'Kirjoita, miksi pyyntö hylätään.' }])
    expect(faults(request(), request({ tila: 'hylatty', vastaus: 'Ei' }))).toEqual([])
  })
})

test('the record is read from the key of a notification of a correction request, and of no other', () => {
  const [record, request] = ['10000000-0000-4000-8000-00000000000a', '20000000-0000-4000-8000-00000000000b']
  expect(correctionKey(record, request)).toBe(`korjauspyynto.${record}.${request}`)
  expect(recordOfCorrection(correctionKey(record, request))).toBe(record)
  const key = correctionKey(record, request)
  for (const other of [
    '',
    `x${key}`,
    `${key}x`,
    key.replaceAll('.', '-'),
    `korjauspyynto.${record}`,
    correctionKey('1', request),
    correctionKey(record, '2'),
  ])
    expect(recordOfCorrection(other)).toBeNull()
})
