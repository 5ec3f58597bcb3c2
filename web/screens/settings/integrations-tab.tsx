import { Badge, Button, Group, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Integration, integrations, integrationsCall, testIntegrationCall } from '#domain/features/settings/integrations.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { useAction } from '#web/data/use-action.ts'
import { OutcomeIcon } from '#web/ui/badges/outcome-icon.tsx'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './settings.module.css'

/** The outside services, each with a test of its connection. */
export function IntegrationsTab() {
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(integrationsCall.path),
    queryFn: ({ signal }) => callApi(integrationsCall, {}, { signal }),
  })
  if (isPending) return <SectionSkeleton lines={5} />
  if (!data) return <ErrorState retry={() => void refetch()} />
  return (
    <Section title="Yhteydet">
      <Text c="dimmed" mb="sm">
        Yhteydet määritetään palvelimen ympäristömuuttujissa. Tunnuksia ja salasanoja ei näytetä.
      </Text>
      {data.data.map((service) => (
        <Service key={service.nimi} service={service} />
      ))}
    </Section>
  )
}

function Service({ service: { nimi, palvelu, ilman, puuttuu } }: { service: Integration }) {
  const [outcome, setOutcome] = useState<{ success: boolean; message: string } | null>(null)
  const { run, isRunning } = useAction({
    mutationFn: () => callApi(testIntegrationCall, { operation: 'testaa', nimi }),
    onSuccess: setOutcome,
  })
  return (
    <div className={classes.service}>
      <div>
        <Group gap="sm">
          <Text fw={600}>{integrations[nimi]}</Text>
          {puuttuu.length > 0 ? (
            <Badge color="gray" variant="light" tt="none">
              Ei käytössä
            </Badge>
          ) : (
            <Badge variant="light" tt="none">
              {palvelu}
            </Badge>
          )}
        </Group>
        {puuttuu.length > 0 && (
          <Text size="sm" c="dimmed">
            {ilman} Ota käyttöön palvelimen {puuttuu.length === 1 ? 'ympäristömuuttujalla' : 'ympäristömuuttujilla'} {puuttuu.join(', ')}.
          </Text>
        )}
        <div aria-live="polite">
          {outcome && (
            <Group gap={6} mt={4} wrap="nowrap">
              <OutcomeIcon done={outcome.success} />
              <Text size="sm">{outcome.message}</Text>
            </Group>
          )}
        </div>
      </div>
      {puuttuu.length === 0 && (
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={18} aria-hidden />}
          loading={isRunning}
          onClick={() => run()}
          aria-label={`Testaa yhteys: ${integrations[nimi]}`}
        >
          Testaa yhteys
        </Button>
      )}
    </div>
  )
}
