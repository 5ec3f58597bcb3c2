import { Button, Stack, TextInput } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { dokumentti_kuittaus } from '#domain/entities/document/document.entity.ts'
import { parseField } from '#domain/model/validation.ts'
import type { CallFault } from '#web/data/fault.ts'
import { upload } from '#web/data/files/upload.ts'
import { add, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { type EntityRow, newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { useDraftedForm } from '#web/kit/form/drafted-form.ts'
import { FaultSummary, LeaveDialog } from '#web/kit/form/form-parts.tsx'
import type { Session } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { type DrawnSignature, SignatureField } from '#web/ui/signature-field.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'

const { nimenselvennys } = dokumentti_kuittaus.fields
const labels: Readonly<Record<string, string>> = { nimenselvennys: nimenselvennys.label, kuittaus: 'Allekirjoitus' }
const quiet = [0, 404, 409, 413, 422]

type Props = {
  document: Pick<EntityRow<'dokumentti'>, 'id' | 'name' | 'tunniste' | 'versio'>
  session: Session
}
type Values = { nimenselvennys: string }
/** `fileId` is set after the upload, so that a retry of the save does not upload the signature again. */
type Signature = DrawnSignature & { key: string; fileId?: string }

/** The form for one version of a document: its `key` must change with the version. */
export function AcknowledgeForm({ document, session: { user, profile } }: Props) {
  const [id] = useState(newId)
  const [signature, setSignature] = useState<Signature | null>(null)
  const { form, general, showFault, saved, leaving } = useDraftedForm<Values>({
    name: `kuittaa-dokumentti.${document.id}.${document.versio}`,
    initialValues: { nimenselvennys: profile.name },
    alsoUnsaved: signature !== null,
  })
  const { run: send, isRunning } = useAction<void, Signature>({
    mutationFn: async (drawn) => {
      const file = { bytes: drawn.image, filename: `kuittaus-${document.tunniste}.png` }
      drawn.fileId ??= (await upload('dokumentti_kuittaus', 'kuittaus', file, { idempotencyKey: drawn.key, quiet })).id
      const { nimenselvennys } = form.getValues()
      const values = { id, dokumentti: document.id, versio: document.versio, kayttaja: user.id, kuittaus: drawn.fileId, nimenselvennys }
      await operations([add('dokumentti_kuittaus', values)], saveKeyOf(id, values), { quiet })
    },
    onSuccess: async () => {
      saved()
      showDone(`${document.name} kuitattu.`)
      await rereadAfterChange('dokumentti', 'dokumentti_kuittaus', 'notification')
    },
    onFault: async (fault: CallFault) => {
      showFault(fault)
      // The document may have been acknowledged in another tab, or have a new version.
      if (fault.status !== 0) await rereadAfterChange('dokumentti', 'dokumentti_kuittaus')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = parseField(nimenselvennys, form.getValues().nimenselvennys)
    const faults = {
      ...('fault' in parsed ? { nimenselvennys: parsed.fault } : {}),
      ...(signature ? {} : { kuittaus: 'Allekirjoitus puuttuu.' }),
    }
    form.setErrors(faults)
    if (Object.keys(faults).length === 0 && signature) send(signature)
  }
  const fault = form.errors.kuittaus
  return (
    <form onSubmit={submit} noValidate aria-label="Kuittaus">
      <Stack gap="md">
        <FaultSummary faults={form.errors} general={general} labelOf={(path) => labels[path] ?? path} />
        <Section title="Kuittaa luetuksi">
          <Stack gap="md">
            <TextInput
              label={nimenselvennys.label}
              size="md"
              autoComplete="name"
              autoCapitalize="words"
              spellCheck={false}
              maxLength={nimenselvennys.max}
              {...form.getInputProps('nimenselvennys')}
              data-path="nimenselvennys"
            />
            <div data-path="kuittaus">
              <SignatureField
                label="Allekirjoitus"
                error={typeof fault === 'string' ? fault : undefined}
                onChange={(drawn) => {
                  setSignature(drawn && { ...drawn, key: newId() })
                  if (drawn) form.clearFieldError('kuittaus')
                }}
              />
            </div>
          </Stack>
        </Section>
        <Button type="submit" size="lg" fullWidth loading={isRunning} leftSection={<IconSignature size={22} aria-hidden />}>
          Kuittaa
        </Button>
      </Stack>
      <LeaveDialog {...leaving} isLost={signature !== null || leaving.isLost} />
    </form>
  )
}
