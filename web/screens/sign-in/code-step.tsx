import '../../ui/styles/all-styles.css'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { EnrolmentCode } from '#web/features/users/enrolment-code.tsx'
import { CodeField } from '#web/kit/form/code-field.tsx'
import type { Enrolment } from '../../session/sign-in.ts'
import classes from './sign-in.module.css'

type Props = {
  /** The secret with which the person's app must be set up first; null when it is set up. */
  enrolment: Enrolment | null
  busy: boolean
  onCode: (code: string) => void
  onBack: () => void
}

/** Asks for the second factor, after a correct name and password. */
export function CodeStep({ enrolment, busy, onCode, onBack }: Props) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = code.trim()
    setMissing(typed === '')
    if (typed === '' || busy) return
    onCode(typed)
    // A code is valid once: the next attempt needs another one.
    setCode('')
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {enrolment ? (
          <>
            <Text>
              Ylläpito vaatii sinulta kaksivaiheisen kirjautumisen. Lue koodi puhelimesi tunnistautumissovelluksella tai avaa se
              sovelluksessa, ja kirjoita sovelluksen näyttämä kuusinumeroinen koodi.
            </Text>
            <EnrolmentCode enrolment={enrolment} />
          </>
        ) : (
          <Text>Kirjoita tunnistautumissovelluksen näyttämä kuusinumeroinen koodi tai varakoodi.</Text>
        )}
        <CodeField numbers={enrolment !== null} size="md" value={code} onChange={setCode} missing={missing} />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Vahvista
        </Button>
        <Anchor component="button" type="button" onClick={onBack} className={classes.link}>
          Takaisin kirjautumiseen
        </Anchor>
      </Stack>
    </form>
  )
}
