import type { Role } from '../../access/roles.ts'
import type { StoredTexts } from '../settings/message-texts.ts'
import { newOrderMessage } from '../sms/new-order-message.ts'
import { bellAddress } from './bell-address.ts'
import type { BellEntry, BellKind } from './notifications.ts'

/** A notification on a device. `link` is a path of the web app. */
export type PushText = { title: string; body: string; link: string }

/** Of the body, in characters: devices show a few lines. */
const maxBody = 300

const words: Readonly<Record<BellKind, { title: string; one: string; many: string }>> = {
  poikkeama: { title: 'Toimitus epäonnistui', one: 'epäonnistunut toimitus', many: 'epäonnistunutta toimitusta' },
  myohastyminen: { title: 'Toimitus myöhästyy', one: 'myöhästyvä toimitus', many: 'myöhästyvää toimitusta' },
  korjauspyynto: { title: 'Työajan korjauspyyntö', one: 'korjauspyyntö', many: 'korjauspyyntöä' },
  tilaus: { title: 'Uusi tilaus', one: 'uusi tilaus', many: 'uutta tilausta' },
  ilmoitus: { title: 'Ilmoitus', one: 'ilmoitus', many: 'ilmoitusta' },
  muistutus: { title: 'Muistutus', one: 'muistutus', many: 'muistutusta' },
  dokumentti: { title: 'Kuitattava dokumentti', one: 'kuitattava dokumentti', many: 'kuitattavaa dokumenttia' },
  viesti: { title: 'Viesti tilauksesta', one: 'viesti tilauksesta', many: 'viestiä tilauksista' },
  vika: { title: 'Vikailmoitus', one: 'vikailmoitus', many: 'vikailmoitusta' },
}
const kinds = Object.keys(words) as BellKind[]

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length <= maxBody ? characters.join('') : `${characters.slice(0, maxBody - 1).join('')}…`
}

function pathOf(entry: RungEntry, roles: readonly Role[]): string {
  const { to, search, hash } = bellAddress(entry, roles) ?? { to: '/' }
  return `${to}${search ? `?auto=${search.auto}` : ''}${hash ? `#${hash}` : ''}`
}

type RungEntry = Pick<BellEntry, 'laji' | 'kohde' | 'message'>

/** What a device shows of entries of the bell: one by its message, several by their number. Null for none. */
export function bellPushText(entries: readonly RungEntry[], roles: readonly Role[]): PushText | null {
  const [first, ...others] = entries
  if (!first) return null
  if (others.length === 0) return { title: words[first.laji].title, body: shortened(first.message), link: pathOf(first, roles) }
  const counts = kinds.flatMap((kind) => {
    const count = entries.filter(({ laji }) => laji === kind).length
    return count === 0 ? [] : [`${count} ${count === 1 ? words[kind].one : words[kind].many}`]
  })
  return { title: `${entries.length} uutta ilmoitusta`, body: counts.join(', '), link: '/' }
}

/** What a driver's device shows of orders assigned to them; null when none of them is theirs to do any more. */
export const newOrdersPushText = (count: number, texts: StoredTexts): PushText | null =>
  count === 0 ? null : { title: count === 1 ? 'Uusi tilaus' : 'Uusia tilauksia', body: newOrderMessage(count, texts), link: '/' }
