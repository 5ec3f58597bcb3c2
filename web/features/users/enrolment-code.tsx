import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDeviceMobile } from '@tabler/icons-react'
import { QrCode } from '#web/ui/qr-code.tsx'
import classes from './enrolment-code.module.css'

/**
 * The secret for an authenticator app: a QR code for another device's camera, and on the device itself a link that opens the app, and the secret to
 * copy. A touch screen shows the link first.
 */
export function EnrolmentCode({ enrolment: { otpauth, salaisuus } }: { enrolment: { otpauth: string; salaisuus: string } }) {
  const clipboard = useClipboard({ timeout: 4000 })
  return (
    <div className={classes.ways}>
      <div className={classes.camera}>
        <QrCode text={otpauth} label="QR-koodi tunnistautumissovellukselle" />
      </div>
      <Stack gap="xs" align="flex-start" className={classes.device}>
        <Text size="md">Onko sovellus tällä laitteella?</Text>
        <Button component="a" href={otpauth} variant="light" size="md" leftSection={<IconDeviceMobile size={20} aria-hidden />}>
          Avaa sovelluksessa
        </Button>
        <Text size="md" mt="xs">
          Tai lisää sovellukseen tämä avain:
        </Text>
        <Group gap="xs">
          <Code fz="md" className={classes.secret}>
            {salaisuus.match(/.{1,4}/g)?.join(' ')}
          </Code>
          {/* Browsers disable the clipboard on plain http addresses. */}
          {'clipboard' in navigator && (
            <Button
              variant="default"
              size="sm"
              leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={() => clipboard.copy(salaisuus)}
            >
              {clipboard.copied ? 'Kopioitu' : 'Kopioi avain'}
            </Button>
          )}
        </Group>
      </Stack>
    </div>
  )
}
