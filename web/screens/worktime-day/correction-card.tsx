import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { worktimeOperationsCall } from '#domain/features/worktime/administration-operations.ts'
import { callApi } from '#web/data/api-call.ts'
import { explainedRefusals, showFault, showRefusal } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { formatMinutes, formatMoment } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import type { CorrectionRow } from './day-data.ts'
import type { DayFigures } from './model/day-figures.ts'
import { proposalText } from './model/proposals.ts'
import classes from './worktime-day.module.css'

type Props = {
  request: CorrectionRow
  driver: string
  figures: DayFigures
  /** The figures of the day as the driver proposes it; null for a request in words alone. */
  proposed: DayFigures | null
  /** Why it cannot be accepted now; '' when it can. */
  blocked: string
}

const effects = {
  aika_tyoaika: 'Työaika',
  aika_ilta: 'iltatyö',
  aika_yo: 'yötyö',
  aika_pyha: 'pyhätyö',
  aika_ylityo_50: 'ylityö 50 %',
  aika_ylityo_100: 'ylityö 100 %',
} as const

/** `Työaika 9 h 39 min → 9 h 54 min; yötyö +15 min` */
function effectText(before: DayFigures, after: DayFigures): string {
  const { aika_tyoaika: label, ...others } = effects
  const work = `${label} ${formatMinutes(before.aika_tyoaika)} → ${formatMinutes(after.aika_tyoaika)}`
  const changed = Object.entries(others).flatMap(([key, name]) => {
    const sum = key as keyof typeof others
    const difference = after[sum] - before[sum]
    return difference === 0 ? [] : [`${name} ${difference > 0 ? '+' : '−'}${formatMinutes(Math.abs(difference))}`]
  })
  return [work, changed.join(', ')].filter(Boolean).join('; ')
}

/** A driver's open correction request, with what accepting it would change. */
export function CorrectionCard({ request, driver, figures, proposed, blocked }: Props) {
  const [isRefusing, setIsRefusing] = useState(false)
  const { run, isRunning } = useAction({
    mutationFn: (answer: { hyvaksytty: boolean; vastaus: string }) =>
      callApi(worktimeOperationsCall, { operation: 'ANSWER_CORRECTION', id: request.id, ...answer }, { quiet: explainedRefusals }),
    onSuccess: async ({ results }, { hyvaksytty }) => {
      const [result] = results
      if (result && !result.success) showFault(result.message ?? 'Pyyntöön ei voitu vastata.')
      else showDone(hyvaksytty ? 'Korjauspyyntö hyväksytty' : 'Korjauspyyntö hylätty')
      await rereadAfterChange('tyovuoro_kirjaus', 'tyovuoro_kirjaus_tehtava', 'tyoaika_korjauspyynto')
    },
    onFault: showRefusal,
  })
  const text = proposalText(request.ehdotus)
  return (
    <Section title="Korjauspyyntö" aside={`${driver}, ${formatMoment(request.created)}`}>
      <blockquote className={classes.quote}>{request.perustelu}</blockquote>
      {text && (
        <p className={classes.effect}>
          <b>{text}</b> {proposed && effectText(figures, proposed)}
        </p>
      )}
      {!text && <p className={classes.effect}>Pyynnössä ei ole uusia aikoja: korjaa kirjaus itse ja hyväksy pyyntö sitten.</p>}
      {blocked && <Text c="dimmed">{blocked}</Text>}
      <Group gap="sm" mt="sm">
        <Button
          leftSection={<IconCheck size={18} aria-hidden />}
          loading={isRunning}
          disabled={blocked !== ''}
          onClick={() => run({ hyvaksytty: true, vastaus: '' })}
        >
          Hyväksy pyyntö
        </Button>
        <Button variant="default" leftSection={<IconX size={18} aria-hidden />} disabled={isRunning} onClick={() => setIsRefusing(true)}>
          Hylkää…
        </Button>
      </Group>
      <ReasonDialog
        opened={isRefusing}
        title="Hylkää korjauspyyntö"
        action="Hylkää"
        note="Kuljettaja näkee syyn."
        onClose={() => setIsRefusing(false)}
        onReason={(vastaus) => {
          setIsRefusing(false)
          run({ hyvaksytty: false, vastaus })
        }}
      />
    </Section>
  )
}
