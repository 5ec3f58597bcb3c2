import '#web/ui/styles/all-styles.css'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useBlobUrl } from '#web/data/files/stored-file.ts'
import { settings } from '#web/session/settings.ts'
import classes from './recovery-codes.module.css'

type Props = {
  codes: readonly string[]
  /** The owner's name, for the saved file. */
  owner: string
}

/** Recovery codes of a second factor: shown once, to be copied or saved. */
export function RecoveryCodes({ codes, owner }: Props) {
  const clipboard = useClipboard({ timeout: 4000 })
  const top = useRef<HTMLDivElement>(null)
  // The form that was submitted is gone, so the codes take the focus.
  useEffect(() => top.current?.focus(), [])
  const text = codes.join('\n')
  const file = useMemo(
    () => new Blob([`${settings().companyName || 'Kuorma'}, varakoodit, ${owner}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }),
    [owner, text],
  )
  const url = useBlobUrl(file)
  return (
    <Stack gap="sm" ref={top} tabIndex={-1} className={classes.all}>
      <Text>
        Varakoodilla kirjaudut, jos tunnistautumissovellus ei ole käsillä. Kukin koodi toimii kerran. Koodeja ei näytetä uudestaan.
      </Text>
      <List className={classes.codes} listStyleType="none" aria-label="Varakoodit">
        {codes.map((code) => (
          <List.Item key={code} className={classes.code}>
            {code}
          </List.Item>
        ))}
      </List>
      <Group gap="sm">
        {/* Browsers disable the clipboard on plain http addresses. */}
        {'clipboard' in navigator && (
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={() => clipboard.copy(text)}
          >
            {clipboard.copied ? 'Kopioitu' : 'Kopioi'}
          </Button>
        )}
        <Button
          component="a"
          variant="default"
          href={url}
          download="kuorma-varakoodit.txt"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Lataa
        </Button>
      </Group>
    </Stack>
  )
}
