import { Button } from '@mantine/core'
import { IconFileCode, IconFileTypePdf } from '@tabler/icons-react'
import { finvoiceFileCall, invoicePdfCall } from '#domain/features/invoicing/invoice-files.ts'
import { explainedRefusals, showRefusal } from '#web/data/fault-toast.tsx'
import { callBlob } from '#web/data/request.ts'
import { useAction } from '#web/data/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'

const files = { pdf: { path: invoicePdfCall.path, ending: 'pdf' }, finvoice: { path: finvoiceFileCall.path, ending: 'xml' } } as const
type File = keyof typeof files

/** The invoice as a PDF and as a Finvoice file. */
export function InvoiceFiles({ invoice: { id, tunniste } }: { invoice: { id: string; tunniste: string } }) {
  const { run, isRunning, variables } = useAction({
    mutationFn: (file: File) => callBlob(files[file].path, { query: [['id', id]], quiet: explainedRefusals }),
    onSuccess: (bytes, file) => saveFile(bytes, `${tunniste}.${files[file].ending}`),
    onFault: showRefusal,
  })
  const loading = (file: File) => isRunning && variables === file
  return (
    <>
      <Button variant="default" leftSection={<IconFileTypePdf size={18} aria-hidden />} loading={loading('pdf')} onClick={() => run('pdf')}>
        Lataa PDF
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileCode size={18} aria-hidden />}
        loading={loading('finvoice')}
        onClick={() => run('finvoice')}
      >
        Lataa Finvoice
      </Button>
    </>
  )
}
