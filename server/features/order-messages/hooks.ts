import type { EntityHooks } from '#server/entities/engine.ts'
import { notifyOfMessages } from './notify-of-messages.ts'
import { recordWriter } from './record-writer.ts'

export const orderMessageHooks: EntityHooks = {
  tilausviesti: [{ conclude: recordWriter, follow: notifyOfMessages }],
}
