import { Button, FileButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { queueItem } from '#web/data/device/outbox.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { pictureTypes, shrinkPicture } from '#web/data/files/shrink-picture.ts'
import { newId } from '#web/data/row.ts'
import { pictureItem } from '#web/features/deliveries/picture-send.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone } from '#web/ui/undo-toast.tsx'

/** Takes pictures of the shipments at a door. Each is stored on the device and sent after everything else. */
export function PickupPhoto({ shipments, of }: { shipments: readonly { id: string }[]; of: string }) {
  async function take(files: readonly File[]): Promise<void> {
    const ids = shipments.map(({ id }) => id)
    let taken = 0
    for (const file of files) {
      const image = await shrinkPicture(file)
      if (!image) {
        showFault(`Kuvaa ${file.name} ei voi käyttää. Ota uusi kuva.`)
        continue
      }
      const item = pictureItem({ photo: { key: newId(), image }, shipments: ids }, { at: nowSeconds(), label: of })
      if (await queueItem(item)) taken += 1
      else showFault('Laite ei voi tallentaa kuvaa. Pidä sovellus auki, kunnes se on lähetetty.')
    }
    if (taken > 0) showDone(`${taken === 1 ? 'Kuva tallennettu' : `${taken} kuvaa tallennettu`}: ${of}.`)
  }
  return (
    <FileButton accept={pictureTypes} capture="environment" multiple onChange={(files) => void take(files)}>
      {(props) => (
        <Button {...props} fullWidth variant="default" size="md" leftSection={<IconCamera size={20} aria-hidden />}>
          Ota kuva
        </Button>
      )}
    </FileButton>
  )
}
