import { Button, Group } from '@mantine/core'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { startOfDay } from '#domain/values/time/time.ts'
import { pagesQuery } from '#web/data/queries.ts'
import type { EntityRow } from '#web/data/row.ts'
import { MaintenanceNote } from '#web/features/cars/maintenance-note.tsx'
import { InlineRowForm } from '#web/kit/entity/quick-edit/inline-row-form.tsx'
import { useQuickEdits } from '#web/kit/entity/quick-edit/use-quick-edits.ts'
import { formatDay, plural } from '#web/kit/format.ts'
import { headingId } from '#web/kit/page/page.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import { Plate } from '#web/ui/badges/plate.tsx'
import { Section } from '#web/ui/section.tsx'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './maintenance.module.css'

type Entry = EntityRow<'huolto'>
type Open = { entry: Entry; plate: string }

const openEntries = pagesQuery('huolto', { filter: { tehty: false }, include: ['auto'], sort: ['paiva', 'created'] }, 30)

/** What has to be done, by day: the oldest first. */
export function OpenMaintenance() {
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(openEntries)
  const { saveOrShow, shown } = useQuickEdits('huolto')
  const list = useRef<HTMLDivElement>(null)
  /** The place in the list of the entry that was marked as done last: the focus goes to the one that follows it. */
  const left = useRef<number | null>(null)
  const entries = (data?.pages ?? [])
    .flatMap(({ rows, included }): Open[] =>
      rows.map((row) => ({ entry: shown(row), plate: included.get('auto', row.auto)?.rekisterinumero ?? '' })),
    )
    .filter(({ entry }) => !entry.tehty)
  useEffect(() => {
    if (left.current === null || document.activeElement !== document.body) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-done]') ?? []
    const next = buttons[Math.min(left.current, buttons.length - 1)] ?? document.getElementById(headingId)
    left.current = null
    next?.focus()
  })
  if (isPending) return <SectionSkeleton lines={6} />
  const count = data?.pages.at(-1)?.count ?? 0
  const markDone = ({ entry, plate }: Open, index: number) => {
    left.current = index
    const { id, vid, name } = entry
    void saveOrShow({ id, vid, heading: `${plate}: ${name}`, key: 'tehty', value: true, before: false, saved: 'merkitty tehdyksi' })
  }
  return (
    <Section title="Avoimet huollot ja viat" aside={count > 0 && plural(count, 'avoin', 'avointa')}>
      {isError && !data ? (
        <ErrorState retry={() => void refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState title="Ei avoimia huoltoja" icon={IconCheck}>
          Kuljettajien vikailmoitukset tulevat tähän. Suunnitellun huollon voit lisätä itse.
        </EmptyState>
      ) : (
        <div ref={list}>
          {[...Map.groupBy(entries, ({ entry }) => entry.paiva)].map(([day, ofDay]) => (
            <section key={day} aria-label={dayName(day)}>
              <h3 className={classes.day}>{dayName(day)}</h3>
              <ul className={classes.entries}>
                {ofDay.map((open) => (
                  <OpenEntry key={open.entry.id} {...open} onDone={() => markDone(open, entries.indexOf(open))} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Näytä lisää
        </Button>
      )}
    </Section>
  )
}

function dayName(day: number): string {
  if (day === 0) return 'Ei päivää'
  return day === startOfDay(nowSeconds()) ? `Tänään ${formatDay(day)}` : formatDay(day)
}

function OpenEntry({ entry, plate, onDone }: Open & { onDone: () => void }) {
  const [isEditing, setIsEditing] = useState(false)
  const named = `${plate}, ${entry.tunniste}`
  return (
    <li className={classes.entry} aria-label={`${plate}: ${entry.name}`}>
      <Plate>{plate}</Plate>
      {isEditing ? (
        <InlineRowForm
          entity="huolto"
          row={entry}
          fields={['paiva', 'name', 'info', 'kuvat', 'tehty']}
          onClose={() => setIsEditing(false)}
        />
      ) : (
        <>
          <MaintenanceNote entry={entry} />
          <Group gap="xs">
            <Button
              data-done
              variant="light"
              size="sm"
              leftSection={<IconCheck size={18} aria-hidden />}
              aria-label={`Merkitse tehdyksi: ${named}`}
              onClick={onDone}
            >
              Merkitse tehdyksi
            </Button>
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconPencil size={16} aria-hidden />}
              aria-label={`Muokkaa: ${named}`}
              onClick={() => setIsEditing(true)}
            >
              Muokkaa
            </Button>
          </Group>
        </>
      )}
    </li>
  )
}
