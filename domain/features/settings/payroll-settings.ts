import { choice, text } from '../../model/define-field.ts'
import { email } from '../../values/checks.ts'

/** The layouts of payroll files (rules/integrations.md#payroll-files). */
export const payrollLayouts = { yleinen: 'Yleinen (CSV)', fivaldi: 'Visma Fivaldi', fennoa: 'Fennoa' } as const
export type PayrollLayout = keyof typeof payrollLayouts

/** The kinds of time that payroll may pay, as the fields `aika_…` of a working-time record. */
export const payKinds = {
  tyoaika: 'Työaika',
  ylityo_50: 'Ylityö 50 %',
  ylityo_100: 'Ylityö 100 %',
  ilta: 'Iltatyö',
  yo: 'Yötyö',
  pyha: 'Pyhätyö',
  ajo: 'Ajo',
  lastaus: 'Lastaus',
  purku: 'Purku',
  muu: 'Muu työ',
  odotus: 'Odotus',
  tauko: 'Tauko',
} as const
export type PayKind = keyof typeof payKinds

/** In payroll's own numbering; '' for a kind of time that is not paid separately. */
const payCode = (kind: PayKind) => text(`Palkkalaji: ${payKinds[kind].toLowerCase()}`, { max: 20 })

/** What payroll files hold and where they are sent (rules/worktime.md#payroll). */
export const payrollSettings = {
  palkka_muoto: choice('Palkka-aineiston muoto', payrollLayouts, 'yleinen'),
  palkka_sahkoposti: text('Palkanlaskennan sähköposti', { max: 255, check: email }),
  palkkalaji_tyoaika: payCode('tyoaika'),
  palkkalaji_ylityo_50: payCode('ylityo_50'),
  palkkalaji_ylityo_100: payCode('ylityo_100'),
  palkkalaji_ilta: payCode('ilta'),
  palkkalaji_yo: payCode('yo'),
  palkkalaji_pyha: payCode('pyha'),
  palkkalaji_ajo: payCode('ajo'),
  palkkalaji_lastaus: payCode('lastaus'),
  palkkalaji_purku: payCode('purku'),
  palkkalaji_muu: payCode('muu'),
  palkkalaji_odotus: payCode('odotus'),
  palkkalaji_tauko: payCode('tauko'),
} as const
export const payKindNames = Object.keys(payKinds) as PayKind[]
