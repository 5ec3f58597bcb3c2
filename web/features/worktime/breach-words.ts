import type { Breach, BreachKind } from '#domain/features/worktime/limits.ts'
import { formatMinutes, formatSince } from '#web/kit/format.ts'

const titles: Record<BreachKind, (minutes: string, limit: string) => string> = {
  ajotauko: (minutes) => `Ajoa ${minutes} ilman riittävää taukoa`,
  ajo_paiva: (minutes) => `Ajoa päivässä ${minutes}`,
  ajo_viikko: (minutes) => `Ajoa viikossa ${minutes}`,
  ajo_kaksi_viikkoa: (minutes) => `Ajoa kahdessa viikossa ${minutes}`,
  lepo: (minutes, limit) => `Lepoa ennen päivää ${minutes}, alle ${limit}`,
  paiva: (minutes) => `Työpäivä on ${minutes}`,
  viikko: (minutes) => `Työtä viikossa ${minutes}`,
  avoin: (minutes) => `Työpäivä on ollut auki ${minutes}`,
}

/** A warning in words: what happened, which limit was passed and when (with the date when it is not of `day`), and the article of the law ('' when there is none). */
export function breachWords({ laji, minuutit, raja, hetki, laki }: Breach, day: number): { title: string; detail: string; law: string } {
  const [minutes, limit] = [formatMinutes(Math.round(minuutit)), raja % 60 === 0 ? `${raja / 60}\u00a0h` : formatMinutes(raja)]
  const title = titles[laji](minutes, limit)
  const detail = laji === 'lepo' ? `Työ alkoi ${formatSince(hetki, day)}.` : `Raja ${limit} ylittyi ${formatSince(hetki, day)}.`
  return { title, detail, law: laki }
}
