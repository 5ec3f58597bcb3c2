import '../../ui/styles/all-styles.css'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { EnrolmentCode } from '#web/features/users/enrolment-code.tsx'
import { CodeField } from '#web/kit/form/code-field.tsx'
import type { Enrolment } from '../../session/sign-in.ts'
import classes from './sign-in.module.css'

type Props = {
  /** What the person's app is to be given first; null when it has it. */
  enrolment: Enrolment | null
  busy: boolean
  onCode: (code: string) => void
  onBack: () => void
}

/** The second factor, asked once name and password were right. */
export function CodeStep({ enrolment, busy, onCode, onBack }: Props) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = code.trim()
    setMissing(typed === '')
    if (typed === '' || busy) return
    onCode(typed)
    // It counts once: the next try needs another one.
    setCode('')
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {enrolment ? (
          <>
            <Text>
              Ylläpito vaatii sinulta kaksivaiheisen kirjautumisen. Lue koodi puhelimesi tunnistautumissovelluksella ja kirjoita sovelluksen
              näyttämä kuusinumeroinen koodi.
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
