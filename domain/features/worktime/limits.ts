import { addDays, mondayOf } from '../../values/time/time.ts'
import { rowAt } from '../settings/dated-rows.ts'
import { defaultWorktimeRules, type WorktimeRules } from '../settings/worktime-rules.ts'
import { drivingPeriods } from './driving-left.ts'
import { isWorkingTime, type RecordedDay, type Stretch, stretchesOf } from './recorded-day.ts'

/** What a warning is about (rules/worktime.md#warnings), with its words. */
export const breachKinds = {
  ajotauko: 'Ajoa ilman riittävää taukoa',
  ajo_paiva: 'Päivän ajoaika ylittyy',
  ajo_viikko: 'Viikon ajoaika ylittyy',
  ajo_kaksi_viikkoa: 'Kahden viikon ajoaika ylittyy',
  lepo: 'Vuorokausilepo on liian lyhyt',
  paiva: 'Työpäivä on liian pitkä',
  viikko: 'Viikon työaika ylittyy',
  avoin: 'Työpäivä on yhä auki',
} as const
export type BreachKind = keyof typeof breachKinds

/** The article of each limit; '' when the limit is no law but the company's own. */
const articles: Readonly<Record<BreachKind, string>> = {
  ajotauko: 'Asetus (EY) 561/2006, 7 artikla',
  ajo_paiva: 'Asetus (EY) 561/2006, 6 artikla 1 kohta',
  ajo_viikko: 'Asetus (EY) 561/2006, 6 artikla 2 kohta',
  ajo_kaksi_viikkoa: 'Asetus (EY) 561/2006, 6 artikla 3 kohta',
  lepo: 'Asetus (EY) 561/2006, 8 artikla',
  paiva: 'Asetus (EY) 561/2006, 8 artikla 2 kohta',
  viikko: 'Direktiivi 2002/15/EY, 4 artikla',
  avoin: '',
}

export type Breach = {
  laji: BreachKind
  /** The record in which the limit is passed. */
  kirjaus: string
  /** When it is passed; of a short rest, when work begins again. Unix seconds. */
  hetki: number
  /** How many minutes it was in all: of driving, of work, of the day, or of the rest. */
  minuutit: number
  raja: number
  /** The article of the law, in Finnish. */
  laki: string
}

export type BreachOptions = {
  /** The rows of the rule table (`tyoajan_saannot`). */
  rules: readonly WorktimeRules[]
  /** Open days are counted until this moment. */
  now: number
}

type Placed = Stretch & { kirjaus: string }
/** Records without a daily rest between them. */
type Duty = { kirjaus: string; last: string; start: number; end: number; stretches: Placed[] }

const breach = (laji: BreachKind, of: Omit<Breach, 'laji' | 'laki'>): Breach => ({ laji, ...of, laki: articles[laji] })
const minutesOf = ({ start, end }: { start: number; end: number }): number => (end - start) / 60

/**
 * The limits of the law that one driver's records pass, by time (rules/worktime.md#warnings). What spans several days is found only when they are given:
 * for a complete answer about a day, the two weeks before it and its own.
 */
export function breachesOf(days: readonly RecordedDay[], { rules, now }: BreachOptions): Breach[] {
  const ruleAt = (at: number): WorktimeRules => rowAt(rules, at) ?? defaultWorktimeRules
  const sorted = days.toSorted((a, b) => a.alkuaika - b.alkuaika)
  const duties = dutiesOf(sorted, { ruleAt, now })
  const weeks = weeksOf(duties.flatMap(({ stretches }) => stretches))
  return [
    ...missingBreaks(duties, ruleAt),
    ...longDriving(duties, ruleAt),
    ...longWeeks(weeks, ruleAt),
    ...shortRests(duties, ruleAt),
    ...longDays(duties, ruleAt),
    ...openDays(sorted, { ruleAt, now }),
  ].sort((a, b) => a.hetki - b.hetki || (a.laji < b.laji ? -1 : 1))
}

type RuleAt = (at: number) => WorktimeRules

/** Records of one day are one duty unless a daily rest lies between them. */
function dutiesOf(sorted: readonly RecordedDay[], { ruleAt, now }: { ruleAt: RuleAt; now: number }): Duty[] {
  const duties: (Duty & { paiva: number })[] = []
  for (const day of sorted) {
    const end = day.loppuaika || Math.max(now - (now % 60), day.alkuaika)
    const stretches = stretchesOf(day, end).map((stretch) => ({ ...stretch, kirjaus: day.id }))
    const before = duties.at(-1)
    const rested = before && minutesOf({ start: before.end, end: day.alkuaika }) >= ruleAt(day.alkuaika).lepo_lyhennetty
    if (before && before.paiva === day.paiva && !rested) {
      before.stretches.push(...stretches)
      before.end = Math.max(before.end, end)
      before.last = day.id
    } else duties.push({ kirjaus: day.id, last: day.id, paiva: day.paiva, start: day.alkuaika, end, stretches })
  }
  return duties
}

/** Driving without a break of full length, or of two parts in this order; the time between two records is a break. */
const missingBreaks = (duties: readonly Duty[], ruleAt: RuleAt): Breach[] =>
  duties.flatMap(({ start, stretches }) => {
    const rule = ruleAt(start)
    return drivingPeriods(stretches, rule).periods.flatMap((driving) => {
      const passed = passing(driving, rule.ajojakso)
      return passed ? [breach('ajotauko', passed)] : []
    })
  })

