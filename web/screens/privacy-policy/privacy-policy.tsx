import '../../ui/styles/all-styles.css'
import { Anchor, Text, Typography } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { privacyPolicyCall } from '#domain/features/settings/privacy-policy.ts'
import { Page } from '#web/kit/page/page.tsx'
import { callApi } from '../../data/api-call.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useSettings } from '../../session/settings.ts'
import { Section } from '../../ui/section.tsx'
import { SectionSkeleton } from '../../ui/states.tsx'

/** Shown when the server's text cannot be fetched (rules/errors.md#privacy-policy). */
function NoPolicy() {
  const { supportMail } = useSettings()
  return (
    <Section title="Tietosuojaseloste ei ole saatavilla.">
      <Text>
        {supportMail ? (
          <>
            Pyydä se sähköpostilla: <Anchor href={`mailto:${supportMail}?subject=Tietosuojaseloste`}>{supportMail}</Anchor>
          </>
        ) : (
          'Pyydä se sähköpostilla yritykseltä, joka kuljettaa tilauksesi.'
        )}
      </Text>
    </Section>
  )
}

export function PrivacyPolicyScreen() {
  const { data, isPending } = useQuery({
    queryKey: queryKeys.call(privacyPolicyCall.path),
    queryFn: ({ signal }) => callApi(privacyPolicyCall, {}, { signal, quiet: [0, 404, 429, 500, 503] }),
    retry: false,
  })
  return (
    <Page focus="heading" title="Tietosuojaseloste">
      {isPending ? (
        <SectionSkeleton lines={8} />
      ) : data?.html ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the company's own text, sanitised by the server (server/features/settings/privacy-policy.ts)
        <Typography dangerouslySetInnerHTML={{ __html: data.html }} />
      ) : (
        <NoPolicy />
      )}
    </Page>
  )
}
