import { PasswordInput, Progress, Text } from '@mantine/core'
import { passwordFault } from '#domain/passwords/password-rules.ts'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Whose it is to be: a password may not be their name. */
  owner: { name: string; mail: string }
  error?: string | null
  size?: 'sm' | 'md'
}

const steps = [
  { from: 18, share: 100, word: 'Vahva salasana', color: 'green' },
  { from: 14, share: 75, word: 'Hyvä salasana', color: 'teal' },
  { from: 0, share: 50, word: 'Kelpaa', color: 'yellow' },
] as const

/** Length is what makes a password hard to guess, once it is none of the common ones. */
function strengthOf(password: string, owner: Props['owner']) {
  const fault = passwordFault(password, owner)
  if (fault !== null) return { share: 20, word: fault, color: 'red' }
  return steps.find(({ from }) => [...password].length >= from) ?? steps[2]
}

/** A new password, judged while it is typed by the rules that the server holds it to. */
export function NewPasswordField({ label, value, onChange, owner, error, size = 'sm' }: Props) {
  const strength = value === '' ? null : strengthOf(value, owner)
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
      {/* Always there, so that a screen reader hears it change. */}
      <div role="status">
        {strength && (
          <>
            <Progress value={strength.share} color={strength.color} size="sm" mt={8} aria-hidden />
            {strength.word !== error && (
              <Text size="sm" mt={4}>
                {strength.word}
              </Text>
            )}
          </>
        )}
      </div>
    </div>
  )
}
