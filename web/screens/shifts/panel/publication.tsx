import { useMemo } from 'react'
import { type PublicationMessage, publicationMessages } from '#domain/features/shifts/publication-messages.ts'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { plural } from '#web/kit/format.ts'
import { useSettings } from '#web/session/settings.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import type { ShiftChanges } from '../changes/use-shift-changes.ts'
import { PublishPanel } from './publish-panel.tsx'

export type PublishedDays = { drivers: readonly string[]; min: number; max: number }

const messagesOf = (data: ShiftCalendarData, of: PublishedDays): PublicationMessage[] =>
  publicationMessages(
    { shifts: data.tyovuorot, drivers: data.kuljettajat, routes: data.tyoreitit, cars: data.autot, template: data.tekstiviesti.pohja },
    of,
  )

const publishedCount = (messages: readonly PublicationMessage[]): number => messages.reduce((sum, { vuoroja }) => sum + vuoroja, 0)

type Props = { data: ShiftCalendarData; of: PublishedDays; changes: ShiftChanges; onDone?: () => void }

/** Publishing of drivers' days with its preview (rules/shifts.md#publishing). */
export function Publication({ data, of, changes, onDone }: Props) {
  const { features } = useSettings()
  const { drivers, min, max } = of
  const key = drivers.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drivers are compared by their ids
  const messages = useMemo(() => messagesOf(data, { drivers, min, max }), [data, key, min, max])
  const { hiljaisuus_alkaa: begins, hiljaisuus_paattyy: ends } = data.tekstiviesti
  const nameOf = (id: string): string => data.kuljettajat.find((driver) => driver.id === id)?.name ?? ''
  const publish = async (sms: boolean) => {
    const kuljettajat = messages.map(({ kuljettaja }) => kuljettaja)
    const label = `Julkaistu ${plural(publishedCount(messages), 'vuoro', 'vuoroa')}`
    const chosen = new Set(kuljettajat)
    const previewed = data.tyovuorot.filter(
      ({ kuljettaja, paiva }) => kuljettaja !== null && chosen.has(kuljettaja) && paiva >= min && paiva <= max,
    )
    const answer = await changes.run({ operation: 'OPERATION_SET_PUBLISHED', kuljettajat, min, max, sms }, label, previewed)
    if (!answer) return
    const told = answer.viestit.filter(({ message }) => message !== undefined)
    if (told.length > 0) showDone(told.map(({ kuljettaja, message }) => `${nameOf(kuljettaja)}: ${message}`).join(' '))
    onDone?.()
  }
  return (
    <PublishPanel
      messages={messages}
      hasShifts={data.tyovuorot.some(
        ({ kuljettaja, paiva }) => kuljettaja !== null && drivers.includes(kuljettaja) && paiva >= min && paiva <= max,
      )}
      nameOf={nameOf}
      quiet={{ begins, ends }}
      canText={features.tekstiviestit}
      isRunning={changes.isSaving}
      onPublish={(sms) => void publish(sms)}
    />
  )
}

/** How many shifts publishing would publish. */
export function unpublishedCount({ tyovuorot }: ShiftCalendarData, { drivers, min, max }: PublishedDays): number {
  const chosen = new Set(drivers)
  return tyovuorot.filter(
    ({ tila, kuljettaja, paiva }) =>
      tila === 'UNPUBLISHED' && kuljettaja !== null && chosen.has(kuljettaja) && paiva >= min && paiva <= max,
  ).length
}
