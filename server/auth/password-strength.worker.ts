// Runs in a worker process: the dictionaries take 100 MB, and an estimate may take half a second.
import type { PasswordStrength } from '#domain/features/users/password-rules.ts'
import { estimatePassword } from '#domain/features/users/password-strength.ts'

export default ({ password, ownWords }: { password: string; ownWords: readonly string[] }): PasswordStrength =>
  estimatePassword(password, ownWords)
