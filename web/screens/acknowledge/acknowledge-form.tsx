import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMapPin, IconSignature, IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { v_o_kuittaus } from '#domain/entities/acknowledgement/acknowledgement.entity.ts'
import { parseField } from '#domain/validate.ts'
import { CallFault } from '../../data/fault.ts'
import { usePosition } from '../../data/position.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { newId } from '../../data/row.ts'
import { type Delivery, deliveryQuery, type Shipment } from '../../kit/delivery.ts'
import { useEntityForm } from '../../kit/entity-form.ts'
import { DraftNote, FaultSummary, LeaveDialog, UnkeptNote } from '../../kit/form-parts.tsx'
import { plural } from '../../kit/format.ts'
import { type KeptBefore, useKeeping } from '../../kit/kept.ts'
import { PhotoField } from '../../kit/photo-field.tsx'
import { addressOf, deliveryPlace } from '../../kit/places.ts'
import { useNow } from '../../kit/use-now.ts'
import { nowSeconds } from '../../session/token.ts'
import { Section } from '../../ui/section.tsx'
import { SignatureField } from '../../ui/signature-field.tsx'
import { showDone, showUndo } from '../../ui/undo-toast.tsx'
import classes from './acknowledge.module.css'
import type { Person } from './acknowledge-data.ts'
import { saveDelivery, undoOf } from './acknowledge-save.ts'
import { blankDeed, type Deed, isStored, isWorthKeeping } from './deed.ts'
import { ShipmentChoices } from './shipment-choices.tsx'

type Values = { nimenselvennys: string }
type Props = {
  delivery: Delivery
  person: Person
  deliverable: ReadonlySet<string>
  first: readonly string[]
  /** Names what the device keeps of it. */
  name: string
  kept: KeptBefore<Deed>
  onSaved: () => void
  /** What was begun is thrown away. */
  onDiscarded: () => void
}

const { nimenselvennys } = v_o_kuittaus.fields
const labels: Record<string, string> = {
  nimenselvennys: nimenselvennys.label,
  lahetykset: 'Lähetykset',
  kuittaus: 'Allekirjoitus',
}

function nameFaults(values: Values): Record<string, string> {
  const parsed = parseField(nimenselvennys, values.nimenselvennys)
  return 'fault' in parsed ? { nimenselvennys: parsed.fault } : {}
}

/** The summary is out of sight on a phone: the first fault comes into view, and a field of it takes the keyboard. */
function goToPart(path: string): void {
  const part = document.querySelector(`[data-path="${CSS.escape(path)}"]`)
  part?.scrollIntoView({ block: 'center' })
  if (part instanceof HTMLInputElement) part.focus({ preventScroll: true })
}

