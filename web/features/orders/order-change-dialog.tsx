import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type StateActor, shipmentStates } from '#domain/entities/order/order.states.ts'
import { wishedDayFault } from '#domain/values/time/time.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { DateField } from '#web/kit/form/date-field.tsx'
import type { Choice } from '#web/kit/form/search-select.tsx'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { firstOf, formatCount, formatDay, plural } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { driversToday } from './drivers-today.ts'
import { assignment, type OrderChange, type Step, steppingLines, stepTo, takersOf, unanswered, wishedDayChange } from './line-changes.ts'
import { OrderResults } from './list/order-results.tsx'
import type { OrderRow } from './order-rows.ts'
import { type ChangeResults, saveChanges, undosOf } from './save-changes.ts'
import { shipmentTable } from './shipment-table.ts'
import { stepWords } from './step-words.ts'
import { undoChanges } from './undo-changes.ts'

export type OrderChangeTask = { kind: 'assignment' } | { kind: 'day' } | { kind: 'state'; step: Step }

type Props = {
  task: OrderChangeTask
  orders: readonly OrderRow[]
  drivers: readonly Choice[]
  cars: readonly Choice[]
  who?: StateActor
  onClose: () => void
  onDone: () => void
}

const titles = { assignment: 'Kuljettaja ja auto', day: 'Toivottu toimitus', state: 'Tila' } as const
/** An option of the driver's and the car's list that clears the field. */
const none = 'none'

