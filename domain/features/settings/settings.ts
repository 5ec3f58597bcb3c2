import { z } from 'zod'
import { checkLimits } from '../../entities/car/departure-check.entity.ts'
import { longestTerm } from '../../entities/customer/customer.rules.ts'
import { fileMegabytes } from '../../entities/file/file.types.ts'
import {
  area,
  choices,
  day,
  decimal,
  type Field,
  flag,
  integer,
  json,
  type NumbersField,
  text,
  type ValueOf,
} from '../../model/define-field.ts'
import { type FeatureName, type Features, featureLabels, featuresWithout } from '../../model/features.ts'
import { parseField } from '../../model/validation.ts'
import { bic, businessId, eInvoiceAddress, eInvoiceOperator, email, finnishIban, phone } from '../../values/checks.ts'
import { formatDate } from '../../values/time/helsinki-clock.ts'
import { midnightOf, parseTime } from '../../values/time/time.ts'
import { datedRows, rowAt, startDay } from './dated-rows.ts'
import { defaultEmissionFactors, type EmissionFactors, emissionFactorTable } from './emission-factors.ts'
import { defaultReminderDays } from './expiry-defaults.ts'
import { logoFile } from './logo.ts'
import { messageTexts } from './message-texts.ts'
import { payrollSettings } from './payroll-settings.ts'
import { defaultWorktimeRules, overtimeModes, type WorktimeRules, worktimeRuleTable } from './worktime-rules.ts'

type Checked = { value: string } | { fault: string }

const savedAddressId = (value: string): Checked =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? { value } : { fault: 'Anna tallennetun osoitteen tunniste (UUID).' }

/** `14:00` and `1400` as `14.00`. */
function clockTime(value: string): Checked {
  const minutes = parseTime(value)
  if (minutes === null) return { fault: 'Anna kellonaika, esimerkiksi 14.00.' }
  return { value: `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}` }
}

/** A list of whole days before an expiry, stored in ascending order. */
const daysBefore = (label: string, initial: readonly number[]): NumbersField => ({
  kind: 'numbers',
  label,
  default: initial,
  min: 1,
  max: 365,
})

const percent = decimal('Verokanta (%)', { min: 0, max: 100 })
const vatRates = datedRows(z.strictObject({ alkaen: startDay, prosentti: z.number().min(percent.min).max(percent.max) }))
type VatRate = z.output<typeof vatRates>[number]

/**
 * The company's settings (the rules marked *(set)* in rules/settings.md#company-settings): in the database, changed without a restart.
 * Each has a default.
 */
