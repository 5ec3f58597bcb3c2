import type { Pool } from 'pg'
import type { BellEntry } from '#domain/features/notifications/notifications.ts'
import { isQuietHour, newOrderPause } from '#domain/features/sms/new-order-message.ts'
import { minuteOfDay } from '#domain/values/time/time.ts'
import { readViewer } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { announcedSince, enqueuePushes, peopleWithDevices, storeAnnounced } from '#server/platform/push/push-queue.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { listBell } from '../list-bell.ts'
import { peopleWithNewEntries } from '../queries.ts'

/** Entries older than this (seconds) are not announced, for example after the server has been down. */
const announcedFor = 86_400
/** The maximum number of people in one run; the others follow in the next run. */
const maxPeople = 500

/**
 * Announces to people's devices what has appeared in their bells (rules/notifications.md#devices): everything new as one message to each person.
 * Runs every minute.
 */
export async function announceBells(context: Context): Promise<void> {
  const { pool, clock } = context
  const now = clock()
  const devices = await peopleWithDevices(pool, now)
  if (devices.size === 0) return
  const { values } = await storedSettings(pool)
  const isQuiet = isQuietHour(Math.floor(minuteOfDay(now) / 60), { from: values.hiljaisuus_alkaa, to: values.hiljaisuus_paattyy })
  const since = now - announcedFor
  // Entries from before the person allowed notifications are not announced.
  const sinceOf = (person: string): number => Math.max(since, devices.get(person) ?? now)
  const withDevices = [...devices.keys()]
  const waiting = { people: withDevices, since: withDevices.map(sinceOf), now, quiet: isQuiet, limit: maxPeople }
  const people = await peopleWithNewEntries(pool, waiting)
  if (people.length === 0) return
  const announced = await announcedSince(pool, people, since)
  for (const person of people) {
    const viewer = await readViewer(pool, person)
    if (viewer === null) continue
    const { data } = await listBell(context, viewer)
    const recent = data.filter(({ aika }) => aika >= sinceOf(person))
    const entries = unannounced(recent, { announced: announced.get(person) ?? [], isQuiet, now })
    await announce(pool, entries, { person, now })
  }
}

type Announcements = { announced: readonly { kind: string; subject: string; announced: number }[]; isQuiet: boolean; now: number }

/** The new entries that may be announced now. Failed deliveries are announced at any hour, since they wait for a decision; new orders at most once in a pause. */
function unannounced(recent: readonly BellEntry[], { announced, isQuiet, now }: Announcements): BellEntry[] {
  const known = new Map(announced.map(({ subject, announced: at }) => [subject, at]))
  // A new version of a document has the id of the one before.
  const fresh = recent.filter(({ id, aika }) => (known.get(id) ?? -1) < aika)
  const ordersMay = announced.every(({ kind, announced: at }) => kind !== 'tilaus' || at <= now - newOrderPause)
  return fresh.filter(({ laji }) => laji === 'poikkeama' || (!isQuiet && (laji !== 'tilaus' || ordersMay)))
}

async function announce(pool: Pool, entries: readonly BellEntry[], { person, now }: { person: string; now: number }): Promise<void> {
  if (entries.length === 0) return
  await inTransaction(pool, async (client) => {
    await enqueuePushes(client, [{ person, kind: 'bell', subjects: entries.map(({ id }) => id) }], now)
    await storeAnnounced(
      client,
      entries.map(({ id, laji }) => ({ person, kind: laji, subject: id })),
      now,
    )
  })
}
