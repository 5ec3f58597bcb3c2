// What a long test found, for `npm run soak`, which names the file; in other runs it is not kept.
import { appendFileSync } from 'node:fs'

export function keepSoakLine(line: string): void {
  const { SOAK_LINES: file } = process.env
  if (file) appendFileSync(file, `${line}\n`)
}
