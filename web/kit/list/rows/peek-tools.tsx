import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { formatCount } from '../../format.ts'
import classes from './peek-tools.module.css'
import type { PeekControls } from './use-peek.ts'

/** The head of a peek; `noun`: what its rows are, for the names of the buttons. The list handles the keys (Space, j, k, Enter, Esc). */
export function PeekTools({ noun, position, onNext, onPrevious, onOpen, onClose }: PeekControls & { noun: string }) {
  return (
    <div className={classes.tools}>
      <span className={classes.position}>
        {formatCount(position.at)} / {formatCount(position.of)}
      </span>
      <ActionIcon variant="default" aria-label={`Edellinen ${noun}`} title="Edellinen (K)" disabled={!onPrevious} onClick={onPrevious}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={`Seuraava ${noun}`} title="Seuraava (J)" disabled={!onNext} onClick={onNext}>
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <Button
        variant="default"
        size="compact-md"
        rightSection={
          <Kbd size="xs" aria-hidden>
            ↵
          </Kbd>
        }
        onClick={onOpen}
      >
        Avaa
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label="Sulje esikatselu" title="Sulje (Esc)" onClick={onClose}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
