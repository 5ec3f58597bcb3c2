import { Button, Menu } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { finvoiceDayCall } from '#domain/features/invoicing/invoice-files.ts'
import { addDays, dayOf, startOfDay } from '#domain/values/time/time.ts'
import { explainedRefusals, showRefusal } from '#web/data/fault-toast.tsx'
import { callBlob } from '#web/data/request.ts'
import { useAction } from '#web/data/use-action.ts'
import { formatDate } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { saveFile } from '#web/ui/save-file.ts'

const offeredDays = 7

/** The Finvoice files of one of the last days as a zip, for the bank or the accountant. */
export function FinvoiceDayMenu() {
  const { run, isRunning } = useAction({
    mutationFn: (day: string) => callBlob(finvoiceDayCall.path, { query: [['paiva', day]], quiet: explainedRefusals }),
    onSuccess: (bytes, day) => saveFile(bytes, `finvoice-${day}.zip`),
    onFault: showRefusal,
  })
  const today = startOfDay(nowSeconds())
  const days = Array.from({ length: offeredDays }, (_, ago) => addDays(today, -ago))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconFileZip size={18} aria-hidden />} loading={isRunning}>
          Finvoice-tiedostot
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Laskupäivän tiedostot ja luettelo</Menu.Label>
        {days.map((day) => (
          <Menu.Item key={day} onClick={() => run(dayOf(day))}>
            {formatDate(day)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
