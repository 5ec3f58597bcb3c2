import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { DraftNote } from '#web/kit/form/form-parts.tsx'
import type { DayForm } from './use-day-form.ts'
import classes from './worktime-day.module.css'

/** Undo, redo and "Tallenna"; stays in sight while something is unsaved. */
export function SaveBar({ form, save, isLocked }: { form: DayForm; save: () => Promise<boolean>; isLocked: boolean }) {
  if (isLocked) return null
  return (
    <div className={classes.saveBar} data-changed={form.isChanged || undefined}>
      <Group gap={4} wrap="nowrap">
        <Tooltip label="Kumoa (Ctrl Z)">
          <ActionIcon aria-label="Kumoa muutos" disabled={!form.canUndo} onClick={form.undo}>
            <IconArrowBackUp size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Tee uudelleen (Ctrl Vaihto Z)">
          <ActionIcon aria-label="Tee muutos uudelleen" disabled={!form.canRedo} onClick={form.redo}>
            <IconArrowForwardUp size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <span role="status">
        {form.draftAt === null && form.isChanged ? 'Tallentamattomia muutoksia' : ''}
        <DraftNote draftAt={form.draftAt} discard={form.discard} disabled={form.isSaving} />
      </span>
      <Button loading={form.isSaving} disabled={!form.isChanged} aria-keyshortcuts="Control+Enter" onClick={() => void save()}>
        Tallenna
      </Button>
    </div>
  )
}
