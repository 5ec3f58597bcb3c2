// React, Mantine and Node say through console.error what is wrong but not fatal; in a test it is.
import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = vi.mocked(console.error).mock?.calls ?? []
  vi.mocked(console.error).mockRestore?.()
  expect(calls, 'console.error was called').toEqual([])
})
