import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { taskTypes } from '#domain/entities/worktime/task-types.ts'
import { taskStyle, taskTypeNames } from './task-types.tsx'

test('each task type has a colour of its own, in light and dark', async () => {
  expect([...taskTypeNames].sort()).toEqual(Object.keys(taskTypes).sort())
  const tokens = await readFile(new URL('../../ui/styles/tokens.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = tokens.split('data-mantine-color-scheme="dark"')
  for (const scheme of [light, dark]) {
    const colours = taskTypeNames.map((type) => {
      const token = /var\((.+)\)/.exec(taskStyle(type).color)?.[1] ?? ''
      return new RegExp(`${token}: (#[0-9a-f]{6})`).exec(scheme)?.[1]
    })
    expect(colours).not.toContain(undefined)
    expect(new Set(colours).size).toBe(8)
  }
})
