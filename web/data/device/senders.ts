import type { Load, OutboxItem, Sender } from './outbox-item.ts'

let senders: Readonly<Record<string, Sender>> = {}

export function setSenders(byKind: Readonly<Record<string, Sender>>): void {
  senders = byKind
}

export const senderOf = ({ kind }: Pick<OutboxItem, 'kind'>): Sender | undefined => senders[kind]

/** What is uploaded with the item. */
export const loadOf = (item: Pick<OutboxItem, 'kind' | 'payload'>): Load => senderOf(item)?.load?.(item.payload) ?? 'small'

/** An item that this build cannot read may be of any kind. */
const unknownNoun: Sender['noun'] = ['kirjaus', 'kirjausta']

export const nounOf = (item: Pick<OutboxItem, 'kind'>): Sender['noun'] => senderOf(item)?.noun ?? unknownNoun

/** `2 kuittausta ja 1 vikailmoitus` */
export function itemsText(items: readonly OutboxItem[]): string {
  const byNoun = Map.groupBy(items, (item) => nounOf(item)[0])
  return [...byNoun.values()]
    .map((alike) =>
      alike.length === 1 ? `1 ${nounOf(alike[0] ?? { kind: '' })[0]}` : `${alike.length} ${nounOf(alike[0] ?? { kind: '' })[1]}`,
    )
    .join(' ja ')
}
