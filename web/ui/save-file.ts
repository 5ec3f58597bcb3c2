/** Downloads a blob as a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Delayed, since the browser may not have started to read the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
