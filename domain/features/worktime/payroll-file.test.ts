import { expect, test } from 'vitest'
import { midnightOf } from '../../values/time/time.ts'
import { settingsFrom } from '../settings/settings.ts'
import { type PayrollRecord, payrollFaults, payrollFilename, payrollTable } from './payroll-file.ts'

const at = (day: string, hours: number, minutes = 0) => midnightOf(day) + hours * 3600 + minutes * 60
const noTimes = {
  ...{ aika_ylityo_50: 0, aika_ylityo_100: 0, aika_ilta: 0, aika_yo: 0, aika_pyha: 0, aika_ajo: 0, aika_lastaus: 0, aika_purku: 0 },
  ...{ aika_muu: 0, aika_odotus: 0, aika_tauko: 0 },
}
const record: PayrollRecord = {
  ...noTimes,
  ...{ id: 'a', paiva: midnightOf('2026-11-02'), alkuaika: at('2026-11-02', 6), loppuaika: at('2026-11-02', 15, 39), tarkistettu: true },
  ...{ nimi: 'Mika Mäkinen', henkilonumero: '0042', rekisterinumero: 'KUO-101', kustannuspaikka: '4100', isCorrection: false },
  ...{ aika_kesto: 579, aika_tyoaika: 549, aika_ajo: 300, aika_tauko: 30, aika_ylityo_50: 69 },
}
const codes = settingsFrom({ palkkalaji_tyoaika: '1000', palkkalaji_ylityo_50: '1150', palkkalaji_pyha: '1300' })
const options = { codes, end: midnightOf('2026-11-15') }

test('the general layout has a row for each record, with headings, in hours', () => {
  const { headings, rows, bom } = payrollTable.yleinen([record], options)
  expect(bom).toBe(true)
  expect(headings).toHaveLength(rows[0]?.length ?? 0)
  expect(headings?.slice(0, 9)).toEqual([
    ...['Henkilönumero', 'Kuljettaja', 'Päivä', 'Alkuaika', 'Loppuaika', 'Auto', 'Kustannuspaikka', 'Kesto (h)', 'Työaika (h)'],
  ])
  expect(rows[0]?.slice(0, 10)).toEqual(['0042', 'Mika Mäkinen', '2.11.2026', '6.00', '15.39', 'KUO-101', '4100', '9,65', '9,15', '1,15'])
})

test('the layouts of payroll systems have a row for each kind of time with a pay code', () => {
  expect(payrollTable.fivaldi([record], options).rows).toEqual([
    ['Palkat 15.11.26', '02.11.2026', '0042', '1000', '9,15', '4100', '', '', '', '', '', '', 'Työaika', '', '', ''],
    ['Palkat 15.11.26', '02.11.2026', '0042', '1150', '1,15', '4100', '', '', '', '', '', '', 'Ylityö 50 %', '', '', ''],
  ])
  expect(payrollTable.fennoa([record], options)).toEqual({
    headings: null,
    bom: false,
    rows: [
      ['0042', '1000', '02.11.2026', '9,15', '', '', '', '', '', '', '4100'],
      ['0042', '1150', '02.11.2026', '1,15', '', '', '', '', '', '', '4100'],
    ],
  })
})

test('a payroll system needs person numbers and pay codes; the general layout does not', () => {
  const unnumbered = { ...record, henkilonumero: '' }
  expect(payrollFaults([unnumbered], 'yleinen', settingsFrom({}))).toEqual([])
  expect(payrollFaults([record], 'fivaldi', codes)).toEqual([])
  expect(payrollFaults([unnumbered, unnumbered], 'fennoa', codes)).toEqual(['Henkilönumero puuttuu: Mika Mäkinen.'])
  expect(payrollFaults([record], 'fivaldi', settingsFrom({}))).toEqual([
    'Palkkalajit puuttuvat. Aseta ne asetusten kohdassa Palkka-aineisto.',
  ])
})

test('a file is named by its days and layout', () => {
  const days = { min: midnightOf('2026-11-02'), max: midnightOf('2026-11-15') }
  expect(payrollFilename('fennoa', days)).toBe('palkat-2026-11-02--2026-11-15-fennoa.csv')
})

test('a correction has the difference, which may be negative, and says so', () => {
  const correction = { ...record, aika_tyoaika: -60, aika_ylityo_50: 0, isCorrection: true }
  expect(payrollTable.fivaldi([correction], options).rows).toEqual([
    ['Palkat 15.11.26', '02.11.2026', '0042', '1000', '-1,00', '4100', '', '', '', '', '', '', 'Työaika, korjaus', '', '', ''],
  ])
  expect(payrollTable.yleinen([correction], options).rows[0]?.at(-1)).toBe('Kyllä')
})
