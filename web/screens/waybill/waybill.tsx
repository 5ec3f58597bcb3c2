import { Box, Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconDownload, IconExternalLink, IconFileText, IconLock, IconMail, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { orderWaybillCall } from '#domain/features/waybills/order-waybill.ts'
import { fetchFile, useBlobUrl } from '#web/data/files/stored-file.ts'
import { NoOrder } from '#web/features/orders/no-order.tsx'
import { formChoices, sheetChoices } from '#web/features/waybills/waybill-forms.ts'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { callApi } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { oneQuery } from '../../data/queries.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { holdsAny, useSession } from '../../session/session.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { MailDialog, type WaybillRequest } from './mail-dialog.tsx'
import classes from './waybill.module.css'

/** The current waybill: the server returns the same file until its content has changed. */
function useWaybill(request: WaybillRequest) {
  return useQuery({
    queryKey: queryKeys.call(orderWaybillCall.path, request),
    queryFn: async ({ signal }) => {
      const { file } = await callApi(orderWaybillCall, request, { signal, quiet: [404, 422, 429, 503] })
      // A browser would download a blob without a type instead of showing it.
      const bytes = new Blob([await fetchFile(file.uri, { signal })], { type: 'application/pdf' })
      return { bytes, filename: file.filename }
    },
    // A refetch when the window regains focus would scroll the document back to its beginning.
    refetchOnWindowFocus: false,
  })
}

/** `tilaus/:id/rahtikirja`: the PDF itself, to read, print and download. */
export function WaybillScreen() {
  const { id } = useParams({ from: '/tilaus/$id/rahtikirja' })
  const session = useSession()
  if (!session) return null
  if (holdsAny(session, orderWaybillCall.roles)) return <Waybill key={id} orderId={id} />
  return (
    <Page title="Rahtikirja" focus="heading">
      <EmptyState title="Et näe rahtikirjoja" icon={IconLock}>
        Roolillasi ei ole oikeutta tilauksiin. Pyydä oikeutta ylläpidolta.
      </EmptyState>
    </Page>
  )
}

function Waybill({ orderId }: { orderId: string }) {
  const { search, set } = usePageSearch()
  const form = formChoices.find(({ value }) => value === search.nakyma)?.value ?? 'lahetys'
  const sheet = search.arkki === 'a4' ? 'a4' : 'a6'
  const request: WaybillRequest = { tilaus_id: orderId, multipage: form === 'lahetys', ...(form === 'tarrat' ? { tarrat: sheet } : {}) }
  const [mailing, setMailing] = useState(false)
  const order = useQuery(oneQuery('tilaus', orderId, { fields: { tilaus: ['tunniste'] } }))
  const waybill = useWaybill(request)
  const url = useBlobUrl(waybill.data?.bytes)
  const frame = useRef<HTMLIFrameElement>(null)
  const tunniste = order.data?.row.tunniste ?? ''
  const inline = navigator.pdfViewerEnabled
  const name = form === 'tarrat' ? 'Tarrat' : 'Rahtikirja'

  return (
    <Page
      focus="heading"
      title={`${name} ${tunniste}`.trim()}
      actions={
        url && (
          <>
            {inline && (
              <Button
                variant="default"
                leftSection={<IconPrinter size={18} aria-hidden />}
                onClick={() => frame.current?.contentWindow?.print()}
              >
                Tulosta
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconMail size={18} aria-hidden />}
              aria-label="Lähetä sähköpostilla"
              onClick={() => setMailing(true)}
            >
              {/* On a phone the three buttons share one line. */}
              Lähetä
              <Box component="span" visibleFrom="sm">
                {'\u00a0'}sähköpostilla
              </Box>
            </Button>
            <Button
              component="a"
              href={url}
              download={waybill.data?.filename}
              variant={inline ? 'filled' : 'default'}
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              Lataa
            </Button>
          </>
        )
      }
    >
      <div className={classes.frame}>
        <div className={classes.choices}>
          <SegmentedControl
            aria-label="Tulosteen muoto"
            value={form}
            onChange={(value) => set({ nakyma: value === 'lahetys' ? undefined : value })}
            data={formChoices}
          />
          {form === 'tarrat' && (
            <SegmentedControl
              aria-label="Tarra-arkki"
              value={sheet}
              onChange={(value) => set({ arkki: value === 'a6' ? undefined : value })}
              data={sheetChoices}
            />
          )}
        </div>
        {waybill.isError && !waybill.data ? (
          <Failure failure={waybill.error} missing={form === 'tarrat' ? 'Tarroja' : 'Rahtikirjaa'} retry={() => void waybill.refetch()} />
        ) : !url ? (
          <WaybillSkeleton />
        ) : inline ? (
          <iframe ref={frame} className={classes.document} src={url} title={`${name} ${tunniste}`} />
        ) : (
          <div className={classes.paper}>
            <EmptyState
              title={form === 'tarrat' ? 'Tarrat ovat valmiit' : 'Rahtikirja on valmis'}
              icon={IconFileText}
              action={
                <Button
                  component="a"
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  size="md"
                  leftSection={<IconExternalLink size={20} aria-hidden />}
                >
                  {form === 'tarrat' ? 'Avaa tarrat' : 'Avaa rahtikirja'}
                </Button>
              }
            >
              Tämä selain näyttää PDF-tiedoston omassa näkymässään. Voit tulostaa sen sieltä.
            </EmptyState>
          </div>
        )}
      </div>
      {mailing && <MailDialog request={request} name={name} onClose={() => setMailing(false)} />}
    </Page>
  )
}

type FailureProps = {
  failure: Error
  /** The name of what could not be shown, in the partitive. */
  missing: string
  retry: () => void
}

/** The server's own sentence for a fault that may pass without a change. */
function wordsOf(failure: Error): string | undefined {
  if (!(failure instanceof CallFault)) return undefined
  if (failure.status === 0) return 'Tarkista verkkoyhteys ja yritä uudelleen.'
  return failure.status === 429 || failure.status === 503 ? failure.message : undefined
}

function Failure({ failure, missing, retry }: FailureProps) {
  if (failure instanceof CallFault && failure.status === 404) return <NoOrder />
  if (failure instanceof CallFault && failure.status === 422) {
    return (
      <EmptyState title={`${missing} ei voi tehdä`} icon={IconFileText}>
        {failure.message}
      </EmptyState>
    )
  }
  return (
    <ErrorState title={`${missing} ei saatu`} retry={retry}>
      {wordsOf(failure)}
    </ErrorState>
  )
}

/** The skeleton of a waybill while it is being generated. */
function WaybillSkeleton() {
  return (
    <div className={classes.paper} aria-hidden>
      <Skeleton height={22} width="38%" />
      <Skeleton height={90} />
      <Skeleton height={90} />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="66%" />
      <Skeleton height={140} />
      <Skeleton height={60} width="50%" />
    </div>
  )
}
