import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { IconSignature, IconWifiOff } from '@tabler/icons-react'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { v_o_kuittaus } from '#domain/entities/acknowledgement/acknowledgement.entity.ts'
import { parseField } from '#domain/validate.ts'
import { CallFault } from '../../data/fault.ts'
import { add, operations, update } from '../../data/operations.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { newId } from '../../data/row.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { upload } from '../../data/upload.ts'
import { useEntityForm } from '../../kit/entity-form.ts'
import { DraftNote, FaultSummary, LeaveDialog } from '../../kit/form-parts.tsx'
import { plural } from '../../kit/format.ts'
import { addressOf, deliveryPlace } from '../../kit/places.ts'
import { useNow } from '../../kit/use-now.ts'
import { nowSeconds } from '../../session/token.ts'
import { Section } from '../../ui/section.tsx'
import { SignatureField } from '../../ui/signature-field.tsx'
import { showDone } from '../../ui/undo-toast.tsx'
import classes from './acknowledge.module.css'
import type { Delivery } from './acknowledge-data.ts'
import { ShipmentChoices } from './shipment-choices.tsx'

/** A drawn signature: its moment is the device's own, and its file is stored once however often the save is tried. */
type Signature = { image: Blob; at: number; uploadKey: string; fileId?: string }
type Values = { nimenselvennys: string }
type Props = { delivery: Delivery; deliverable: ReadonlySet<string>; first: readonly string[]; onSaved: () => void }

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
export function AcknowledgeForm({ delivery: { order, shipments }, deliverable, first, onSaved }: Props) {
  const { form, general, showFault, draftAt, discard, saved, leaving } = useEntityForm<Values>({
    name: `kuittaa.${order.id}`,
    initialValues: { nimenselvennys: '' },
  })
  const now = useNow()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(first))
  const [sending, setSending] = useState(false)
  /** The last try found no network. */
  const [unsent, setUnsent] = useState(false)
  const busy = useRef(false)
  const signature = useRef<Signature | null>(null)
  const [acknowledgementId] = useState(newId)

  // What somebody else has delivered or cancelled meanwhile falls away by itself.
  const chosen = useMemo(() => new Set([...ticked].filter((id) => deliverable.has(id))), [ticked, deliverable])
  const places = [...new Set(shipments.map((shipment) => JSON.stringify(deliveryPlace(shipment))))]
  const place = shipments[0] && places.length === 1 ? deliveryPlace(shipments[0]) : null

  function check(): boolean {
    const faults = {
      ...(chosen.size === 0 ? { lahetykset: 'Valitse ainakin yksi lähetys.' } : {}),
      ...nameFaults(form.getValues()),
      ...(signature.current ? {} : { kuittaus: 'Allekirjoitus puuttuu.' }),
    }
    form.setErrors(faults)
    const [faulty] = Object.keys(faults)
    if (faulty) goToPart(faulty)
    return faulty === undefined
  }

  async function save(signed: Signature): Promise<void> {
    signed.fileId ??= (
      await upload(
        'v_o_kuittaus',
        'kuittaus',
        { bytes: signed.image, filename: `kuittaus-${order.tunniste}.png` },
        { idempotencyKey: signed.uploadKey, quiet: [0] },
      )
    ).id
    const received = shipments.filter(({ id }) => chosen.has(id))
    const deed = [
      add('v_o_kuittaus', {
        id: acknowledgementId,
        nimenselvennys: form.getValues().nimenselvennys,
        laitteen_aika: signed.at,
        lahetykset: received.map(({ id }) => id),
        kuittaus: signed.fileId,
      }),
      ...received.map((shipment) => update('lahetys', shipment, { tila: 'toimitettu' })),
    ]
    await operations(deed, saveKeyOf(acknowledgementId, deed), { quiet: [0, 409, 422] })
    saved()
    showDone(`Toimitus kuitattu: ${plural(received.length, 'lähetys', 'lähetystä')}.`)
    onSaved()
  }

  function tell(failure: CallFault): void {
    if (failure.status === 0) setUnsent(true)
    else if (failure.status === 409) {
      showFault(
        new CallFault(409, [
          { detail: 'Lähetyksiä on muutettu sillä välin. Tarkista valinnat ja kuittaa uudelleen. Nimi ja allekirjoitus ovat tallessa.' },
        ]),
      )
    } else showFault(failure)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy.current || !check() || !signature.current) return
    busy.current = true
    setSending(true)
    setUnsent(false)
    try {
      await save(signature.current)
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      tell(failure)
    } finally {
      busy.current = false
      setSending(false)
    }
    await rereadAfterChange('tilaus', 'lahetys', 'v_o_kuittaus')
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
              onChange={setTicked}
              onePlace={place !== null}
              error={typeof form.errors.lahetykset === 'string' ? form.errors.lahetykset : undefined}
            />
          </Stack>
        </Section>
        <Section title="Vastaanottajan kuittaus" aside={<DraftNote draftAt={draftAt} discard={discard} />}>
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
                onChange={(image) => {
                  signature.current = image && { image, at: nowSeconds(), uploadKey: newId() }
                  if (image) form.clearFieldError('kuittaus')
                }}
              />
            </div>
          </Stack>
        </Section>
        <div role="status">
          {unsent && (
            <Alert color="yellow" variant="light" icon={<IconWifiOff size={20} aria-hidden />} title="Ei verkkoyhteyttä">
              Nimi ja allekirjoitus ovat tallessa tällä sivulla. Kuittaa uudelleen, kun yhteys palaa.
            </Alert>
          )}
        </div>
        <Button type="submit" size="lg" fullWidth loading={sending} leftSection={<IconSignature size={22} aria-hidden />}>
          Kuittaa toimitus
        </Button>
      </div>
      <LeaveDialog {...leaving} />
    </form>
  )
}