export const settings = {
  /** The haulage company. '' means the value of the operator's configuration (COMPANY_NAME and so on). */
  yritys_nimi: text('Yrityksen nimi', { max: 70 }),
  yritys_osoite: text('Osoite', { max: 120 }),
  yritys_y_tunnus: text('Y-tunnus', { max: 20, check: businessId }),
  /** The seller of invoices (rules/invoicing.md#seller). */
  yritys_katuosoite: text('Katuosoite', { max: 35 }),
  yritys_postinumero: text('Postinumero', { max: 12 }),
  yritys_postitoimipaikka: text('Postitoimipaikka', { max: 35 }),
  yritys_iban: text('Tilinumero (IBAN)', { max: 34, check: finnishIban }),
  yritys_bic: text('BIC', { max: 11, check: bic }),
  yritys_verkkolaskuosoite: text('Verkkolaskuosoite', { max: 35, check: eInvoiceAddress }),
  yritys_valittaja: text('Verkkolaskuvälittäjä', { max: 35, check: eInvoiceOperator }),
  tuki_puhelin: text('Tukipuhelin', { max: 30, check: phone }),
  tuki_sahkoposti: text('Tuen sähköposti', { max: 255, check: email }),
  /** A data URL; '' for none. */
  yritys_logo: area('Logo', { max: 300_000, check: logoFile }),
  /** HTML, shown also without sign-in; the server sanitises it when it is read. '' until the company has written one. */
  tietosuojaseloste: area('Tietosuojaseloste', { max: 200_000 }),
  /** Features that the company does not have (rules/settings.md#feature-switches). */
  poissa_kaytosta: choices<FeatureName>('Poissa käytöstä', featureLabels),
  /** The id of the saved address that is the terminal when none is named; '' for none. */
  oletusterminaali: text('Oletusterminaali', { max: 36, check: savedAddressId }),
  /** Orders for a day are taken until this time (rules/orders.md#cut-off); '' takes them until the end of the day. */
  tilausraja_klo: text('Tilaukset viimeistään klo', { max: 5, check: clockTime }),
  /** Working days between the cut-off and the delivery. */
  tilausraja_paivia: integer('Arkipäiviä ennen toimitusta', { min: 0, max: 20 }),
  /** The payment term of new customers, in days net (rules/invoicing.md#payment-term). */
  maksuehto: integer('Uuden asiakkaan maksuehto (pv)', { min: 0, max: longestTerm, default: 14 }),
  /** Whether the goods of new customers may be left without a signature (rules/deliveries.md#leaving-without-signature). */
  saa_jattaa: flag('Uuden asiakkaan tavarat saa jättää ilman kuittausta'),
  /** Whether the tracking page shows the driver's number (rules/tracking.md#whom-to-call). */
  seuranta_kuljettajan_puhelin: flag('Seurantasivu näyttää kuljettajan puhelinnumeron'),
  /** The rates of VAT, each with the day from which it applies (rules/values.md#vat). */
  alv: json<VatRate[]>('Arvonlisävero', {
    schema: vatRates,
    default: [{ alkaen: midnightOf('2024-09-01'), prosentti: 25.5 }],
    show: (rates) =>
      rates.map(({ alkaen, prosentti }) => `${formatDate(alkaen)} alkaen ${String(prosentti).replace('.', ',')} %`).join(', '),
    fault: 'Anna verokannat alkupäivineen: 1–50 riviä, eri päiviltä, 0–100 %.',
  }),
  /** The emission intensities of vehicle classes, each row with the day from which it holds (rules/emissions.md#intensities). */
  paastokertoimet: json<EmissionFactors[]>('Päästökertoimet', {
    schema: emissionFactorTable,
    default: [defaultEmissionFactors],
    show: (rows) => rows.map(({ alkaen, lahde }) => `${formatDate(alkaen)} alkaen: ${lahde}`).join(', '),
    fault: 'Anna päästökertoimet alkupäivineen ja lähteineen: 1–50 riviä eri päiviltä, kertoimet yli 0 g/tkm ja etäisyyskerroin 1–2.',
  }),
  /** Whether invoices and waybills show the estimate. */
  paastot_asiakirjoissa: flag('Päästöarvio laskuilla ja rahtikirjoilla', { default: true }),
  /** A Monday on which some two-week period of working time begins (rules/worktime.md#overtime); of another day, its week's Monday. */
  jakson_alku: day('Kahden viikon jakso alkaa', { default: midnightOf('2026-01-05') }),
  /** The rules of working time, each row with the day from which it holds (rules/worktime.md#rule-table). */
  tyoajan_saannot: json<WorktimeRules[]>('Työajan säännöt', {
    schema: worktimeRuleTable,
    default: [defaultWorktimeRules],
    show: (rows) =>
      rows.map(({ alkaen, ylityo }) => `${formatDate(alkaen)} alkaen: ylityö, ${overtimeModes[ylityo].toLowerCase()}`).join(', '),
    fault: 'Anna työajan säännöt alkupäivineen: 1–50 riviä eri päiviltä, ajat minuutteina, yön loppu ennen illan alkua ja ilta ennen yötä.',
  }),
  /** The days after which the places of tasks are erased (rules/worktime.md#places). */
  sijaintien_sailytys: integer('Työtehtävien sijaintien säilytys (pv)', { min: 1, max: 365, default: 90 }),
  /** The days for which the orders of routes and recurring hourly jobs exist, today included (rules/recurring-hourly-jobs.md#nightly-run). */
  tilauksia_etukateen: integer('Reittien ja toistuvien töiden tilaukset (päivää etukäteen)', { min: 1, max: 60, default: 14 }),
  tekstiviesteja_paivassa: integer('Tekstiviestejä päivässä enintään', { min: 0, max: 100_000, default: 500 }),
  /** The hours of the day between which no messages about new orders are sent. */
  hiljaisuus_alkaa: integer('Viestit uusista tilauksista loppuvat klo', { min: 0, max: 23, default: 21 }),
  hiljaisuus_paattyy: integer('Viestit uusista tilauksista alkavat klo', { min: 0, max: 23, default: 6 }),
  /** What a driver checks of the car before driving, a point a line (rules/cars.md#departure-check); '' for no check list. */
  ajoonlahtotarkastus: area('Ajoonlähtötarkastus', {
    max: 4000,
    default:
      'Renkaat ja pyörät\nValot ja heijastimet\nNesteet ja vuodot\nPeilit ja ikkunat\nJarrut ja paineet\nKori, ovet ja perälauta\nKuormansidontavälineet\nAjopiirturi ja asiakirjat',
  }),
  /** The usual time at a stop (rules/planning-board.md#time-at-a-stop). */
  pysahdyksen_minuutit: integer('Pysähdyksen kesto (min)', { min: 0, max: 240, default: 10 }),
  kollin_minuutit: decimal('Lisää jokaisesta kollista (min)', { min: 0, max: 60, default: 1 }),
  /** The days before an expiry on which a reminder is sent (rules/notifications.md#expiry-reminders). */
  muistutuspaivat: daysBefore('Muistutus ennen vanhenemista (pv)', defaultReminderDays),
  /** Days from sign-in after which a session ends, however often its tokens were refreshed (rules/sign-in.md#sessions). */
  istunnon_enimmaisika: integer('Istunnon enimmäisikä (pv)', { min: 1, max: 365, default: 90 }),
  tiedoston_enimmaiskoko: integer('Tiedoston enimmäiskoko (Mt)', { min: 1, max: fileMegabytes.max, default: fileMegabytes.usual }),
  /** For each user within 24 hours: the number of files, and their total megabytes. */
  latauksia_paivassa: integer('Tiedostoja vuorokaudessa käyttäjää kohti', { min: 1, max: 100_000, default: 1000 }),
  latauksia_paivassa_mt: integer('Tiedostoja vuorokaudessa käyttäjää kohti (Mt)', { min: 1, max: 1_000_000, default: 2000 }),
  ...payrollSettings,
  ...messageTexts,
} satisfies Record<string, Field>
export type SettingName = keyof typeof settings
export type Settings = { readonly [K in SettingName]: ValueOf<(typeof settings)[K]> }
export const settingNames = Object.keys(settings) as SettingName[]

