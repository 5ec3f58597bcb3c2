import { Button } from '@mantine/core'
import type { SectionName } from './open-sections.ts'

type Props = { of: string; section: SectionName; onEdit: (() => void) | undefined }

/** "Muokkaa" of a part of the order; it has the focus again when the part is closed (useEditing). */
export const EditButton = ({ of, section, onEdit }: Props) =>
  onEdit ? (
    <Button variant="subtle" size="compact-md" aria-label={`Muokkaa: ${of}`} data-edits={section} onClick={onEdit}>
      Muokkaa
    </Button>
  ) : null