/** The receiver's name and signature for the chosen shipments; saved as one deed. */
export function AcknowledgeForm({ delivery, person, deliverable, first, name, kept, onSaved, onDiscarded }: Props) {
  const { order, shipments } = delivery
  const {
    value: deed,
    change,
    keptAt,
    isUnkept,
    refuses,
    drop,
  } = useKeeping({
    name,
    kept,
    first: () => blankDeed(first),
    isWorthKeeping,
  })
  const { form, general, showFault, draftAt, discard, saved, leaving } = useEntityForm<Values>({
    name,
    initialValues: { nimenselvennys: '' },
    alsoUnsaved: isUnkept,
  })
  const { ticked, signature, photos, exceptions } = deed
  const queryClient = useQueryClient()
  const now = useNow()
  const [sending, setSending] = useState(false)
  /** The last try found no network. */
  const [unsent, setUnsent] = useState(false)
  const busy = useRef(false)
  // An administrator writes down what a driver told by phone, from another place.
  const located = !person.roles.includes('yllapito')
  const whereAmI = usePosition(located)

  // What somebody else has delivered or cancelled meanwhile falls away by itself.
  const failed = useMemo(() => new Map([...exceptions].filter(([id]) => deliverable.has(id))), [exceptions, deliverable])
  const chosen = useMemo(() => new Set([...ticked].filter((id) => deliverable.has(id) && !failed.has(id))), [ticked, deliverable, failed])
  const onlyFailed = chosen.size === 0 && failed.size > 0
  const placesOf = (some: readonly Shipment[]) => new Set(some.map((shipment) => JSON.stringify(deliveryPlace(shipment)))).size
  const place = shipments[0] && placesOf(shipments) === 1 ? deliveryPlace(shipments[0]) : null
  const goApart = placesOf(shipments.filter(({ id }) => chosen.has(id))) > 1

  function check(): boolean {
    const faults = {
      ...(chosen.size === 0 && !onlyFailed ? { lahetykset: 'Valitse ainakin yksi lähetys.' } : {}),
      ...(onlyFailed ? {} : nameFaults(form.getValues())),
      ...(signature || onlyFailed ? {} : { kuittaus: 'Allekirjoitus puuttuu.' }),
    }
    form.setErrors(faults)
    const [faulty] = Object.keys(faults)
    if (faulty) goToPart(faulty)
    return faulty === undefined
  }

  function finish(): void {
    saved()
    drop()
    onSaved()
  }

  async function save(): Promise<void> {
    const { where = whereAmI() } = deed
    change({ where })
    const rows = await saveDelivery({
      id: deed.id,
      order,
      received: shipments.filter(({ id }) => chosen.has(id)),
      nimenselvennys: form.getValues().nimenselvennys,
      signature: chosen.size > 0 ? signature : null,
      photos,
      failed: shipments.flatMap((shipment) => {
        const failure = failed.get(shipment.id)
        return failure ? [[shipment, failure] as const] : []
      }),
      where,
    })
    const told = [
      rows.length > 0 ? `Toimitus kuitattu: ${plural(rows.length, 'lähetys', 'lähetystä')}.` : '',
      failed.size > 0 ? `Ei toimitettu: ${plural(failed.size, 'lähetys', 'lähetystä')}.` : '',
    ]
    const undo = undoOf(rows, person)
    if (undo) showUndo(told.filter(Boolean).join(' '), undo)
    else showDone(told.filter(Boolean).join(' '))
    finish()
  }

  function tell(failure: CallFault): void {
    if (failure.status === 0) setUnsent(true)
    else if (failure.status === 409) {
      showFault(
        new CallFault(409, [
          { detail: 'Lähetyksiä on muutettu sillä välin. Tarkista valinnat ja kuittaa uudelleen. Nimi ja allekirjoitus ovat tallessa.' },
        ]),
      )
    } else if (failure.status === 404) {
      // Given to another driver, or removed, while somebody signed.
      const detail = 'Kuljetus ei ole enää sinulla, tai se on poistettu. Ota yhteys ajojärjestelyyn. Nimi ja allekirjoitus ovat tallessa.'
      showFault(new CallFault(404, [{ detail }]))
    } else showFault(failure)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy.current || !check()) return
    busy.current = true
    setSending(true)
    setUnsent(false)
    let done = false
    try {
      await save()
      done = true
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      tell(failure)
    } finally {
      busy.current = false
      setSending(false)
    }
    await rereadAfterChange('tilaus', 'lahetys', 'v_o_kuittaus', 'toimituspoikkeama')
    const stored = queryClient.getQueryData(deliveryQuery(order.id).queryKey)
    if (done || !stored || !isStored(deed, stored)) return
    // Only the answer was lost on its way.
    showDone(onlyFailed ? 'Merkitty, ettei toimitus onnistunut.' : 'Toimitus kuitattu.')
    finish()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
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
              order={order.tilauksen_tila}
              now={now}
              deliverable={deliverable}
              chosen={chosen}
              onChange={(ticked) => change({ ticked: new Set(ticked) })}
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
        {/* Kept, so that what was signed stays there for whoever changes their mind. */}
        <div hidden={onlyFailed}>
          <Section title="Vastaanottajan kuittaus">
            <Stack gap="md">
              <TextInput
                label={nimenselvennys.label}
                description="Vastaanottajan nimi"
                size="md"
                autoComplete="off"
                autoCapitalize="words"
                spellCheck={false}
                maxLength={nimenselvennys.max}
                {...form.getInputProps('nimenselvennys')}
              />
              <div data-path="kuittaus">
                <SignatureField
                  label="Allekirjoitus"
                  error={typeof form.errors.kuittaus === 'string' ? form.errors.kuittaus : undefined}
                  initial={signature?.strokes}
                  onChange={(drawn) => {
                    change({ signature: drawn && { ...drawn, at: nowSeconds(), uploadKey: newId() } })
                    if (drawn) form.clearFieldError('kuittaus')
                  }}
                />
              </div>
              <PhotoField label="Kuvat (jos haluat)" photos={photos} onChange={(photos) => change({ photos })} />
            </Stack>
          </Section>
        </div>
        <div role="status" className={classes.parts}>
          {refuses && <UnkeptNote />}
          {unsent && (
            <Alert color="yellow" variant="light" icon={<IconWifiOff size={20} aria-hidden />} title="Ei verkkoyhteyttä">
              {isUnkept ? 'Kaikki on tallessa tällä sivulla.' : 'Kaikki on tallessa tällä laitteella.'} Lähetä uudelleen, kun yhteys palaa.
            </Alert>
          )}
        </div>
        <Button type="submit" size="lg" fullWidth loading={sending} leftSection={<IconSignature size={22} aria-hidden />}>
          {onlyFailed ? 'Tallenna, ettei toimitus onnistunut' : 'Kuittaa toimitus'}
        </Button>
        {/* Below all else: what appears while somebody signs must not move the pad under the pen. */}
        <DraftNote
          what={isUnkept ? 'Nimi' : 'Luonnos'}
          draftAt={keptAt ?? draftAt}
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
