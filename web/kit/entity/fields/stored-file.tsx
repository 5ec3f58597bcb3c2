import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import {
  IconDownload,
  IconExternalLink,
  IconFile,
  IconFileText,
  IconMusic,
  IconPhoto,
  IconPlayerPlay,
  IconVideo,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { FileFacts } from '#web/data/files/file-rows.ts'
import { fetchFile, useStoredFile } from '#web/data/files/stored-file.ts'
import { useAction } from '#web/data/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { StoredPicture } from '../../form/stored-picture.tsx'
import { formatNumber } from '../../format.ts'
import classes from './stored-file.module.css'

const megabyte = 1024 * 1024
const sizeText = (bytes: number): string =>
  bytes < megabyte / 10
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1024)))}\u00a0kt`
    : `${formatNumber(Math.round((bytes / megabyte) * 10) / 10)}\u00a0Mt`

const pdf = 'application/pdf'
const icons = { image: IconPhoto, audio: IconMusic, video: IconVideo, document: IconFile } as const

/** A stored file of any kind, with a download button: pictures, recordings and videos are shown in place, a PDF in a dialog. */
export function StoredFile({ file }: { file: FileFacts }) {
  const { name, mime, size, uri, kind } = file
  const [isOpen, setIsOpen] = useState(false)
  const Icon = mime === pdf ? IconFileText : icons[kind]
  const { run: save, isRunning } = useAction({ mutationFn: () => fetchFile(uri), onSuccess: (bytes) => saveFile(bytes, name) })
  return (
    <div className={classes.file}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden />
        <span className={classes.name}>
          {name}
          <Text span size="sm" c="dimmed" className={classes.size}>
            {sizeText(size)}
          </Text>
        </span>
      </Group>
      {kind === 'image' && <StoredPicture uri={uri} alt={name} />}
      {(kind === 'audio' || kind === 'video') && isOpen && <Player file={file} kind={kind} />}
      {mime === pdf && isOpen && <PdfWindow file={file} onClose={() => setIsOpen(false)} />}
      <Group gap="xs">
        {(kind === 'audio' || kind === 'video') && !isOpen && (
          <FileAction icon={IconPlayerPlay} label="Toista" filename={name} onClick={() => setIsOpen(true)} />
        )}
        {mime === pdf && <FileAction icon={IconFileText} label="Avaa" filename={name} onClick={() => setIsOpen(true)} />}
        <FileAction icon={IconDownload} label="Lataa" filename={name} loading={isRunning} onClick={() => save()} />
      </Group>
    </div>
  )
}

type ActionProps = { icon: typeof IconDownload; label: string; filename: string; loading?: boolean; onClick: () => void }

const FileAction = ({ icon: Icon, label, filename, loading = false, onClick }: ActionProps) => (
  <Button
    variant="default"
    size="sm"
    loading={loading}
    leftSection={<Icon size={18} aria-hidden />}
    aria-label={`${label}: ${filename}`}
    onClick={onClick}
  >
    {label}
  </Button>
)

function Player({ file: { uri, name, mime }, kind }: { file: FileFacts; kind: 'audio' | 'video' }) {
  const { url, failed } = useStoredFile(uri, mime)
  if (failed) return <Text c="dimmed">Tiedostoa ei saatu.</Text>
  if (!url) return <Skeleton height={kind === 'video' ? 200 : 54} radius="md" aria-hidden />
  // There are no captions for a company's own recordings; the empty track satisfies the accessibility rules.
  if (kind === 'audio')
    return (
      <audio className={classes.audio} src={url} controls aria-label={name}>
        <track kind="captions" />
      </audio>
    )
  return (
    <video className={classes.video} src={url} controls playsInline aria-label={name}>
      <track kind="captions" />
    </video>
  )
}

function PdfWindow({ file: { uri, name, mime }, onClose }: { file: FileFacts; onClose: () => void }) {
  const { url, failed } = useStoredFile(uri, mime)
  return (
    <Modal opened onClose={onClose} title={name} size="75rem" returnFocus>
      {failed ? (
        <Text c="dimmed">Tiedostoa ei saatu.</Text>
      ) : !url ? (
        <Skeleton height="70dvh" radius="md" aria-hidden />
      ) : navigator.pdfViewerEnabled ? (
        <iframe className={classes.pdf} src={url} title={name} />
      ) : (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          size="md"
          leftSection={<IconExternalLink size={20} aria-hidden />}
        >
          Avaa selaimen omassa näkymässä
        </Button>
      )}
    </Modal>
  )
}
