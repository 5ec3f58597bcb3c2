import { administratorsOnly, isMe } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'

const ownWorkingDay: Rule<'tyovuoro_kirjaus'> = { read: isMe('kuljettaja.id'), hide: ['user_latest_change'] }
const ownTask: Rule<'tyovuoro_kirjaus_tehtava'> = { read: isMe('tyovuoro_kirjaus.kuljettaja.id') }

export const workingDayPolicy: EntityPolicy<'tyovuoro_kirjaus'> = {
  ...administratorsOnly,
  kuljettaja: ownWorkingDay,
  huolto: ownWorkingDay,
}

export const taskPolicy: EntityPolicy<'tyovuoro_kirjaus_tehtava'> = { ...administratorsOnly, kuljettaja: ownTask, huolto: ownTask }
