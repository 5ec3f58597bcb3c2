import { Button, CloseButton, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { dismissHint, install, useInstallHint } from '../../session/install.ts'
import classes from './install-hint.module.css'

/** On a phone that has not installed the app: what it gives and how. Shown until it is installed or put away once. */
export function InstallHint() {
  const way = useInstallHint()
  if (!way) return null
  return (
    <aside className={classes.hint} aria-label="Asenna sovellus">
      <IconDownload size={22} stroke={1.7} aria-hidden />
      <div className={classes.text}>
        <Text fw={600}>Asenna Kuorma puhelimeen</Text>
        <Text size="sm">
          {way === 'prompt' ? 'Se avautuu omasta kuvakkeesta myös ilman verkkoa.' : 'Paina Jaa ja valitse ”Lisää Koti-valikkoon”.'}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        {way === 'prompt' && (
          <Button size="sm" variant="light" onClick={() => void install()}>
            Asenna
          </Button>
        )}
        <CloseButton size={44} aria-label="Piilota asennusohje" onClick={dismissHint} />
      </Group>
    </aside>
  )
}
