import type { ChangeEvent } from '#domain/model/change-events.ts'
import type { Rights } from '#server/entities/model.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { RowChange } from './row-change.ts'
import type { Visibility, VisibleRows, Watcher } from './visibility.ts'

export type Listener = { watcher: Watcher; rights: Rights }

/** More changes than this are sent as one event without the rows: the client reloads its lists. */
export const maxChangesInEvent = 500

// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
export const startAnew = (position: string): string => `id: ${position}\nevent: alusta\ndata: {}\n\n`
/** The company's settings have changed. It has no id: a stream that is resumed later reads the settings anyway. */
export const settingsChanged = 'event: asetukset\ndata: {}\n\n'
/** Somebody has begun to look at an order or the shift calendar or to change it, or has left: the client asks who is looking at what it shows. */
export const viewersChanged = 'event: katselijat\ndata: {}\n\n'
/** Carries only the position to resume from, and keeps the connection alive. */
export const heartbeat = (position: string): string => `:\nid: ${position}\n\n`

/**
 * The message for each listener about the changes that they may see; no entry for listeners that may see none. Listeners that
 * see the same changes share one text, so that the cost does not grow with their number.
 */
export async function messagesFor<L extends Listener>(
  runner: Queryable,
  visibility: Visibility,
  changes: readonly RowChange[],
  listeners: readonly L[],
  position: string,
): Promise<Map<L, string>> {
  const messages = new Map<L, string>()
  const byResource = [...Map.groupBy(changes, ({ resource }) => resource)]
  for (const [rights, alike] of Map.groupBy(listeners, (listener) => listener.rights)) {
    const watchers = alike.map(({ watcher }) => watcher)
    const visible = await Promise.all(
      byResource.map(async ([resource, ofResource]) => ({
        resource,
        ofResource,
        byKey: await visibility.visibleTo(runner, rights, resource, ofResource, watchers),
      })),
    )
    const texts = new Map<string, string>()
    for (const listener of alike) {
      const keys = visible.map(({ resource }) => visibility.keyOf(rights, resource, listener.watcher))
      const own = changes.some(({ authors }) => authors.has(listener.watcher.userId)) ? listener.watcher.userId : ''
      const key = [own, ...keys].join(' ')
      const text =
        texts.get(key) ??
        textOf(
          visible.flatMap(({ ofResource, byKey }, at) => eventsOf(ofResource, byKey.get(keys[at] ?? ''), own)),
          position,
        )
      texts.set(key, text)
      if (text !== '') messages.set(listener, text)
    }
  }
  return messages
}

function textOf(events: readonly ChangeEvent[], position: string): string {
  if (events.length === 0) return ''
  return events.length > maxChangesInEvent
    ? startAnew(position)
    : `id: ${position}\nevent: muutokset\ndata: ${JSON.stringify({ tapahtumat: events })}\n\n`
}

const eventsOf = (changes: readonly RowChange[], visible: VisibleRows | undefined, own: string): ChangeEvent[] =>
  visible ? changes.flatMap((change) => eventOf(change, visible, own) ?? []) : []

function eventOf({ resource, id, vid, aika, created, removed, authors }: RowChange, visible: VisibleRows, own: string): ChangeEvent | null {
  const isThere = visible.now.has(id)
  const wasThere = visible.before.has(id)
  const row = { type: resource.type, id, ...(own !== '' && authors.has(own) ? { oma: true as const } : {}) }
  if (removed ? !created && (isThere || wasThere) : wasThere && !isThere) return { ...row, laji: 'poistui' }
  return isThere && !removed ? { ...row, laji: created ? 'luotu' : 'muuttui', vid, aika } : null
}
