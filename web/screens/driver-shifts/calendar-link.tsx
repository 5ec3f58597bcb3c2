import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCopy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarLinkCall, changeCalendarLinkCall } from '#domain/features/shifts/calendar-link.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { useAction } from '#web/data/use-action.ts'
import { formatMoment } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'

const queryKey = queryKeys.call(calendarLinkCall.path)

/** The secret link with which a phone's own calendar follows the shifts. It is shown only when it is made: the server stores its hash. */
export function CalendarLink() {
  const client = useQueryClient()
  const [made, setMade] = useState('')
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => callApi(calendarLinkCall, {}, { signal }) })
  const { run, isRunning } = useAction({
    mutationFn: (operation: 'luo' | 'poista') => callApi(changeCalendarLinkCall, { operation }),
    onSuccess: async ({ osoite }) => {
      setMade(osoite === '' ? '' : new URL(osoite, window.location.origin).href)
      if (osoite === '') showDone('Kalenterilinkki on poistettu.')
      await client.invalidateQueries({ queryKey })
    },
  })
  if (!data) return null
  return (
    <Section title="Vuorot omaan kalenteriin">
      {made !== '' ? (
        <>
          <Text size="md">
            Lisää tämä osoite puhelimesi kalenteriin tilattavana kalenterina. Säilytä se itselläsi: jokainen, jolla se on, näkee vuorosi.
          </Text>
          <TextInput
            mt="sm"
            readOnly
            size="md"
            aria-label="Kalenterin osoite"
            value={made}
            onFocus={(event) => event.currentTarget.select()}
          />
        </>
      ) : (
        <Text size="md">
          {data.kaytossa
            ? `Linkki on tehty ${formatMoment(data.luotu)}.${data.viimeksi_haettu > 0 ? ` Kalenteri haki vuorot viimeksi ${formatMoment(data.viimeksi_haettu)}.` : ' Kalenteri ei ole vielä hakenut vuoroja.'}`
            : 'Tee linkki, jolla puhelimen kalenteri näyttää vuorosi ja pitää ne ajan tasalla.'}
        </Text>
      )}
      <Group mt="md" gap="sm">
        {made !== '' && (
          <>
            <CopyButton value={made}>
              {({ copied, copy }) => (
                <Button leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
                  {copied ? 'Kopioitu' : 'Kopioi osoite'}
                </Button>
              )}
            </CopyButton>
            <Button
              component="a"
              variant="default"
              href={made.replace(/^https?:/, 'webcal:')}
              leftSection={<IconCalendarPlus size={18} aria-hidden />}
            >
              Avaa kalenterissa
            </Button>
          </>
        )}
        {made === '' && (
          <Button
            variant={data.kaytossa ? 'default' : 'filled'}
            loading={isRunning}
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
            onClick={() => run('luo')}
          >
            {data.kaytossa ? 'Tee uusi linkki' : 'Lisää kalenteriin'}
          </Button>
        )}
        {data.kaytossa && (
          <Button variant="subtle" color="red" disabled={isRunning} onClick={() => run('poista')}>
            Poista linkki
          </Button>
        )}
      </Group>
    </Section>
  )
}
