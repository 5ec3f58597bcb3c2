import { keepFile } from '../../outbox-folder.ts'
import type { SmsPort } from './sms.ts'

/**
 * Used when no provider is configured: nothing is sent, and administrators read the messages on the settings screen. Outside production they are also
 * written as files to `folder`.
 */
export const outboxSms = ({ folder }: { folder: string | null }): SmsPort => ({
  name: '',
  async send({ id, to, text }) {
    if (folder !== null) await keepFile(folder, `${id}.sms.txt`, `To: ${to}\n\n${text}\n`)
    return { state: 'stored' }
  },
  test: async () => undefined,
})
