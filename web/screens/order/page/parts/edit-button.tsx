import { Button } from '@mantine/core'

/** "Muokkaa" of a part of the order. */
export const EditButton = ({ of, onEdit }: { of: string; onEdit: (() => void) | undefined }) =>
  onEdit ? (
    <Button variant="subtle" size="compact-md" aria-label={`Muokkaa: ${of}`} onClick={onEdit}>
      Muokkaa
    </Button>
  ) : null
