import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { roles } from '#domain/access/roles.ts'
import { root } from '../prepare.mjs'
import { pictures } from '../screenshots/pictures.ts'
import { guideFolder, pageModule } from './guide-pages.ts'

const pages = roles.map((role) => ({ role, text: readFileSync(join(guideFolder, `${role}.md`), 'utf8') }))
const picturesOf = (text: string): string[] => [...text.matchAll(/!\[[^\]]+\]\(kuvat\/([^)]+)\)/g)].map(([, file = '']) => file)
/** The largest picture, bytes: the guide is read on phones. */
const maxPicture = 130_000

test('each role has a page, and nothing else is there', () => {
  expect(readdirSync(guideFolder).toSorted()).toEqual([...roles.map((role) => `${role}.md`), 'kuvat'].toSorted())
})

test.each(pages)('the page of $role names only buttons and pages that the app has', ({ text }) => {
  const sources = globSync(['web/**/*.{ts,tsx}', 'domain/**/*.ts'], { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const named = [...new Set([...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name))]
  expect(named.filter((name) => !sources.includes(`'${name}'`) && !sources.includes(`"${name}"`) && !isText(sources, name))).toEqual([])
})

/** Whether the words stand alone on a line of JSX or between two tags. */
function isText(sources: string, name: string): boolean {
  const words = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(String.raw`(^|>)\s*${words}\s*(<|$)`, 'm').test(sources)
}

test('every picture of the guide and of README is there and small, and each is used', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const used = [
    ...pages.flatMap(({ text }) => picturesOf(text)),
    ...[...readme.matchAll(/docs\/ohje\/kuvat\/([\w-]+\.webp)/g)].map(([, file = '']) => file),
  ]
  const stored = readdirSync(join(guideFolder, 'kuvat'))
  expect([...new Set(used)].toSorted()).toEqual(stored.toSorted())
  for (const file of stored) expect(statSync(join(guideFolder, 'kuvat', file)).size, file).toBeLessThan(maxPicture)
})

test('the pictures that are taken are those of the guide', () => {
  const taken = pictures.filter(({ file }) => file.startsWith('docs/ohje/kuvat/')).map(({ file }) => basename(file))
  expect(taken.toSorted()).toEqual(readdirSync(join(guideFolder, 'kuvat')).toSorted())
})

test('a page becomes a module with its title, headings and pictures', () => {
  expect(pageModule('# Otsikko\n\n## Kun verkkoa ei ole\n\nTeksti `$' + '{a}`.\n\n![Kuva](kuvat/a.webp)\n')).toBe(
    `import picture0 from './kuvat/a.webp'\n` +
      `export default { title: "Otsikko", headings: [{"id":"kun-verkkoa-ei-ole","text":"Kun verkkoa ei ole"}], html: ` +
      `"<h2 id=\\"kun-verkkoa-ei-ole\\">Kun verkkoa ei ole</h2>\\n<p>Teksti <code>$\{a}</code>.</p>\\n<p><img src=\\"" + picture0 + "\\" alt=\\"Kuva\\" loading=\\"lazy\\" /></p>\\n" }\n`,
  )
})

test('a page without a title is refused', () => {
  expect(() => pageModule('## Alaotsikko\n')).toThrow('begins with its title')
})
