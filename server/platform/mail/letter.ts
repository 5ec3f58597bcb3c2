const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

/** A paragraph, a link in a separate paragraph, or text typed by a user, which is always shown as a quotation. */
type Piece = string | { href: string; label: string } | { quote: string }

const htmlOf = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

function textPiece(piece: Piece): string {
  if (typeof piece === 'string') return piece
  return 'quote' in piece ? piece.quote.replace(/^/gm, '> ') : piece.href
}

function htmlPiece(piece: Piece): string {
  if (typeof piece === 'string') return `<p>${htmlOf(piece)}</p>`
  return 'quote' in piece
    ? `<blockquote style="margin:0 0 1em;padding-left:12px;border-left:3px solid #adb5bd">${htmlOf(piece.quote)}</blockquote>`
    : `<p><a href="${escapeHtml(piece.href)}">${escapeHtml(piece.label)}</a></p>`
}

/** A message as plain text and as HTML; empty paragraphs are left out. */
export function letter(pieces: readonly Piece[]): { text: string; html: string } {
  const present = pieces.filter((piece) => piece !== '')
  return {
    text: present.map(textPiece).join('\n\n'),
    html: `<!doctype html><html lang="fi"><body style="font-family:sans-serif;font-size:16px;line-height:1.5">${present.map(htmlPiece).join('')}</body></html>`,
  }
}
