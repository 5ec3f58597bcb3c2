import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { gatewayApi } from './gatewayapi.ts'
import { linkMobility } from './link-mobility.ts'
import { outboxSms } from './outbox.ts'
import type { SmsPort } from './sms.ts'
import { twilio } from './twilio.ts'

type SmsConfig = Pick<Config, 'smsProvider' | 'smsUser' | 'smsSecret' | 'smsSender' | 'smsPlatform' | 'smsUrl' | 'production' | 'dataDir'>

/** The configured provider (SMS_PROVIDER), by default the outbox. `readConfig` has checked that the settings it needs are present. */
export function openSms(config: SmsConfig): SmsPort {
  const { smsUser: user = '', smsSecret: secret = '', smsSender: sender = '', smsUrl } = config
  switch (config.smsProvider) {
    case 'gatewayapi':
      return gatewayApi({ base: smsUrl ?? 'https://gatewayapi.com', token: secret, sender })
    case 'link': {
      const [platformId = '', platformPartnerId = ''] = (config.smsPlatform ?? '').split(':')
      return linkMobility({ base: smsUrl ?? 'https://wsx.sp247.net', user, password: secret, platformId, platformPartnerId, sender })
    }
    case 'twilio':
      return twilio({ base: smsUrl ?? 'https://api.twilio.com', account: user, token: secret, sender })
    case undefined:
      return outboxSms({ folder: config.production ? null : join(config.dataDir, 'outbox') })
  }
}
