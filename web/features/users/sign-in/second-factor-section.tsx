import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SecondFactor, secondFactorCall } from '#domain/features/users/second-factor.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { EnrolmentCode } from '#web/features/users/enrolment-code.tsx'
import { RecoveryCodes } from '#web/features/users/recovery-codes.tsx'
import { plural } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { CodeForm, PasswordForm } from './factor-forms.tsx'
import { ManagedFactor } from './managed-factor.tsx'
import { type FactorChange, useFactorChange } from './use-factor-change.ts'

type Props = { userId: string; own: boolean; name: string }

/** The second factor: a person turns their own on and off, an administrator requires it or removes it. */
export function SecondFactorSection({ userId, own, name }: Props) {
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(secondFactorCall.path, userId),
    queryFn: ({ signal }) => callApi(secondFactorCall, { user_id: userId }, { signal }),
  })
  if (isPending) return <SectionSkeleton lines={3} />
  return (
    <Section title="Kaksivaiheinen kirjautuminen">
      {!data ? (
        <ErrorState retry={() => void refetch()} />
      ) : own ? (
        <OwnFactor factor={data.data} name={name} />
      ) : (
        <ManagedFactor factor={data.data} userId={userId} name={name} />
      )}
    </Section>
  )
}

/** The step that is open; it replaces the buttons that started it. */
type Step =
  | { at: 'rest' }
  | { at: 'password' }
  | { at: 'enrol'; enrolment: { otpauth: string; salaisuus: string } }
  | { at: 'new-codes' }
  | { at: 'remove' }
  | { at: 'codes'; codes: readonly string[] }

function OwnFactor({ factor, name }: { factor: SecondFactor; name: string }) {
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const { change, busy, faults, clearFaults } = useFactorChange()
  const rest = () => {
    clearFaults()
    setStep({ at: 'rest' })
  }
  const go = (next: Step) => {
    clearFaults()
    setStep(next)
  }

  async function send(request: FactorChange, done: string) {
    const answer = await change(request)
    if (!answer) return
    const { otpauth, salaisuus, varakoodit } = answer
    if (otpauth && salaisuus) return go({ at: 'enrol', enrolment: { otpauth, salaisuus } })
    if (done) showDone(done)
    go(varakoodit ? { at: 'codes', codes: varakoodit } : { at: 'rest' })
  }

  switch (step.at) {
    case 'password':
      return (
        <PasswordForm
          busy={busy}
          faults={faults}
          onBack={rest}
          onPassword={(existing_password) => void send({ operation: 'aloita', existing_password }, '')}
        />
      )
    case 'enrol':
      return (
        <Stack gap="md">
          <Text>Lue koodi puhelimesi tunnistautumissovelluksella ja kirjoita sovelluksen näyttämä kuusinumeroinen koodi.</Text>
          <EnrolmentCode enrolment={step.enrolment} />
          <CodeForm
            key="vahvista"
            action="Ota käyttöön"
            numbers
            busy={busy}
            faults={faults}
            onBack={rest}
            onCode={(koodi) => void send({ operation: 'vahvista', koodi }, 'Kaksivaiheinen kirjautuminen on käytössä')}
          />
        </Stack>
      )
    case 'new-codes':
      return (
        <Stack gap="sm">
          <Text>Uudet varakoodit korvaavat entiset. Kirjoita tunnistautumissovelluksen näyttämä koodi.</Text>
          <CodeForm
            key="uudet"
            action="Tee uudet varakoodit"
            busy={busy}
            faults={faults}
            onBack={rest}
            onCode={(koodi) => void send({ operation: 'uudet_varakoodit', koodi }, '')}
          />
        </Stack>
      )
    case 'remove':
      return (
        <Stack gap="sm">
          <Text>Kirjautumiseen riittää sen jälkeen salasana. Kirjoita tunnistautumissovelluksen näyttämä koodi tai varakoodi.</Text>
          <CodeForm
            key="poista"
            action="Poista käytöstä"
            destructive
            busy={busy}
            faults={faults}
            onBack={rest}
            onCode={(koodi) => void send({ operation: 'poista', koodi }, 'Kaksivaiheinen kirjautuminen on poistettu käytöstä')}
          />
        </Stack>
      )
    case 'codes':
      return (
        <Stack gap="md">
          <RecoveryCodes codes={step.codes} owner={name} />
          <Button onClick={rest} style={{ alignSelf: 'flex-start' }}>
            Valmis
          </Button>
        </Stack>
      )
    case 'rest':
      return factor.kaytossa ? (
        <Stack gap="sm">
          <Text>
            Käytössä.{' '}
            {factor.varakoodeja > 0 ? `Varakoodeja jäljellä: ${plural(factor.varakoodeja, 'koodi', 'koodia')}.` : 'Varakoodeja ei ole.'}
          </Text>
          {factor.vaaditaan && <Text c="dimmed">Ylläpito vaatii sinulta kaksivaiheisen kirjautumisen.</Text>}
          <Group gap="sm">
            <Button variant="default" onClick={() => go({ at: 'new-codes' })}>
              Uudet varakoodit
            </Button>
            {!factor.vaaditaan && (
              <Button variant="default" onClick={() => go({ at: 'remove' })}>
                Poista käytöstä
              </Button>
            )}
          </Group>
        </Stack>
      ) : (
        <Stack gap="sm">
          <Text>
            {factor.vaaditaan
              ? 'Ylläpito vaatii sinulta kaksivaiheisen kirjautumisen. Ota se käyttöön nyt tai seuraavalla kirjautumiskerralla.'
              : 'Ei käytössä. Käytössä ollessaan kirjautumiseen tarvitaan salasanan lisäksi puhelimen tunnistautumissovelluksen koodi.'}
          </Text>
          <Button variant="default" onClick={() => go({ at: 'password' })} style={{ alignSelf: 'flex-start' }}>
            Ota käyttöön
          </Button>
        </Stack>
      )
  }
}
