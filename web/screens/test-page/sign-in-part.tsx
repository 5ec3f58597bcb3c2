import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { EnrolmentCode } from '#web/features/users/enrolment-code.tsx'
import { NewPasswordField } from '#web/features/users/new-password-field.tsx'
import { Section } from '../../ui/section.tsx'

/** A sample secret that belongs to no account. */
const salaisuus = 'KUORMAKUORMAKUORMAKUORMAKUORMA22'
const otpauth = `otpauth://totp/Kuorma:malli?issuer=Kuorma&secret=${salaisuus}`

export function SignInPart() {
  const [password, setPassword] = useState('')
  return (
    <Section title="Kirjautuminen">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <NewPasswordField label="Uusi salasana" value={password} onChange={setPassword} ownTexts={['malli']} />
        <EnrolmentCode enrolment={{ otpauth, salaisuus }} />
      </SimpleGrid>
    </Section>
  )
}
