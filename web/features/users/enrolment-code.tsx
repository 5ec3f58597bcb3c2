import { Code, Stack, Text } from '@mantine/core'
import { QrCode } from '#web/ui/qr-code.tsx'

/** The secret for an authenticator app: as a QR code, and as text. */
export function EnrolmentCode({ enrolment }: { enrolment: { otpauth: string; salaisuus: string } }) {
  return (
    <Stack gap="sm" align="flex-start">
      <QrCode text={enrolment.otpauth} label="QR-koodi tunnistautumissovellukselle" />
      <div>
        <Text size="md">Jos et voi lukea koodia, kirjoita sovellukseen tämä avain:</Text>
        <Code fz="md" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {enrolment.salaisuus.match(/.{1,4}/g)?.join(' ')}
        </Code>
      </div>
    </Stack>
  )
}
