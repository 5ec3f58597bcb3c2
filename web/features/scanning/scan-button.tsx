import { ActionIcon, Button } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useState } from 'react'
import { ScanDialog } from './scan-dialog.tsx'

const label = 'Lue koodi'

/** Opens the camera, reads the code of a waybill or a label, and opens its delivery. `shape`: `icon` for the header. */
export function ScanButton({ shape }: { shape: 'button' | 'icon' }) {
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  return (
    <>
      {shape === 'icon' ? (
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} onClick={open}>
          <IconScan size={22} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" size="md" leftSection={<IconScan size={22} aria-hidden />} onClick={open}>
          {label}
        </Button>
      )}
      <ScanDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
