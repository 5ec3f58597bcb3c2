import { IconAlertTriangle } from '@tabler/icons-react'
import { reviewReasons } from '#domain/entities/worktime/task-types.ts'
import { breachWords } from '#web/features/worktime/breach-words.ts'
import { formatTime } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import type { DayRead } from './day-data.ts'
import type { DayFigures } from './model/day-figures.ts'
import classes from './worktime-day.module.css'

type Note = { key: string; title: string; detail: string; law: string; isSerious: boolean }

/** What devices sent in doubt, and sums that do not match: an administrator has to look at these. */
function reviewNotes({ row, tasks }: DayRead): Note[] {
  const plain = { law: '', isSerious: false }
  return [
    ...row.tarkista.map((reason) => ({
      key: `paiva-${reason}`,
      title: reviewReasons[reason],
      detail: 'Tarkista työpäivän ajat.',
      ...plain,
    })),
    ...tasks.flatMap((task) =>
      task.tarkista.map((reason) => ({
        key: `${task.id}-${reason}`,
        title: reviewReasons[reason],
        detail: `Tarkista tehtävä klo ${formatTime(task.alkuaika)}.`,
        ...plain,
      })),
    ),
    ...(row.jakso_ei_tasmaa
      ? [{ key: 'jakso', title: 'Jakson ylityöt eivät täsmää', detail: 'Tarkistettujen kirjausten ylityö poikkeaa laskennasta.', ...plain }]
      : []),
  ]
}

/** "Huomautettavaa": limits of the law that the day passes, with the article, and what has to be looked at. Nothing of it blocks. */
export function WarningsCard({ read, figures }: { read: DayRead; figures: DayFigures }) {
  const breaches = figures.breaches.map((breach): Note => {
    const { title, detail, law } = breachWords(breach, read.row.alkuaika)
    return { key: `${breach.laji}-${breach.hetki}`, title, detail, law, isSerious: law !== '' && breach.laji !== 'lepo' }
  })
  const notes = [...breaches, ...reviewNotes(read)]
  return (
    <Section title={<>Huomautettavaa {notes.length > 0 && <span className={classes.count}>{notes.length}</span>}</>}>
      {notes.length === 0 ? (
        <p className={classes.fine}>Ajo- ja lepoajoissa ei ole huomautettavaa.</p>
      ) : (
        <ul className={classes.notes}>
          {notes.map(({ key, title, detail, law, isSerious }) => (
            <li key={key} data-serious={isSerious || undefined}>
              <IconAlertTriangle size={18} aria-hidden />
              <div>
                <b>{title}</b> {law && <span>({law})</span>}
                <p>{detail}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
