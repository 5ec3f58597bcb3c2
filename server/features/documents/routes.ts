import type { FastifyInstance } from 'fastify'
import { documentsCall } from '#domain/features/documents/document-list.ts'
import { documentOperationsCall } from '#domain/features/documents/document-operations.ts'
import { documentSummaryCall, documentSummaryPdfCall } from '#domain/features/documents/document-summary.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveFileCall, serveTransaction } from '#server/http/serve-call.ts'
import type { PdfMaker } from '#server/platform/documents/make-pdf.ts'
import { createDocument } from './create-document.ts'
import { documentSummary } from './document-summary.ts'
import { listDocuments } from './list-documents.ts'
import { remindRecipients } from './remind-recipients.ts'
import { summaryPdf } from './summary-pdf.ts'

type Parts = Context & PdfMaker & { companyName: () => Promise<string> }

export function documentRoutes(app: FastifyInstance, parts: Parts): void {
  serveCall(app, documentsCall, parts, (input, viewer) => listDocuments(parts, viewer, input))
  serveTransaction(app, documentOperationsCall, parts, (input, viewer, client) =>
    input.operation === 'create'
      ? createDocument({ ...parts, client }, viewer, input)
      : remindRecipients({ ...parts, client }, viewer, input.id),
  )
  serveCall(app, documentSummaryCall, parts, (input, viewer) => documentSummary(parts, viewer, input))
  serveFileCall(app, documentSummaryPdfCall, ({ id }, viewer) => summaryPdf(parts, viewer, id))
}
