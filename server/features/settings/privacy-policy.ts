import type { SettingsReader } from '#server/platform/settings/settings.ts'

/** The company's privacy policy, without scripts, styles and anything that loads; headings begin below the page's own. */
export function makePrivacyPolicy(settings: SettingsReader): () => Promise<{ html: string }> {
  let cleaned = { from: '', html: '' }
  return async () => {
    const { tietosuojaseloste } = await settings()
    if (cleaned.from !== tietosuojaseloste) cleaned = { from: tietosuojaseloste, html: await cleanPolicy(tietosuojaseloste) }
    return { html: cleaned.html }
  }
}

/** The text without scripts, styles, frames, pictures and addresses that run something. */
export async function cleanPolicy(html: string): Promise<string> {
  // Imported only when there is a policy to clean: many companies publish theirs elsewhere.
  const { default: sanitize } = await import('sanitize-html')
  const links = { rel: 'noopener noreferrer' }
  return sanitize(html, {
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { h1: 'h2', a: sanitize.simpleTransform('a', links) },
    allowedAttributes: { a: ['href', 'rel'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'] },
    nestingLimit: 50,
  }).trim()
}
