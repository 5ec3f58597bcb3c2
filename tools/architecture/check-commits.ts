import { spawnSync } from 'node:child_process'

const MAX_SUBJECT = 72

/** What git prints; undefined when it cannot: no git, no history, or a clone too shallow to have the commit. */
function git(root: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

/** Commits after the named one have short subjects. Where the history does not reach back to it, nothing is checked. */
export function checkCommits(root: string, after: string): string[] {
  if (git(root, 'merge-base', '--is-ancestor', after, 'HEAD') === undefined) return []
  const subjects = git(root, 'log', '--no-merges', '--format=%h %s', `${after}..HEAD`) ?? ''
  return subjects.split('\n').flatMap((line) => {
    const [hash = '', ...words] = line.split(' ')
    const { length } = words.join(' ')
    return length > MAX_SUBJECT ? [`commit ${hash}: a subject of ${length} characters, at most ${MAX_SUBJECT}`] : []
  })
}