/** Asks what to change, saves it in one call (each order completely or not at all) and shows the result for each order. */
export function OrderChangeDialog({ task, orders: chosen, drivers, cars, who = 'yllapito', onClose, onDone }: Props) {
  // The selection when the dialog opened: the list behind may be refetched while the results are shown.
  const [orders] = useState(chosen)
  const [driver, setDriver] = useState<string | null>(null)
  const [chosenCar, setCar] = useState<string | null | undefined>(undefined)
  const [day, setDay] = useState<TypedNumber>(0)
  const [reason, setReason] = useState('')
  const [changes, setChanges] = useState<readonly OrderChange[] | null>(null)
  const [results, setResults] = useState<ChangeResults>(new Map())
  const started = useRef(false)
  // As when orders are dragged onto a driver: the driver's own car is assigned too, unless another is chosen here.
  const { data: today } = useQuery({ ...driversToday, enabled: task.kind === 'assignment' })
  const ownCar = today?.data.find(({ id }) => id === driver)?.auto?.id ?? null
  const car = chosenCar === undefined ? ownCar : chosenCar
  const actor = { actor: who, now: nowSeconds(), table: shipmentTable() } as const
  const left = task.kind === 'state' ? unanswered(orders, task.step.to) : []
  // Chosen when the dialog opens, like the orders: one that is changed meanwhile is reported with the rest.
  const [takers] = useState(() => (task.kind === 'state' ? takersOf(orders, task.step, actor) : orders))
  const changing = takers.filter((order) => !left.includes(order))
  const word = plural(changing.length, 'tilaus', 'tilausta')

  const words = task.kind === 'state' && changing.length > 0 ? stepWords(changing.map(steppingLines), task.step.to, actor) : null
  const tooFar = typeof day === 'number' ? wishedDayFault(day, nowSeconds()) : null
  const changeOf = (order: OrderRow): OrderChange | null => {
    if (task.kind === 'day') return typeof day === 'number' ? wishedDayChange(order, day) : null
    if (task.kind === 'state') return stepTo(order, task.step.to, reason.trim(), actor)
    return assignment(order, {
      ...(driver ? { kuljettaja: driver === none ? null : driver } : {}),
      ...(car ? { auto: car === none ? null : car } : {}),
    })
  }
  const doneText = () => {
    const to = changing.length === 1 ? `Tilaus ${changing[0]?.number}` : word
    if (task.kind === 'state') return `${to}: ${shipmentStates[task.step.to]}.`
    if (task.kind === 'day') return `${to}: päivä vaihdettu (${formatDay(typeof day === 'number' ? day : 0)}).`
    return `${to}: ${driver && car ? 'kuljettaja ja auto' : driver ? 'kuljettaja' : 'auto'} vaihdettu.`
  }

  const save = async ({ list, before }: { list: readonly OrderChange[]; before: ChangeResults }) => {
    const found = new Map([...before, ...(await saveChanges(list, { onProgress: (saved) => setResults(new Map([...before, ...saved])) }))])
    setResults(found)
    await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
    if (![...found.values()].every(({ done }) => done)) return
    const undos = undosOf(found)
    if (undos.length === found.size) showUndo(doneText(), () => undoChanges(undos))
    else showDone(doneText())
    onDone()
    onClose()
  }
  const { run, isRunning } = useAction({ mutationFn: save })
  const running = isRunning || (changes !== null && results.size < changes.length)
  const submit = () => {
    // An order that somebody has moved on meanwhile is reported with the rest.
    const made = changing.map((order) => changeOf(order) ?? { order, lines: [], reason: '', key: '' })
    setChanges(made)
    run({ list: made, before: new Map() })
  }

  const asksWhy = task.kind === 'state' && task.step.reason
  // A change that can be undone is made at one press; any other requires a confirmation.
  const immediate = words?.final === '' && !asksWhy && left.length === 0
  useEffect(() => {
    if (!immediate || started.current) return
    started.current = true
    submit()
  })

  const isDay = typeof day === 'number' && day > 0 && tooFar === null
  const isMeant = words !== null && (!asksWhy || reason.trim() !== '')
  const ready = task.kind === 'assignment' ? driver !== null || car !== null : task.kind === 'day' ? isDay : isMeant
  const retries = changes?.flatMap(({ order }) => {
    const result = results.get(order.id)
    return result && !result.done && result.retry ? [result.retry] : []
  })
  const [first] = orders
  const which = orders.length === 1 ? `tilaus ${first?.number}` : plural(orders.length, 'tilaus', 'tilausta')
  const title = task.kind === 'state' ? `${task.step.label}: ${word}` : `${titles[task.kind]}: ${which}`
  return (
    <Modal opened onClose={running ? () => undefined : onClose} title={title} size="md" withCloseButton={!running} returnFocus>
      {changes === null && !immediate ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (ready) submit()
          }}
        >
          <Stack gap="md">
            {task.kind === 'assignment' && (
              <>
                <SearchSelect
                  label="Kuljettaja"
                  placeholder="Ennallaan"
                  clearable
                  clearButtonProps={{ 'aria-label': 'Jätä kuljettaja ennalleen' }}
                  data={[{ value: none, label: 'Ei kuljettajaa' }, ...drivers]}
                  nothingFoundMessage="Ei löytynyt"
                  value={driver}
                  onChange={setDriver}
                  data-autofocus
                />
                <SearchSelect
                  label="Auto"
                  description={car !== null && car === ownCar ? 'Kuljettajan auto tänään' : undefined}
                  placeholder="Ennallaan"
                  clearable
                  clearButtonProps={{ 'aria-label': 'Jätä auto ennalleen' }}
                  data={[{ value: none, label: 'Ei autoa' }, ...cars]}
                  nothingFoundMessage="Ei löytynyt"
                  value={car}
                  onChange={setCar}
                />
              </>
            )}
            {task.kind === 'day' && (
              <DateField label="Uusi päivä" inline value={day} onChange={setDay} {...(tooFar ? { error: tooFar } : {})} data-autofocus />
            )}
            {words && !asksWhy && <Text>{words.question}</Text>}
            {left.length > 0 && (
              <Text>
                {left.length === 1 ? 'Tilauksen' : 'Tilausten'} {firstOf(left.map(({ number }) => number))} toimitus on epäonnistunut, eikä
                siitä ole päätetty: {left.length === 1 ? 'sitä' : 'niitä'} ei merkitä toimitetuksi.
              </Text>
            )}
            {takers.length < orders.length && (
              <Text size="sm" c="dimmed">
                Koskee {formatCount(takers.length)} valituista {formatCount(orders.length)} tilauksesta. Muut jäävät ennalleen.
              </Text>
            )}
            {words && words.final !== '' && (
              <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
                {words.final}
              </Alert>
            )}
            {asksWhy && (
              <Textarea
                label="Syy"
                description="Jää tilauksen muutoshistoriaan."
                required
                withAsterisk={false}
                maxLength={255}
                autosize
                minRows={2}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
                data-autofocus
              />
            )}
            {(task.kind !== 'state' || asksWhy) && (
              <Text size="sm" c="dimmed">
                Koskee valittujen tilausten rivejä, joita ei ole toimitettu eikä peruutettu.
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} data-autofocus={(task.kind === 'state' && !asksWhy) || undefined}>
                Takaisin
              </Button>
              <Button type="submit" disabled={!ready} color={asksWhy ? 'red' : undefined}>
                {task.kind !== 'state' ? 'Tallenna' : asksWhy ? task.step.label : 'Merkitse'}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack gap="md">
          <OrderResults orders={(changes ?? []).map(({ order }) => order)} results={results} running={running} />
          {!running && (
            <Group justify="flex-end">
              {retries && retries.length > 0 && (
                <Button variant="default" onClick={() => run({ list: retries, before: results })}>
                  Yritä uudelleen
                </Button>
              )}
              <Button onClick={onClose}>Sulje</Button>
            </Group>
          )}
        </Stack>
      )}
    </Modal>
  )
}
