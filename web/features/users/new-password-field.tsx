import { PasswordInput, Progress, Text } from '@mantine/core'
import { passwordLengthFault, passwordWeakness } from '#domain/features/users/password-rules.ts'
import { settings } from '#web/session/settings.ts'
import { type StrengthEstimate, usePasswordStrength } from './use-password-strength.ts'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Names and addresses of the person and the company, which the password must not contain. */
  ownTexts: readonly string[]
  error?: string | null
  size?: 'sm' | 'md'
}

type Shown = { share: number; text: string; color: string }

const colors = ['red', 'red', 'orange', 'yellow'] as const

function shownOf(password: string, estimate: StrengthEstimate): Shown {
  const lengthFault = passwordLengthFault(password)
  if (lengthFault !== null) return { share: 10, text: lengthFault, color: 'red' }
  if (estimate.state === 'loading') return { share: 0, text: 'Arvioidaan salasanan vahvuutta …', color: 'gray' }
  if (estimate.state === 'failed') return { share: 0, text: 'Salasanan vahvuus tarkistetaan, kun tallennat sen.', color: 'gray' }
  const weakness = passwordWeakness(estimate.strength)
  if (weakness === null) return { share: 100, text: 'Vahva salasana', color: 'green' }
  const { score } = estimate.strength
  return { share: 20 * (score + 1), text: weakness, color: colors[score] ?? 'red' }
}

/** A new password with its strength, estimated as on the server, which decides. */
export function NewPasswordField({ label, value, onChange, ownTexts, error, size = 'sm' }: Props) {
  const estimate = usePasswordStrength(value, [...ownTexts, settings().companyName])
  const shown = estimate && shownOf(value, estimate)
  return (
    <div>
      <PasswordInput
        label={label}
        description="Vähintään 10 merkkiä. Pitkä lause on parempi kuin monimutkainen sana."
        name="new-password"
        autoComplete="new-password"
        size={size}
        value={value}
        error={error ?? null}
        onChange={(event) => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Näytä tai piilota uusi salasana', tabIndex: 0 }}
      />
      {/* Always rendered, so that a screen reader announces changes. */}
      <div role="status">
        {shown && (
          <>
            <Progress value={shown.share} color={shown.color} size="sm" mt={8} aria-hidden />
            {shown.text !== error && (
              <Text size="sm" mt={4}>
                {shown.text}
              </Text>
            )}
          </>
        )}
      </div>
    </div>
  )
}