/** When the sum of the stretches passes the limit, in which record, and the whole sum; null when it does not. */
function passing(stretches: readonly Placed[], raja: number): Omit<Breach, 'laji' | 'laki'> | null {
  let sum = 0
  let passed: { kirjaus: string; hetki: number } | null = null
  for (const stretch of stretches) {
    const left = raja - sum
    sum += minutesOf(stretch)
    if (sum > raja && !passed) passed = { kirjaus: stretch.kirjaus, hetki: stretch.start + left * 60 }
  }
  return passed && { ...passed, minuutit: sum, raja }
}

const isDriving = ({ tyyppi }: Stretch): boolean => tyyppi === 'AJO'

/** Driving of a duty above the limit, which may be passed a few times a week up to the longer one. */
function longDriving(duties: readonly Duty[], ruleAt: RuleAt): Breach[] {
  const long = duties.flatMap(({ start, stretches }) => {
    const rule = ruleAt(start)
    const driving = stretches.filter(isDriving)
    const usual = passing(driving, rule.ajo_paiva)
    return usual ? [{ usual, longest: passing(driving, rule.ajo_paiva_pidennetty), rule, week: mondayOf(start) }] : []
  })
  return [...Map.groupBy(long, ({ week }) => week).values()].flatMap((ofWeek) =>
    ofWeek.flatMap(({ usual, longest, rule }, index) => {
      const found = index >= rule.pidennyksia ? usual : longest
      return found ? [breach('ajo_paiva', found)] : []
    }),
  )
}

type Week = { monday: number; stretches: Placed[] }

/** The stretches by local week; one that runs from Sunday into Monday is cut. */
function weeksOf(stretches: readonly Placed[]): Week[] {
  const weeks: (Week & { next: number })[] = []
  for (const stretch of stretches.toSorted((a, b) => a.start - b.start)) {
    let { start } = stretch
    while (start < stretch.end) {
      let week = weeks.at(-1)
      if (!week || start >= week.next) {
        const monday = mondayOf(start)
        week = { monday, next: addDays(monday, 7), stretches: [] }
        weeks.push(week)
      }
      const end = Math.min(stretch.end, week.next)
      week.stretches.push({ ...stretch, start, end })
      start = end
    }
  }
  return weeks
}

function longWeeks(weeks: readonly Week[], ruleAt: RuleAt): Breach[] {
  return weeks.flatMap(({ monday, stretches }, index) => {
    const rule = ruleAt(monday)
    const before = weeks[index - 1]
    const driving = stretches.filter(isDriving)
    const ofWeekBefore = before && addDays(before.monday, 7) === monday ? before.stretches.filter(isDriving) : []
    const inTwoWeeks = passing([...ofWeekBefore, ...driving], rule.ajo_kaksi_viikkoa)
    const inWeek = passing(driving, rule.ajo_viikko)
    const work = passing(
      stretches.filter(({ tyyppi }) => isWorkingTime(tyyppi)),
      rule.viikko,
    )
    return [
      ...(inWeek ? [breach('ajo_viikko', inWeek)] : []),
      ...(inTwoWeeks ? [breach('ajo_kaksi_viikkoa', inTwoWeeks)] : []),
      ...(work ? [breach('viikko', work)] : []),
    ]
  })
}

/** Minutes of a weekly rest, also a shortened one, after which rests may be shortened anew. */
const weeklyRest = 24 * 60

function shortRests(duties: readonly Duty[], ruleAt: RuleAt): Breach[] {
  let shortened = 0
  return duties.slice(1).flatMap(({ kirjaus, start }, index) => {
    const { lepo, lepo_lyhennetty, lyhennyksia } = ruleAt(start)
    const minuutit = Math.max(0, minutesOf({ start: duties[index]?.end ?? start, end: start }))
    if (minuutit >= weeklyRest) shortened = 0
    if (minuutit >= lepo) return []
    shortened += 1
    if (minuutit >= lepo_lyhennetty && shortened <= lyhennyksia) return []
    return [breach('lepo', { kirjaus, hetki: start, minuutit, raja: minuutit < lepo_lyhennetty ? lepo_lyhennetty : lepo })]
  })
}

const longDays = (duties: readonly Duty[], ruleAt: RuleAt): Breach[] =>
  duties.flatMap(({ last, start, end }) => {
    const { paiva: raja } = ruleAt(start)
    const minuutit = minutesOf({ start, end })
    return minuutit > raja ? [breach('paiva', { kirjaus: last, hetki: start + raja * 60, minuutit, raja })] : []
  })

const openDays = (days: readonly RecordedDay[], { ruleAt, now }: { ruleAt: RuleAt; now: number }): Breach[] =>
  days.flatMap(({ id, alkuaika, loppuaika }) => {
    const { avoin: raja } = ruleAt(alkuaika)
    const minuutit = Math.floor((now - alkuaika) / 60)
    return loppuaika === 0 && minuutit > raja ? [breach('avoin', { kirjaus: id, hetki: alkuaika + raja * 60, minuutit, raja })] : []
  })
