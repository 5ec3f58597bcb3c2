import { Badge, Stack, Text } from '@mantine/core'
import { type OutgoingMail, outgoingMailCall } from '#domain/features/mail/outgoing-mail.ts'
import { type SentSms, type SmsState, sentSmsCall, smsKinds, smsStates } from '#domain/features/sms/sent-sms.ts'
import { phoneWithoutCode } from '#domain/values/checks.ts'
import { callApi } from '#web/data/api-call.ts'
import { formatMoment } from '#web/kit/format.ts'
import { PagedTable } from './paged-table.tsx'
import classes from './settings.module.css'

const mailKindTexts: Readonly<Record<OutgoingMail['laji'], string>> = {
  salasanan_palautus: 'Salasanan palautus',
  kutsu: 'Kutsu',
  rahtikirja: 'Rahtikirja',
  seurantalinkki: 'Seurantalinkki',
  tilausvahvistus: 'Tilausvahvistus',
  myohastyminen: 'Ilmoitus myöhästymisestä',
  toimitus: 'Ilmoitus toimituksesta',
  dokumentti_muistutus: 'Muistutus dokumentista',
  palkka_aineisto: 'Palkka-aineisto',
  lasku: 'Lasku',
}
const mailStateTexts: Readonly<Record<OutgoingMail['tila'], string>> = {
  odottaa: 'Jonossa',
  lahetetty: 'Lähetetty',
  tallessa: 'Tallessa, ei lähetetty',
  epaonnistui: 'Epäonnistui',
}
const colours: Readonly<Record<SmsState, string>> = {
  odottaa: 'gray',
  lahetetty: 'blue',
  toimitettu: 'green',
  tallessa: 'gray',
  epaonnistui: 'red',
}

type StateProps = { state: SmsState; text: string; attempts: number; fault: string }

function MessageState({ state, text, attempts, fault }: StateProps) {
  return (
    <>
      <Badge color={colours[state]} variant="light" tt="none">
        {text}
      </Badge>
      {fault !== '' && (
        <Text size="sm" className={classes.text}>
          {fault}
          {attempts > 1 && ` (${attempts} yritystä)`}
        </Text>
      )}
    </>
  )
}

/** The text messages and the mail that have left, and what became of them. */
export function MessagesTab() {
  return (
    <Stack gap={14}>
      <PagedTable<SentSms>
        title="Tekstiviestit"
        path={sentSmsCall.path}
        read={(page, options) => callApi(sentSmsCall, page, options)}
        empty="Tekstiviestejä ei ole lähetetty."
        columns={[
          { header: 'Aika', width: 150, show: ({ luotu }) => formatMoment(luotu) },
          {
            header: 'Vastaanottaja',
            width: 190,
            show: ({ vastaanottaja, numero }) => (
              <>
                {vastaanottaja.name}
                <Text size="sm" c="dimmed">
                  {phoneWithoutCode(numero, '358')}
                </Text>
              </>
            ),
          },
          {
            header: 'Viesti',
            show: ({ teksti, laji, lahettaja, osia }) => (
              <>
                <span className={classes.text}>{teksti}</span>
                <Text size="sm" c="dimmed">
                  {[lahettaja || smsKinds[laji], osia > 1 && `${osia} osaa`].filter(Boolean).join(' · ')}
                </Text>
              </>
            ),
          },
          {
            header: 'Tila',
            width: 190,
            show: ({ tila, yrityksia, virhe }) => <MessageState state={tila} text={smsStates[tila]} attempts={yrityksia} fault={virhe} />,
          },
        ]}
      />
      <PagedTable<OutgoingMail>
        title="Sähköpostit"
        path={outgoingMailCall.path}
        read={(page, options) => callApi(outgoingMailCall, page, options)}
        empty="Sähköposteja ei ole lähetetty."
        columns={[
          { header: 'Aika', width: 150, show: ({ luotu }) => formatMoment(luotu) },
          { header: 'Vastaanottaja', width: 240, show: ({ vastaanottaja }) => <span className={classes.text}>{vastaanottaja}</span> },
          {
            header: 'Viesti',
            show: ({ laji, tilaus, lahettaja, aihe }) => (
              <>
                {[mailKindTexts[laji], tilaus].filter(Boolean).join(' ')}
                <Text size="sm" c="dimmed">
                  {[lahettaja, aihe].filter(Boolean).join(' · ')}
                </Text>
              </>
            ),
          },
          {
            header: 'Tila',
            width: 190,
            show: ({ tila, yrityksia, virhe }) => (
              <MessageState state={tila} text={mailStateTexts[tila]} attempts={yrityksia} fault={virhe} />
            ),
          },
        ]}
      />
    </Stack>
  )
}
