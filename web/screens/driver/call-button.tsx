import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { showPhone } from '#web/features/addresses/places.ts'

/** Calls a contact: by the first name, with `isLong` by the whole one. */
export function CallButton({ name, phone, isLong = false }: { name: string; phone: string; isLong?: boolean }) {
  const short = isLong ? name : name.split(' ')[0]
  return (
    <Button
      component="a"
      href={`tel:${phone}`}
      variant="default"
      size="md"
      fullWidth
      leftSection={<IconPhone size={20} aria-hidden />}
      aria-label={`Soita ${name} ${showPhone(phone)}`}
    >
      {short ? `Soita ${short}` : 'Soita'}
    </Button>
  )
}
