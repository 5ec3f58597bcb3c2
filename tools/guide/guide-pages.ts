import { dirname, resolve } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/** The user guide: a Markdown page for each role, and the pictures that they show (tools/screenshots/ takes them). */
export const guideFolder = resolve(import.meta.dirname, '../../docs/ohje')

const isHeading = (token: { type: string }): token is Tokens.Heading => token.type === 'heading'

/** A page as a module: `{ title, headings, html }`, with its pictures as assets of the build. */
export function pageModule(markdown: string): string {
  const pictures: string[] = []
  const marked = new Marked({
    renderer: {
      // Replaced below by the address of the built file.
      image: ({ href, text }) => `<img src="picture:${pictures.push(href) - 1}" alt="${text}" loading="lazy" />`,
      heading({ depth, tokens, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
    },
  })
  const [title, ...rest] = marked.lexer(markdown)
  if (!title || !isHeading(title) || title.depth !== 1) throw new Error('A page of the guide begins with its title.')
  const headings = rest.filter(isHeading).map(({ text }) => ({ id: anchorOf(text), text }))
  const html = marked.parser(rest)
  const parts = html.split(/picture:(\d+)/).map((part, index) => (index % 2 === 0 ? JSON.stringify(part) : `picture${part}`))
  const imports = pictures.map((path, index) => `import picture${index} from './${path}'\n`)
  return `${imports.join('')}export default { title: ${JSON.stringify(title.text)}, headings: ${JSON.stringify(headings)}, html: ${parts.join(' + ')} }\n`
}

/** `Kun verkkoa ei ole` → `kun-verkkoa-ei-ole` */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-zåäö0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Lets the web app import the pages of the guide. */
export function guidePages(): Plugin {
  return {
    name: 'kuorma-guide',
    // Before Vite takes the file for JavaScript.
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('.md') && dirname(id) === guideFolder ? { code: pageModule(code), map: null } : undefined
    },
  }
}
