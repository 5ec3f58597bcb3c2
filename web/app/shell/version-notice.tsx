import { Button, Group, Modal, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { reloadIntoNewVersion, useNewVersion } from '../../data/app-version.ts'
import { isDialogOpen } from '../../kit/page-keys.ts'
import { useFormBeingTyped } from '../../kit/typing.ts'
import classes from './shell.module.css'

const message = 'Uusi versio on saatavilla.'

/** A new build is there: a dialog, but while a form is being typed, or another dialog is open, only a bar (SCREENS "The look"). */
export function VersionNotice() {
  return useNewVersion() ? <Notice /> : null
}

function Notice() {
  const typing = useFormBeingTyped()
  const [later, setLater] = useState(isDialogOpen)
  const reload = (
    <Button size="sm" leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => void reloadIntoNewVersion()}>
      Päivitä
    </Button>
  )
  return typing || later ? (
    <Group className={classes.notice} role="status" justify="center" gap="md">
      <Text fw={550}>{message}</Text>
      {reload}
    </Group>
  ) : (
    <Modal opened onClose={() => setLater(true)} title={message} size="sm">
      <Text c="dimmed" mb="md">
        Sivu ladataan uudelleen.
      </Text>
      <Group justify="flex-end">{reload}</Group>
    </Modal>
  )
}
