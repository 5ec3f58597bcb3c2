import { type RefObject, useEffect, useRef, useState } from 'react'

/** Between two pictures (milliseconds). */
const pause = 150

export type CameraState = 'opening' | 'open' | 'refused' | 'missing'

function stateOf(failure: unknown): CameraState {
  const name = failure instanceof DOMException ? failure.name : ''
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing'
}

/** Shows the camera in the video and reads codes from it, until `onCode` is given one or the component is removed. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => void): CameraState {
  const [state, setState] = useState<CameraState>('opening')
  const newestOnCode = useRef(onCode)
  useEffect(() => {
    newestOnCode.current = onCode
  })
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function start(): Promise<void> {
      // Missing on pages without https.
      if (!('mediaDevices' in navigator)) return setState('missing')
      try {
        const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
        stream = opened
        const { codeReader } = await import('./read-codes.ts')
        const target = video.current
        if (isOver || !target) return stop()
        target.srcObject = opened
        await target.play()
        setState('open')
        const read = codeReader()
        const next = async (): Promise<void> => {
          const [code] = target.videoWidth > 0 ? await read(target) : []
          if (isOver) return
          if (code !== undefined) newestOnCode.current(code)
          timer = setTimeout(() => void next().catch(fail), pause)
        }
        await next()
      } catch (failure) {
        fail(failure)
      }
    }
    function fail(failure: unknown): void {
      stop()
      if (!isOver) setState(stateOf(failure))
    }
    function stop(): void {
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void start()
    return () => {
      isOver = true
      stop()
    }
  }, [video])
  return state
}
