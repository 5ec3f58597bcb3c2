import { Anchor, SegmentedControl, Stack, Text, Typography } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { privacyPreviewCall } from '#domain/features/settings/privacy-preview.ts'
import { settings } from '#domain/features/settings/settings.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { type InputProps, OwnFieldInput } from '#web/kit/entity/fields/field-input.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import type { SettingGroup } from './settings-form.tsx'

export const privacyGroups: readonly SettingGroup[] = [
  {
    title: 'Tietosuojaseloste',
    description: (
      <Text c="dimmed">
        HTML-tekstiä: otsikot, kappaleet, luettelot, taulukot ja linkit. Muut merkinnät, kuten kuvat, tyylit ja ohjelmat, jätetään pois.
        Teksti näkyy kaikille osoitteessa{' '}
        <Anchor href="/tietosuojaseloste" target="_blank" rel="noopener">
          tietosuojaseloste
        </Anchor>
        .
      </Text>
    ),
    names: ['tietosuojaseloste'],
    inputs: { tietosuojaseloste: (input) => <PolicyEditor {...input} /> },
    wide: true,
  },
]

/** The text, or what people would see of it. */
function PolicyEditor(input: InputProps) {
  const [isPreview, setPreview] = useState(false)
  const html = typeof input.value === 'string' ? input.value : ''
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Näkymä"
        w="fit-content"
        data={[
          { value: 'teksti', label: 'Teksti' },
          { value: 'esikatselu', label: 'Esikatselu' },
        ]}
        value={isPreview ? 'esikatselu' : 'teksti'}
        onChange={(chosen) => setPreview(chosen === 'esikatselu')}
      />
      {isPreview ? <PolicyPreview html={html} /> : <OwnFieldInput field={settings.tietosuojaseloste} input={input} />}
    </Stack>
  )
}

function PolicyPreview({ html }: { html: string }) {
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(privacyPreviewCall.path, html),
    queryFn: ({ signal }) => callApi(privacyPreviewCall, { operation: 'esikatsele', html }, { signal }),
    gcTime: 0,
  })
  if (isPending) return <SectionSkeleton lines={6} />
  if (!data) return <ErrorState retry={() => void refetch()} />
  if (data.html === '') return <Text c="dimmed">Tekstiä ei ole.</Text>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server (server/features/settings/privacy-policy.ts)
  return <Typography dangerouslySetInnerHTML={{ __html: data.html }} aria-label="Esikatselu" role="region" />
}
