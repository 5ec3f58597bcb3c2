// React, Mantine and Node report non-fatal errors through console.error; in a test they are failures.
import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = vi.mocked(console.error).mock?.calls ?? []
  vi.mocked(console.error).mockRestore?.()
  expect(calls, 'console.error was called').toEqual([])
})
