import { Alert, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { IconMapPin, IconSignature } from '@tabler/icons-react'
import { type FormEvent, useMemo } from 'react'
import { v_o_kuittaus } from '#domain/entities/acknowledgement/acknowledgement.entity.ts'
import { leftFaults } from '#domain/entities/acknowledgement/acknowledgement.rules.ts'
import type { RowFault } from '#domain/model/define-entity.ts'
import { parseField } from '#domain/model/validation.ts'
import { queueItem } from '#web/data/device/outbox.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { useAction } from '#web/data/use-action.ts'
import { addressOf, deliveryPlace } from '#web/features/addresses/places.ts'
import type { Delivery, Shipment } from '#web/features/deliveries/delivery.ts'
import { deliveryKind, type SignedDelivery, showSigned } from '#web/features/deliveries/delivery-send.ts'
import { useDraftedForm } from '#web/kit/form/drafted-form.ts'
import { DraftNote, FaultSummary, LeaveDialog, UnkeptNote } from '#web/kit/form/form-parts.tsx'
import { PhotoField } from '#web/kit/form/photo-field.tsx'
import { type PreviousDraft, useDraftSaving } from '#web/kit/form/saved-draft.ts'
import { useRootMark } from '#web/kit/page/root-mark.ts'
import { settle } from '#web/kit/page/settling.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { usePosition } from '../../data/position.ts'
import { newId } from '../../data/row.ts'
import { plural } from '../../kit/format.ts'
import { nowSeconds } from '../../session/clock.ts'
import { Section } from '../../ui/section.tsx'
import classes from './acknowledge.module.css'
import type { Person } from './acknowledge-data.ts'
import { type AcknowledgementDraft, blankAcknowledgementDraft, isWorthKeeping } from './acknowledgement-draft.ts'
import { ReceiverPart } from './receiver-part.tsx'
import { ShipmentChoices } from './shipment-choices.tsx'

type Values = { nimenselvennys: string }
type Props = {
  /** One for each order at the door. */
  deliveries: readonly [Delivery, ...Delivery[]]
  person: Person
  deliverable: ReadonlySet<string>
  first: readonly string[]
  /** The name of the draft on the device. */
  name: string
  /** The receiver's name in a signature that was reopened for a change; '' otherwise. */
  nameBefore: string
  previous: PreviousDraft<AcknowledgementDraft>
  /** Called when the device has stored it, which sends it in its turn. */
  onQueued: () => void
  /** Called when the draft is discarded. */
  onDiscarded: () => void
}

const { nimenselvennys } = v_o_kuittaus.fields
const labels: Record<string, string> = {
  nimenselvennys: nimenselvennys.label,
  lahetykset: 'Lähetykset',
  kuittaus: 'Allekirjoitus',
  jatetty: v_o_kuittaus.fields.jatetty.label,
  jattopaikka: v_o_kuittaus.fields.jattopaikka.label,
  kuvat: 'Kuvat',
}

const textByField = (faults: readonly RowFault[]) => Object.fromEntries(faults.map(({ field, detail }) => [field, detail]))

function nameFaults(values: Values): Record<string, string> {
  const parsed = parseField(nimenselvennys, values.nimenselvennys)
  return 'fault' in parsed ? { nimenselvennys: parsed.fault } : {}
}

/** On a phone the summary of faults may be out of sight: the first fault is scrolled into view, and its field is focused. */
function goToPart(path: string): void {
  const part = document.querySelector(`[data-path="${CSS.escape(path)}"]`)
  part?.scrollIntoView({ block: 'center' })
  if (part instanceof HTMLInputElement) part.focus({ preventScroll: true })
}

function deedOf({ received, left }: SignedDelivery): string {
  if (received.length === 0) return 'Toimitus ei onnistunut'
  return left === null ? 'Kuittaus' : 'Jätetty ilman kuittausta'
}

/** The receiver's name and signature for the chosen shipments; saved as one call. */
export function AcknowledgeForm(props: Props) {
  const { deliveries, person, deliverable, first, name, nameBefore, previous, onQueued, onDiscarded } = props
  const shipments = useMemo(() => deliveries.flatMap((delivery) => delivery.shipments), [deliveries])
  const {
    value: draft,
    change,
    savedAt,
    isUnsaved: isUnkept,
    refuses,
    drop,
  } = useDraftSaving({
    name,
    previous,
    first: () => blankAcknowledgementDraft(first),
    isWorthKeeping,
  })
  const { form, general, draftAt, discard, saved, leaving } = useDraftedForm<Values>({
    name,
    initialValues: { nimenselvennys: nameBefore },
    alsoUnsaved: isUnkept,
  })
  const { ticked, signature, photos, exceptions, left, counts } = draft
  const now = useNow()
  useRootMark('data-send-button')
  // An administrator records what a driver reported by phone, so the device's position is not the delivery's.
  const located = !person.roles.includes('yllapito')
  const whereAmI = usePosition(located)

  // Shipments that somebody else has delivered or cancelled meanwhile are dropped.
  const failed = useMemo(() => new Map([...exceptions].filter(([id]) => deliverable.has(id))), [exceptions, deliverable])
  const chosen = useMemo(() => new Set([...ticked].filter((id) => deliverable.has(id) && !failed.has(id))), [ticked, deliverable, failed])
  const onlyFailed = chosen.size === 0 && failed.size > 0
  const ordersOf = (ids: ReadonlySet<string>) => deliveries.filter((delivery) => delivery.shipments.some(({ id }) => ids.has(id)))
  const mayLeave = chosen.size > 0 && ordersOf(chosen).every(({ order }) => order.saa_jattaa === 'kylla')
  const leaves = left !== null && mayLeave
  const placesOf = (some: readonly Shipment[]) => new Set(some.map((shipment) => JSON.stringify(deliveryPlace(shipment)))).size
  const place = shipments[0] && placesOf(shipments) === 1 ? deliveryPlace(shipments[0]) : null
  const goApart = placesOf(shipments.filter(({ id }) => chosen.has(id))) > 1

  function check(): boolean {
    const signing = !onlyFailed && !leaves
    const faults = {
      ...(chosen.size === 0 && !onlyFailed ? { lahetykset: 'Valitse ainakin yksi lähetys.' } : {}),
      ...(signing ? nameFaults(form.getValues()) : {}),
      ...(signing && !signature ? { kuittaus: 'Allekirjoitus puuttuu.' } : {}),
      ...(leaves ? textByField(leftFaults({ jattopaikka: left.trim(), kuvat: photos })) : {}),
    }
    form.setErrors(faults)
    const [faulty] = Object.keys(faults)
    if (faulty) goToPart(faulty)
    return faulty === undefined
  }

  function signed(): SignedDelivery {
    const { where = whereAmI(), leftAt = nowSeconds() } = draft
    change({ where, leftAt })
    const failures = shipments.flatMap((shipment) => {
      const failure = failed.get(shipment.id)
      return failure ? [[shipment, failure] as const] : []
    })
    const drawn = chosen.size > 0 && !leaves ? signature : null
    return {
      id: draft.id,
      draft: name,
      numbers: ordersOf(new Set([...chosen, ...failed.keys()]))
        .map(({ order }) => order.tunniste)
        .join(', '),
      received: shipments.filter(({ id }) => chosen.has(id)),
      nimenselvennys: leaves ? '' : form.getValues().nimenselvennys,
      signature: drawn,
      left: leaves ? left.trim() : null,
      photos,
      counts: new Map([...counts].filter(([id]) => chosen.has(id))),
      failed: failures,
      where,
      at: drawn?.at ?? leftAt,
    }
  }

  const { run: queue, isRunning: isStoring } = useAction({ mutationFn: queueSigned })

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isStoring || !check()) return
    queue(signed())
  }

  async function queueSigned(done: SignedDelivery): Promise<void> {
    // The next page comes at once, under the finger.
    settle()
    const isStored = await queueItem({
      id: done.id,
      kind: deliveryKind,
      at: done.at,
      label: `${deedOf(done)}: ${[done.numbers, place?.name].filter(Boolean).join(', ')}`,
      about: [...deliveries.map(({ order }) => order.id), ...done.received.map(({ id }) => id), ...done.failed.map(([{ id }]) => id)],
      chain: [...done.received.map(({ id }) => id), ...done.failed.map(([{ id }]) => id)],
      payload: done,
    })
    // The draft stays until it is sent, with the signature and the name.
    saved()
    onQueued()
    if (isStored) showSigned(done)
    else showFault('Laite ei voi tallentaa kuittausta. Pidä sovellus auki, kunnes se on lähetetty.')
  }

  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.parts}>
        <FaultSummary faults={form.errors} general={general} labelOf={(path) => labels[path] ?? path} />
        <Section title="Mitä otetaan vastaan" aside={plural(chosen.size, 'lähetys valittu', 'lähetystä valittu')}>
          <Stack gap="md">
            {place && (
              <div>
                <p className={classes.place}>{place.name || addressOf(place)}</p>
                {place.name && <p className={classes.address}>{addressOf(place)}</p>}
              </div>
            )}
            <ShipmentChoices
              shipments={shipments}
              orderOf={(shipment) => deliveries.find(({ order }) => order.id === shipment.tilaus)?.order ?? deliveries[0].order}
              several={deliveries.length > 1}
              now={now}
              deliverable={deliverable}
              chosen={chosen}
              onChange={(ticked) => change({ ticked: new Set(ticked) })}
              counts={counts}
              onCounts={(counts) => change({ counts: new Map(counts) })}
              onePlace={place !== null}
              exceptions={failed}
              onExceptions={(exceptions) => change({ exceptions: new Map(exceptions) })}
              located={located}
              error={typeof form.errors.lahetykset === 'string' ? form.errors.lahetykset : undefined}
            />
            {goApart && (
              <Alert color="yellow" variant="light" role="note" icon={<IconMapPin size={20} aria-hidden />} title="Eri toimitusosoitteita">
                Valitut lähetykset menevät eri osoitteisiin. Kuittaa yhdessä vain ne, jotka sama vastaanottaja ottaa vastaan.
              </Alert>
            )}
          </Stack>
        </Section>
        {/* Hidden instead of unmounted, so that the signature stays if the person changes their mind. */}
        <div hidden={onlyFailed}>
          <Section title={leaves ? 'Jätetty ilman kuittausta' : 'Vastaanottajan kuittaus'}>
            <Stack gap="md">
              {mayLeave && (
                <Checkbox
                  size="md"
                  label="Jätetään ilman kuittausta"
                  description="Tilaaja sallii tavaroiden jättämisen. Ota kuva ja kerro paikka."
                  checked={leaves}
                  onChange={(event) => change({ left: event.currentTarget.checked ? '' : null })}
                />
              )}
              {leaves && (
                <TextInput
                  label={v_o_kuittaus.fields.jattopaikka.label}
                  placeholder="Esim. kuistille, varaston oven eteen"
                  size="md"
                  data-path="jattopaikka"
                  maxLength={v_o_kuittaus.fields.jattopaikka.max}
                  error={form.errors.jattopaikka}
                  value={left}
                  onChange={(event) => change({ left: event.currentTarget.value })}
                />
              )}
              <div hidden={leaves}>
                <ReceiverPart
                  deliveries={deliveries}
                  chosen={shipments.filter(({ id }) => chosen.has(id))}
                  name={form.values.nimenselvennys}
                  onName={(name) => {
                    form.setFieldValue('nimenselvennys', name)
                    form.clearFieldError('nimenselvennys')
                  }}
                  input={form.getInputProps('nimenselvennys')}
                  strokes={signature?.strokes}
                  error={typeof form.errors.kuittaus === 'string' ? form.errors.kuittaus : undefined}
                  onSigned={(drawn) => {
                    change({ signature: drawn && { ...drawn, at: nowSeconds(), uploadKey: newId() } })
                    if (drawn) form.clearFieldError('kuittaus')
                  }}
                />
              </div>
              <div data-path="kuvat">
                <PhotoField
                  label={leaves ? 'Kuva jätetyistä tavaroista' : 'Kuvat (jos haluat)'}
                  photos={photos}
                  onChange={(photos) => change({ photos })}
                />
                {form.errors.kuvat && <p className={classes.fault}>{form.errors.kuvat}</p>}
              </div>
            </Stack>
          </Section>
        </div>
        <div role="status" className={classes.parts}>
          {refuses && <UnkeptNote />}
        </div>
        <div className={classes.send}>
          <Button type="submit" size="lg" fullWidth loading={isStoring} leftSection={<IconSignature size={22} aria-hidden />}>
            {onlyFailed ? 'Tallenna, ettei toimitus onnistunut' : leaves ? 'Merkitse jätetyksi' : 'Kuittaa toimitus'}
          </Button>
        </div>
        {/* At the bottom: its appearance must not move the signature pad under the pen. */}
        <DraftNote
          what={isUnkept ? 'Nimi' : 'Luonnos'}
          draftAt={savedAt ?? draftAt}
          discard={() => {
            discard()
            drop()
            onDiscarded()
          }}
        />
        {located && (
          <Text size="sm" c="dimmed" ta="center">
            Sijainti liitetään kuittaukseen, jos sallit sen tällä laitteella.
          </Text>
        )}
      </div>
      <LeaveDialog {...leaving} isLost={isUnkept || leaving.isLost} />
    </form>
  )
}
