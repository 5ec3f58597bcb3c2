import type { FastifyInstance } from 'fastify'
import { publicBodyLimit } from '../http/authentication.ts'

/** The fields of a form, by name; the first value of a repeated field. Files are ignored. */
export type FormFields = ReadonlyMap<string, string>

class BrokenForm extends Error {
  readonly statusCode = 400
}

function fieldsOf(entries: Iterable<[string, unknown]>): FormFields {
  const fields = new Map<string, string>()
  for (const [name, value] of entries) if (typeof value === 'string' && !fields.has(name)) fields.set(name, value)
  return fields
}

async function readForm(contentType: string, body: Buffer): Promise<FormFields> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
    return fieldsOf(form.entries())
  } catch {
    throw new BrokenForm('The form is malformed.')
  }
}

/** Makes a scope accept only small forms, multipart or urlencoded; Node's own FormData parser reads them. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  for (const type of ['multipart/form-data', 'application/x-www-form-urlencoded']) {
    scope.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: publicBodyLimit },
      async (request: { headers: { 'content-type'?: string } }, body: Buffer) => readForm(request.headers['content-type'] ?? type, body),
    )
  }
}
