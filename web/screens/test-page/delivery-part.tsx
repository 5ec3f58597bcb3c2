import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { FailedDeliveryDialog } from '#web/features/deliveries/failed-delivery-dialog.tsx'
import { FailureNote } from '#web/features/deliveries/failure-note.tsx'
import { PhotoField } from '#web/kit/form/photo-field.tsx'
import type { Photo } from '#web/kit/form/photos.ts'
import { Section } from '../../ui/section.tsx'
import { showDone } from '../../ui/undo-toast.tsx'

const failed = { syy: 'ei_tavoitettu', selite: 'Ovi lukossa, kukaan ei vastannut.', laitteen_aika: 1_795_250_000, created: 0 } as const

export function DeliveryPart() {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [asking, setAsking] = useState(false)
  return (
    <Section title="Toimitus">
      <Stack gap="md" align="flex-start">
        <FailureNote failure={failed} onAnswered={() => showDone('Käsitelty.')} />
        <PhotoField label="Kuvat" photos={photos} onChange={setPhotos} />
        <Button variant="default" onClick={() => setAsking(true)}>
          Toimitus ei onnistunut
        </Button>
      </Stack>
      <FailedDeliveryDialog
        name="testisivu"
        opened={asking}
        of="Hotelli Turku, 5 pakettia"
        onClose={() => setAsking(false)}
        onReported={() => {
          setAsking(false)
          showDone('Tallennettu.')
        }}
      />
    </Section>
  )
}
