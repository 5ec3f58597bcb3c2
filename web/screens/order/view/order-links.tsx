import { Button } from '@mantine/core'
import { IconCopy, IconFileText, IconSignature } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** Links to the order's waybill, to a copy of the order, and for those who may take one, to its acknowledgement. */
export function OrderLinks({ id, staff }: { id: string; staff: boolean }) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/tilaus/$id/rahtikirja" params={{ id }} {...props} />}
      >
        Rahtikirja
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/tilaus/$id/clone" params={{ id }} {...props} />}
      >
        Kopioi tilaus
      </Button>
      {staff && (
        <Button
          variant="default"
          leftSection={<IconSignature size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/kuittaa/$tilausId" params={{ tilausId: id }} {...props} />}
        >
          Kuittaa
        </Button>
      )}
    </>
  )
}
