import { keepFile } from '../../outbox-folder.ts'
import type { SmsPort } from './sms.ts'

/**
 * Used when no provider is chosen: nothing is sent, and administrators read the messages on the settings screen. `folder`, for a developer's own
 * machine, takes them as files too; null in production.
 */
export const outboxSms = ({ folder }: { folder: string | null }): SmsPort => ({
  name: '',
  async send({ id, to, text }) {
    if (folder !== null) await keepFile(folder, `${id}.sms.txt`, `To: ${to}\n\n${text}\n`)
    return { state: 'stored' }
  },
  test: async () => undefined,
})