/** Reads the settings from what is stored. A value that an older version wrote and that is no longer valid counts as not set. */
export function settingsFrom(stored: Readonly<Record<string, unknown>>): Settings {
  const valueNow = (name: SettingName): unknown => {
    const field: Field = settings[name]
    const parsed = Object.hasOwn(stored, name) ? parseField(field, stored[name]) : { value: field.default }
    return 'value' in parsed ? parsed.value : field.default
  }
  // parseField gives a value of the field's kind; TypeScript cannot follow it through the loop.
  return Object.fromEntries(settingNames.map((name) => [name, valueNow(name)])) as Settings
}

export const featuresOf = ({ poissa_kaytosta }: Pick<Settings, 'poissa_kaytosta'>): Features => featuresWithout(poissa_kaytosta)

/** When orders are taken: minutes after midnight, so many working days before the delivery; null without a cut-off. */
export function cutOffOf(set: Pick<Settings, 'tilausraja_klo' | 'tilausraja_paivia'>): { minute: number; workingDays: number } | null {
  const minute = parseTime(set.tilausraja_klo)
  return minute === null ? null : { minute, workingDays: set.tilausraja_paivia }
}

/** The points of the check list before driving, each once. */
export const departurePoints = ({ ajoonlahtotarkastus }: Pick<Settings, 'ajoonlahtotarkastus'>): string[] => {
  const lines = ajoonlahtotarkastus.split('\n').map((line) => line.trim().slice(0, checkLimits.letters))
  return [...new Set(lines.filter(Boolean))].slice(0, checkLimits.points)
}

/** The rate of VAT that holds at a moment. */
export const vatRateAt = ({ alv }: Pick<Settings, 'alv'>, at: number): number => rowAt(alv, at)?.prosentti ?? 0
