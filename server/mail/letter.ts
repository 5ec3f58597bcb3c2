const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

/** A paragraph, or a link that stands by itself. */
type Piece = string | { href: string; label: string }

/** A message's words as plain text and as HTML; what is empty is left out. */
export function letter(pieces: readonly Piece[]): { text: string; html: string } {
  const given = pieces.filter((piece) => piece !== '')
  const html = given.map((piece) =>
    typeof piece === 'string'
      ? `<p>${escapeHtml(piece).replaceAll('\n', '<br>')}</p>`
      : `<p><a href="${escapeHtml(piece.href)}">${escapeHtml(piece.label)}</a></p>`,
  )
  return {
    text: given.map((piece) => (typeof piece === 'string' ? piece : piece.href)).join('\n\n'),
    html: `<!doctype html><html lang="fi"><body style="font-family:sans-serif;font-size:16px;line-height:1.5">${html.join('')}</body></html>`,
  }
}
