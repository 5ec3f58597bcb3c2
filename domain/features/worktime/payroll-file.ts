import type { TyovuoroKirjaus } from '../../entities/worktime/worktime.entity.ts'
import { formatDate, formatTime } from '../../values/time/helsinki-clock.ts'
import { dayOf } from '../../values/time/time.ts'
import { type PayKind, type PayrollLayout, payKindNames, payKinds } from '../settings/payroll-settings.ts'
import type { Settings } from '../settings/settings.ts'

type Sum = 'aika_kesto' | `aika_${PayKind}`
/** A record with what payroll needs of its driver and car; '' where there is none. Sums are in minutes. */
export type PayrollRecord = Pick<TyovuoroKirjaus, 'id' | 'paiva' | 'alkuaika' | 'loppuaika' | 'tarkistettu' | Sum> & {
  nimi: string
  henkilonumero: string
  rekisterinumero: string
  kustannuspaikka: string
  /** The sums are the difference to what payroll got before; they may be negative (rules/worktime.md#sent-records). */
  isCorrection: boolean
}
export type PayCodes = Pick<Settings, `palkkalaji_${PayKind}`>

/** A file's lines as texts. `headings` is null for a layout without them; `bom` marks UTF-8, so that Excel opens it. */
export type PayrollTable = { headings: readonly string[] | null; rows: string[][]; bom: boolean }

type Options = {
  codes: PayCodes
  /** The last day of the period. */
  end: number
}

const minutesInHour = 60
/** Minutes as hours with two decimals and a comma: 579 as `9,65`. */
const hours = (minutes: number): string => (minutes / minutesInHour).toFixed(2).replace('.', ',')

/** `24.11.2026` with two digits of day and month. */
function paddedDate(seconds: number): string {
  const [year = '', month = '', day = ''] = dayOf(seconds).split('-')
  return `${day}.${month}.${year}`
}

/** The kinds of time of a record that have a pay code, and some minutes. */
const paidTimes = (record: PayrollRecord, codes: PayCodes): { code: string; kind: PayKind; minutes: number }[] =>
  payKindNames
    .map((kind) => ({ kind, code: codes[`palkkalaji_${kind}`], minutes: record[`aika_${kind}`] }))
    .filter(({ code, minutes }) => code !== '' && minutes !== 0)

const generalHeadings = [
  ...['Henkilönumero', 'Kuljettaja', 'Päivä', 'Alkuaika', 'Loppuaika', 'Auto', 'Kustannuspaikka', 'Kesto (h)'],
  ...payKindNames.map((kind) => `${payKinds[kind]} (h)`),
  'Tarkistettu',
  'Korjaus',
]

const hour = 3600

/** Reading the clock is slow, and a file has many lines of a day: each moment is written once. */
function writtenOnce(write: (at: number) => string): (at: number) => string {
  const texts = new Map<number, string>()
  return (at) => {
    const text = texts.get(at) ?? write(at)
    texts.set(at, text)
    return text
  }
}

/** Writes days and times as people read them: each day and each hour is read once, as Helsinki's offset is whole hours. */
function clockTexts() {
  const [date, hourText] = [writtenOnce(formatDate), writtenOnce(formatTime)]
  return {
    date,
    time: (at: number): string =>
      hourText(at - (at % hour)).replace('.00', `.${String(Math.floor((at % hour) / minutesInHour)).padStart(2, '0')}`),
  }
}

const generalRow = (record: PayrollRecord, clock: ReturnType<typeof clockTexts>): string[] => [
  ...[record.henkilonumero, record.nimi, clock.date(record.paiva), clock.time(record.alkuaika), clock.time(record.loppuaika)],
  ...[record.rekisterinumero, record.kustannuspaikka, hours(record.aika_kesto)],
  ...payKindNames.map((kind) => hours(record[`aika_${kind}`])),
  record.tarkistettu ? 'Kyllä' : 'Ei',
  record.isCorrection ? 'Kyllä' : '',
]

const fivaldiHeadings = [
  ...['ERA', 'PVM', 'HENKILO', 'PALKKALAJI', 'MAARA', 'SK1', 'SK2', 'SK3', 'SK4', 'KERROIN', 'HINTA', 'KULUTILI', 'SELITE'],
  ...['PAIVITYSTAPA', 'LOMA_ALKUPVM', 'LOMA_LOPPUPVM'],
]

/** `Palkat 06.12.26` */
function fivaldiBatch(end: number): string {
  const [year = '', month = '', day = ''] = dayOf(end).split('-')
  return `Palkat ${day}.${month}.${year.slice(2)}`
}

/** What the rows of a payroll system's file share. */
type Shared = Pick<Options, 'codes'> & { dateOf: (day: number) => string; batch: string }

function fivaldiRows(record: PayrollRecord, { codes, batch, dateOf }: Shared): string[][] {
  const { henkilonumero, kustannuspaikka } = record
  return paidTimes(record, codes).map(({ code, kind, minutes }) => [
    ...[batch, dateOf(record.paiva), henkilonumero, code, hours(minutes), kustannuspaikka, '', '', ''],
    ...['', '', '', record.isCorrection ? `${payKinds[kind]}, korjaus` : payKinds[kind], '', '', ''],
  ])
}

const fennoaRows = (record: PayrollRecord, { codes, dateOf }: Shared): string[][] =>
  paidTimes(record, codes).map(({ code, minutes }) => [
    ...[record.henkilonumero, code, dateOf(record.paiva), hours(minutes), '', '', '', '', '', ''],
    record.kustannuspaikka,
  ])

function rowsOf(records: readonly PayrollRecord[], options: Options, write: (record: PayrollRecord, shared: Shared) => string[][]) {
  const shared: Shared = { codes: options.codes, dateOf: writtenOnce(paddedDate), batch: fivaldiBatch(options.end) }
  return records.flatMap((record) => write(record, shared))
}

/** The payroll file of records in a layout (rules/integrations.md#payroll-files). */
export const payrollTable: Readonly<Record<PayrollLayout, (records: readonly PayrollRecord[], options: Options) => PayrollTable>> = {
  yleinen(records) {
    const clock = clockTexts()
    return { headings: generalHeadings, rows: records.map((record) => generalRow(record, clock)), bom: true }
  },
  fivaldi: (records, options) => ({ headings: fivaldiHeadings, rows: rowsOf(records, options, fivaldiRows), bom: false }),
  fennoa: (records, options) => ({ headings: null, rows: rowsOf(records, options, fennoaRows), bom: false }),
}

/** Why a payroll system would not take the file, in Finnish; the general layout needs neither person numbers nor pay codes. */
export function payrollFaults(records: readonly PayrollRecord[], layout: PayrollLayout, codes: PayCodes): string[] {
  if (layout === 'yleinen') return []
  const unnumbered = [...new Set(records.filter(({ henkilonumero }) => henkilonumero === '').map(({ nimi }) => nimi))]
  const hasCode = payKindNames.some((kind) => codes[`palkkalaji_${kind}`] !== '')
  return [
    ...(hasCode ? [] : ['Palkkalajit puuttuvat. Aseta ne asetusten kohdassa Palkka-aineisto.']),
    ...(unnumbered.length === 0 ? [] : [`Henkilönumero puuttuu: ${unnumbered.join(', ')}.`]),
  ]
}

/** `palkat-2026-11-23--2026-12-06-fivaldi.csv` */
export const payrollFilename = (layout: PayrollLayout, { min, max }: { min: number; max: number }): string =>
  `palkat-${dayOf(min)}--${dayOf(max)}-${layout}.csv`
