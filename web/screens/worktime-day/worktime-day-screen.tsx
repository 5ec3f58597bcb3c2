import { Alert } from '@mantine/core'
import { IconLock, IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { rowAt } from '#domain/features/settings/dated-rows.ts'
import { type Settings, settingsFrom } from '#domain/features/settings/settings.ts'
import { defaultWorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import { paidHolidays } from '#domain/features/worktime/paid-holidays.ts'
import { payPeriodOf } from '#domain/features/worktime/pay-period.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { settingsQuery } from '#web/features/settings/settings-query.ts'
import { ConflictDialog } from '#web/kit/entity/conflict-dialog.tsx'
import { RowStates } from '#web/kit/entity/row-states.tsx'
import { FaultSummary, LeaveDialog } from '#web/kit/form/form-parts.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { AddTask } from './add-task.tsx'
import { CorrectionCard } from './correction-card.tsx'
import { DayActions } from './day-actions.tsx'
import { DayBar } from './day-bar.tsx'
import {
  correctionsQuery,
  type DayRead,
  dayQuery,
  nearbyQuery,
  neighbourQuery,
  originalOf,
  periodDayOf,
  recordedDayOf,
} from './day-data.ts'
import { DayHistory } from './day-history.tsx'
import { DayStatus } from './day-status.tsx'
import { dayFieldLabel, dayFieldNames, dayName, rangeName, showDayField } from './day-words.ts'
import { FiguresCard } from './figures-card.tsx'
import { type BorderMove, type DayBounds, moveBorder } from './model/day-edits.ts'
import { type FigureContext, figuresOf, storedFigures } from './model/day-figures.ts'
import { proposedDay } from './model/proposals.ts'
import { PlacesCard, placesNote } from './places-card.tsx'
import { RestoreOriginal } from './restore-original.tsx'
import { SaveBar } from './save-bar.tsx'
import { TaskTable } from './task-table.tsx'
import { useDayForm } from './use-day-form.ts'
import { useDaySave } from './use-day-save.ts'
import { WarningsCard } from './warnings-card.tsx'
import classes from './worktime-day.module.css'

const missing = { title: 'Kirjausta ei löydy' }

/** `kirjaus/:tyovuoroKirjausId` */
export function WorktimeDayScreen() {
  const { tyovuoroKirjausId: id } = useParams({ from: '/kirjaus/$tyovuoroKirjausId' })
  const query = useQuery(dayQuery(id))
  const settings = useQuery(settingsQuery)
  const failed = query.error ?? settings.error
  if (!query.data || !settings.data)
    return (
      <RowStates
        label="Kirjaus"
        missing={missing}
        query={{ error: failed, refetch: () => Promise.all([query.refetch(), settings.refetch()]) }}
      />
    )
  return <WorktimeDay key={id} read={query.data} set={settings.data.values ?? settingsFrom({})} />
}

const halfDay = 12 * 3600

/** What the figures depend on besides the edited times, and how far the day may be moved. */
function useSurroundings({ row, driver }: DayRead, set: Settings) {
  const now = useNow()
  const { paiva, alkuaika, loppuaika } = row
  const { min, max } = payPeriodOf(paiva, set.jakson_alku)
  const nearby = useQuery(nearbyQuery(driver.id, { paiva, periodStart: set.jakson_alku })).data
  const before = useQuery(neighbourQuery(driver.id, alkuaika, 'before')).data ?? null
  const after = useQuery(neighbourQuery(driver.id, alkuaika, 'after')).data ?? null
  const minute = now - (now % 60)
  const context = useMemo((): FigureContext => {
    const others = (nearby ?? []).filter((other) => other.row.id !== row.id)
    return {
      ...{ id: row.id, rules: set.tyoajan_saannot, now: minute },
      periodRule: rowAt(set.tyoajan_saannot, min) ?? defaultWorktimeRules,
      holidays: paidHolidays(addDays(startOfDay(alkuaika), -1), addDays(startOfDay(loppuaika || minute), 2)),
      others: others.map(recordedDayOf),
      period: others
        .map((other) => other.row)
        .filter((other) => other.paiva >= min && other.paiva <= max)
        .map(periodDayOf),
    }
  }, [nearby, row.id, set, minute, min, max, alkuaika, loppuaika])
  const bounds: DayBounds = {
    earliest: Math.max(alkuaika - halfDay, before?.loppuaika ?? 0),
    latest: Math.min(minute, after?.alkuaika ?? minute, (loppuaika || minute) + halfDay),
  }
  return { now: minute, context, bounds, before, after, periodName: rangeName(min, max) }
}

/** What payroll or the check of the day means for editing it. */
function PayrollNote({ row: { tarkistettu, lahetetty } }: { row: DayRead['row'] }) {
  if (tarkistettu)
    return (
      <Alert color="gray" p="xs" icon={<IconLock size={18} aria-hidden />} role="note">
        Kirjaus on tarkistettu ja lukittu. Jos korjattavaa on, poista ensin tarkistusmerkintä.
      </Alert>
    )
  if (!lahetetty) return null
  return (
    <Alert color="yellow" p="xs" icon={<IconMailForward size={18} aria-hidden />} role="note">
      Kirjaus on jo lähetetty palkanlaskentaan. Kun olet korjannut ja tarkistanut sen, ero lähtee seuraavassa palkka-aineistossa.
    </Alert>
  )
}

function WorktimeDay({ read, set }: { read: DayRead; set: Settings }) {
  const { row, driver, car } = read
  const { now, context, bounds, before, after, periodName } = useSurroundings(read, set)
  const form = useDayForm(read)
  const [moved, setMoved] = useState<BorderMove | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const [adding, setAdding] = useState<{ from: number } | null>(null)
  const isLocked = row.tarkistettu
  const day = moved ? moveBorder(form.day, moved, bounds) : form.day
  const original = useMemo(() => originalOf(row), [row])
  const figures = useMemo(() => {
    const computed = figuresOf(day, context)
    return isLocked ? storedFigures(row, computed, context) : computed
  }, [day, context, isLocked, row])
  const originalFigures = useMemo(() => original && figuresOf(original, context), [original, context])
  const corrections = (useQuery(correctionsQuery(row.id)).data ?? []).filter(({ tila }) => tila === 'avoin')
  const proposal = corrections[0] ? proposedDay(form.day, corrections[0].ehdotus) : null
  const saving = useDaySave(form, isLocked)
  const navigate = useNavigate()
  const open = (id: string | undefined) => {
    if (id !== undefined) void navigate({ to: '/kirjaus/$tyovuoroKirjausId', params: { tyovuoroKirjausId: id } })
  }
  usePageKeys([
    ['j', () => open(after?.id)],
    ['k', () => open(before?.id)],
    ['mod+Z', form.undo],
    ['mod+shift+Z', form.redo],
  ])
  const choose = (id: string) => {
    setSelected(id)
    document.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"] input`)?.focus()
  }
  const chosen = day.tehtavat.find(({ id }) => id === selected) ?? day.tehtavat.at(-1)
  return (
    <Page
      title={`${driver.name}, ${dayName(row.paiva)}`}
      width="list"
      focus="heading"
      detail={<DayStatus row={row} car={car} />}
      actions={<DayActions {...{ read, form, before, after, isOpen: row.loppuaika === 0 }} />}
    >
      <div ref={saving.faults} className={classes.faults}>
        {form.failures > 0 && (
          <FaultSummary faults={form.form.errors} general={form.general} labelOf={(path) => dayFieldLabel(path, form.day)} />
        )}
        <PayrollNote row={row} />
      </div>
      <div className={classes.page}>
        <div className={classes.bar}>
          <DayBar
            {...{ form, day, original, figures, context, bounds, isLocked, selected }}
            proposed={proposal}
            onSelect={choose}
            onPreview={setMoved}
          />
        </div>
        <div className={classes.left}>
          <TaskTable
            {...{ form, day, original, bounds, now, isLocked, selected }}
            onSelect={setSelected}
            onAdd={() => setAdding({ from: chosen?.alkuaika ?? day.alkuaika })}
            foot={<RestoreOriginal read={read} form={form} original={original} />}
            placesNote={placesNote(row.paiva, set.sijaintien_sailytys, now)}
          />
          <SaveBar form={form} save={saving.save} isLocked={isLocked} />
        </div>
        <div className={classes.right}>
          <FiguresCard figures={figures} original={originalFigures} periodName={periodName} />
          <WarningsCard read={read} figures={figures} />
          {corrections.map((request) => {
            const requested = proposedDay(form.day, request.ehdotus)
            return (
              <CorrectionCard
                key={request.id}
                request={request}
                driver={driver.name}
                day={form.day}
                proposal={requested}
                now={now}
                figures={figures}
                proposed={requested && figuresOf(requested, context)}
                blocked={isLocked ? 'Poista ensin tarkistusmerkintä.' : form.isChanged ? 'Tallenna tai hylkää ensin omat muutoksesi.' : ''}
              />
            )
          })}
        </div>
        <div className={classes.more}>
          <PlacesCard day={form.day} paiva={row.paiva} keptDays={set.sijaintien_sailytys} now={now} onSelect={choose} />
          <DayHistory id={row.id} driver={driver} />
        </div>
      </div>
      <AddTask
        at={adding}
        day={form.day}
        now={now}
        onClose={() => setAdding(null)}
        onAdd={(next, id) => {
          form.edit(next)
          setSelected(id)
        }}
      />
      <LeaveDialog {...form.leaving} />
      <ConflictDialog
        conflict={form.conflict}
        labelOf={(field) => dayFieldNames[field]}
        show={showDayField}
        onResolve={form.resolve}
        onClose={form.closeConflict}
      />
    </Page>
  )
}
