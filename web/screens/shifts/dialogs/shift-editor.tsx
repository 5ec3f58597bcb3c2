import { Button, Group, Modal, MultiSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { routeTitle } from '#domain/entities/shift/route-label.ts'
import { type ShiftType, shiftMarks, shiftTypes } from '#domain/entities/shift/shift.entity.ts'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import type { ShiftRow } from '#domain/features/shifts/shift-rows.ts'
import { newId } from '#web/data/row.ts'
import { shiftText } from '#web/features/shifts/shift-words.ts'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { TimeField } from '#web/kit/form/time-field.tsx'
import { formatDay } from '#web/kit/format.ts'
import { typeOrder } from '../changes/calendar-keys.ts'
import type { ShiftEdit } from '../changes/shift-plans.ts'
import { blankDraft, draftOf, editOf, hasHours, hasValidHours, hasWork, type ShiftDraft } from './shift-draft.ts'

type Props = {
  data: ShiftCalendarData
  /** The shifts of the cell; a new one is edited when there are none. */
  shifts: readonly ShiftRow[]
  /** '' for those without a driver. */
  driver: string
  day: number
  /** `edited`: the shifts as they were when the editor was opened. */
  onSave: (planned: readonly ShiftEdit[], label: string, edited: readonly ShiftRow[]) => void
  onClose: () => void
}

/** A shift of a cell: what, with which routes and car, when, and whose. */
export function ShiftEditor({ data, shifts, driver, day, onSave, onClose }: Props) {
  const [drafts, setDrafts] = useState(() => (shifts.length > 0 ? shifts.map(draftOf) : [blankDraft(newId(), driver)]))
  const [editedId, setEditedId] = useState(drafts[0]?.id)
  const draft = drafts.find(({ id }) => id === editedId) ?? blankDraft(newId(), driver)
  const [fault, setFault] = useState('')
  const set = (changes: Partial<ShiftDraft>) => setDrafts((all) => all.map((one) => (one.id === draft.id ? { ...one, ...changes } : one)))
  const name = data.kuljettajat.find(({ id }) => id === driver)?.name
  const routes = data.tyoreitit.filter(({ id, poistettu }) => !poistettu || draft.tyoreitti.includes(id))
  const cars = data.autot.filter(({ id, poistettu }) => !poistettu || draft.auto === id)

  const chooseRoutes = (tyoreitti: string[]) => {
    const added = data.tyoreitit.find(({ id }) => tyoreitti.includes(id) && !draft.tyoreitti.includes(id))
    // The first route brings its car and hours along.
    const brought =
      added && draft.tyoreitti.length === 0
        ? {
            auto: draft.auto ?? added.auto,
            ...(draft.kesto === '' && added.kesto > 0 ? { alkuaika: added.alkuaika, kesto: added.kesto } : {}),
          }
        : {}
    set({ tyoreitti, ...brought })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = drafts.find((one) => !hasValidHours(one))
    if (wrong) {
      setEditedId(wrong.id)
      // A text that is no time has the field's own sentence.
      const isHalf = (wrong.alkuaika === '') !== (wrong.kesto === '')
      return setFault(isHalf ? 'Anna sekä alku että kesto, tai jätä molemmat tyhjiksi.' : '')
    }
    const edits = drafts.flatMap((one) => editOf(one, { day, routes: data.tyoreitit }) ?? [])
    onSave(edits, `${name ?? 'Ilman kuljettajaa'} ${formatDay(day)} tallennettu`, shifts)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`${name ?? 'Ilman kuljettajaa'}, ${formatDay(day)}`} size="md" returnFocus>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TypeFields drafts={drafts} draft={draft} onShift={setEditedId} onChange={(tyyppi) => set({ tyyppi })} />
          {hasWork(draft) && (
            <>
              <MultiSelect
                label="Reitit"
                data-autofocus
                searchable
                data={routes.map((route) => ({ value: route.id, label: routeTitle(route) }))}
                value={draft.tyoreitti}
                onChange={chooseRoutes}
                nothingFoundMessage="Ei löytynyt"
                maxValues={20}
              />
              <SearchSelect
                label="Auto"
                clearable
                clearButtonProps={{ 'aria-label': 'Ilman autoa' }}
                data={cars.map(({ id, rekisterinumero, name: of }) => ({ value: id, label: rekisterinumero || of }))}
                value={draft.auto}
                onChange={(auto) => set({ auto })}
                nothingFoundMessage="Ei löytynyt"
              />
            </>
          )}
          {hasHours(draft) && (
            <Group grow align="flex-start">
              <TimeField
                label="Alkaa"
                value={draft.alkuaika}
                onChange={(alkuaika) => set({ alkuaika })}
                error={(!hasValidHours(draft) && fault) || undefined}
              />
              <TimeField label="Kesto (t.min)" placeholder="8.00" value={draft.kesto} onChange={(kesto) => set({ kesto })} />
            </Group>
          )}
          <DriverField data={data} day={day} own={driver} value={draft.kuljettaja} onChange={(kuljettaja) => set({ kuljettaja })} />
          <Group justify="flex-end">
            {draft.shift && (
              <Button
                variant="subtle"
                color="red"
                mr="auto"
                onClick={() => {
                  onSave([{ id: draft.id, status: 0 }], `${name ?? 'Ilman kuljettajaa'} ${formatDay(day)} poistettu`, shifts)
                  onClose()
                }}
              >
                Poista
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Takaisin
            </Button>
            <Button type="submit">Tallenna</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type TypeProps = { drafts: readonly ShiftDraft[]; draft: ShiftDraft; onShift: (id: string) => void; onChange: (type: ShiftType) => void }

/** Which of the cell's shifts, and its type. */
function TypeFields({ drafts, draft, onShift, onChange }: TypeProps) {
  return (
    <>
      {drafts.length > 1 && (
        <SegmentedControl
          aria-label="Vuoro"
          value={draft.id}
          onChange={onShift}
          data={drafts.map((one, index) => ({ value: one.id, label: `Vuoro ${index + 1}` }))}
        />
      )}
      <SegmentedControl
        fullWidth
        aria-label="Tyyppi"
        value={draft.tyyppi}
        onChange={(value) => onChange(typeOrder.find((type) => type === value) ?? draft.tyyppi)}
        data={typeOrder.map((type) => ({ value: type, label: <span title={shiftTypes[type]}>{shiftMarks[type]}</span> }))}
      />
      <Text size="sm" c="dimmed" mt={-8}>
        {shiftTypes[draft.tyyppi]}
      </Text>
    </>
  )
}

type DriverProps = Pick<Props, 'data' | 'day'> & { own: string; value: string | null; onChange: (driver: string | null) => void }

/** Drivers, those with a shift on the day with what it is. */
function DriverField({ data, day, own, value, onChange }: DriverProps) {
  const busy = new Map(
    data.tyovuorot.flatMap((shift) => (shift.paiva === day && shift.kuljettaja ? [[shift.kuljettaja, shift] as const] : [])),
  )
  return (
    <SearchSelect
      label="Kuljettaja"
      clearable
      clearButtonProps={{ 'aria-label': 'Ilman kuljettajaa' }}
      data={data.kuljettajat.map(({ id, name: of }) => {
        const shift = id === own ? undefined : busy.get(id)
        const held = shift && shiftText(shift, { routes: data.tyoreitit.filter((route) => shift.tyoreitti.includes(route.id)), plate: '' })
        return { value: id, label: held ? `${of} (${held})` : of }
      })}
      value={value}
      onChange={onChange}
      nothingFoundMessage="Ei löytynyt"
    />
  )
}
