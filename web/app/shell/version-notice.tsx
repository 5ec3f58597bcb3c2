import { Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useFormBeingTyped } from '#web/kit/form/typing.ts'
import { isDialogOpen } from '#web/kit/page/page-keys.ts'
import { useUndisturbed } from '#web/kit/page/undisturbed.ts'
import { reloadIntoNewVersion, useNewVersion } from '../../data/app-version.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { ReloadButton } from './reload-button.tsx'
import classes from './shell.module.css'

const message = 'Uusi versio on saatavilla.'

const Bar = ({ reload }: { reload: () => void }) => (
  <Group className={classes.notice} data-version-notice role="status" justify="center" gap="md">
    <Text fw={550}>{message}</Text>
    <ReloadButton reload={reload} />
  </Group>
)

// When the server no longer has the files of this build, the dialog cannot be loaded.
const Dialog = lazy(() =>
  loadPart(() => import('./version-dialog.tsx')).then(
    (part) => ({ default: part.VersionDialog }),
    () => ({ default: Bar }),
  ),
)

/** Shows a bar about a new build, and the dialog where nothing is being done (rules/screens.md#version-notice). */
export function VersionNotice() {
  return useNewVersion() ? <Notice /> : null
}

function Notice() {
  const typing = useFormBeingTyped()
  const [later, setLater] = useState(false)
  const isUndisturbed = useUndisturbed()
  const reload = () => void reloadIntoNewVersion()
  if (typing || later || !isUndisturbed || isDialogOpen()) return <Bar reload={reload} />
  return (
    <Suspense fallback={null}>
      <Dialog title={message} reload={reload} onLater={() => setLater(true)} />
    </Suspense>
  )
}
